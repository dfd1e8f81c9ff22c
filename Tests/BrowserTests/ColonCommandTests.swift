import Browser
import Edits
import NameSearch
import Testing

struct ColonCommandTests {
  private static let lines: [(String, ColonCommand?)] = [
    (":dead", ColonCommand.edit(.init(.markDead), .selected)),
    (":dead #3", .edit(.init(.markDead), .number(3))),
    (":dead #99999999999999999999", .edit(.init(.markDead), .number(.max))),
    (":q", .quit),
    (":un", nil),
    (":und", .undo),
    (": show  liked ", .show(.liked)),
    (":show", nil),
    (":show some", nil),
    (":index off", .index(false)),
    (":index", .index(nil)),
    (":jump", .jump(nil)),
    (":jump Å", .jump("Å")),
    (":help", .help(nil)),
    (":help M-g", .help("M-g")),
    (":add", nil),
    (":add \0", nil),
    (":", nil),
    (":list", nil),
    (":list my list", (try? Name("my list")).map(ColonCommand.list)),
    (":save a b.txt", .save(path: "a b.txt")),
    (":retry", .pages(.retry)),
    (":!git log {}", .shell("git log {}")),
    (": ! ls  ", .shell("ls")),
    (":!", nil),
  ]

  @Test(arguments: lines)
  func aLineIsACommandOrRefused(line: String, expected: ColonCommand?) {
    #expect((try? ColonCommand.parse(line)) == expected)
  }

  @Test(arguments: [
    (":un", ":un could be :unlike or :undo"),
    (":fly", "no command is called :fly; :help lists them"),
    (":add", ":add needs a name"),
    (":! ", ":! needs a command"),
    (":index up", ":index takes on or off"),
  ])
  func aRefusalSaysWhy(line: String, reason: String) {
    #expect(throws: ColonCommand.Refusal.self) { try ColonCommand.parse(line) }
    do {
      _ = try ColonCommand.parse(line)
    } catch {
      #expect(error.reason == reason)
    }
  }
}
