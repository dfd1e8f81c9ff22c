import ListModel
import NameSearch
import Testing

@testable import Browser

struct ColonCommandTests {
  private static let lines: [(String, ColonCommand?)] = [
    (":dead", ColonCommand.edit(.init(.dead), .selected)),
    (":dead #3", .edit(.init(.dead), .number(3))),
    (":dead #99999999999999999999", .edit(.init(.dead), .number(.max))),
    (":q", .quit),
    (":un", nil),
    (":und", .undo),
    (": show  liked ", .show(Show(.liked))),
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
    (":switch", nil),
    (":switch my list", (try? Name("my list")).map(ColonCommand.list)),
    (":save a b.txt", .save(path: "a b.txt")),
    (":retry", .pages(.retry)),
    (":!git log {}", .shell("git log {}")),
    (": ! ls  ", .shell("ls")),
    (":!", nil),
    (":dead --id 3", .edit(.init(.dead), .id("3"))),
    (":dead --id=a b", .edit(.init(.dead), .id("a b"))),
    (":decide dead --id 3", .decide("dead", .id("3"))),
    (":dead --ideal", (try? Name("--ideal")).map { .edit(.init(.dead), .name($0)) }),
    (":dead --id", nil),
    (":add --id 3", nil),
  ]

  @Test(arguments: lines)
  func aLineIsACommandOrRefused(line: String, expected: ColonCommand?) {
    #expect((try? ColonCommand.parse(line)) == expected)
  }

  @Test(arguments: ColonCommand.table.map(\.word))
  func eachWordOfTheTableHasAMeaning(word: String) {
    for line in [":\(word)", ":\(word) 3h"] {
      guard let command = try? ColonCommand.parse(line) else { continue }
      #expect((command == .quit) == (word == "quit"))
    }
  }

  @Test(
    arguments: [
      (":ok", .ok, .selected), (":ok all", .ok, .all),
      (":reopen #3", .reopen, .number(3)),
      (":wake section", .wake, .section),
    ] as [(String, Edit.Action, ColonCommand.Subject)])
  func rowsAreNamed(line: String, action: Edit.Action, subject: ColonCommand.Subject) throws {
    #expect(try ColonCommand.parse(line) == .edit(.init(action), subject))
  }

  @Test func aSnoozeEndsWithItsTime() throws {
    let now = try #require(Moment("2026-11-22T12:00:00Z"))
    let until = try #require(Moment("2026-11-22T15:00:00Z"))
    let decision = Decision(.snooze, until: until)
    func parsed(_ line: String) throws -> ColonCommand { try ColonCommand.parse(line, at: now) }
    #expect(try parsed(":snooze 3h") == .edit(decision, .selected))
    #expect(try parsed(":snooze 3h #2") == .edit(decision, .number(2)))
    #expect(try parsed(":snooze 3h Arya Stark") == .edit(decision, .name(Name("Arya Stark"))))
    #expect(try parsed(":snooze 3h all") == .edit(decision, .all))
    #expect(try parsed(":snooze 3h section") == .edit(decision, .section))
    #expect(throws: ColonCommand.Refusal.self) { try parsed(":snooze") }
    #expect(throws: ColonCommand.Refusal.self) { try parsed(":snooze Arya Stark 3h") }
    #expect(throws: ColonCommand.Refusal.self) { try parsed(":snooze 2026-11-22T11:00:00Z") }
  }

  @Test func notesReportsAndReviewAreCommands() throws {
    #expect(try ColonCommand.parse(":note") == .edit(.init(.note), .selected))
    #expect(
      try ColonCommand.parse(":note #3 two words")
        == .edit(.init(.note, note: Note("two words")), .number(3)))
    #expect(try ColonCommand.parse(":stats") == .report(.stats))
    #expect(try ColonCommand.parse(":log") == .report(.log))
    #expect(try ColonCommand.parse(":review two words") == .review("two words"))
    #expect(try ColonCommand.parse(":show open noted") == .show([.open, Show(.noted)]))
  }

  @Test(arguments: [
    (":un", ":un is ambiguous: :unlike or :unpick or :undo"),
    (":fly", "no command “:fly”; :help lists them"),
    (":undoo", "no command “:undoo”; did you mean “:undo”?"),
    (":show opne", ":show: no filter “opne”; did you mean “open”?"),
    (":add", ":add requires a name"),
    (":! ", ":! requires a command"),
    (":index up", ":index takes on or off"),
    (":quit now", ":quit takes no operand"),
    (":undo 3", ":undo takes no operand"),
    (":redo all", ":redo takes no operand"),
    (":stats day", ":stats takes no operand"),
    (":show", ":show requires a filter; :help lists them"),
    (":show open foo dead", ":show: no filter “foo”; :help lists them"),
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
