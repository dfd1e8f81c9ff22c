import TestSupport
import Testing

/// Options and variables that change the look of the screen.
@Suite(.ownThreads)
struct ScreenOptionTests {
  private let names = Array("Arya Stark\nSansa Stark\nCersei Lannister\n".utf8)

  /// The bytes that are written until a query has been typed and its frames no longer change.
  private func bytes(
    _ changes: [String: String?], _ arguments: [String], restingAs rest: Screen? = nil
  ) throws -> (String, Screen) {
    let program = try Program(changes)
    let session = try program.open(arguments, input: .pipe(names), rows: 14, columns: 50)
    session.waitForStatus("3 of 3")
    session.send("ar")
    session.waitForStatus("1 of 3")
    session.wait { !$0.contains("Sansa") && !$0.contains("Cersei") }
    if let rest { session.wait { $0.looks(like: rest) } }
    let screen = session.screen
    session.send(Key.controlU + Key.controlD)
    session.expectEnd(.code(0))
    return (String(decoding: session.output, as: UTF8.self), screen)
  }

  @Test func withoutAnimationTheScreenIsTheSame() throws {
    var rest: Screen?
    for (changes, arguments) in [
      (["NO_MOTION": "1"], []), ([:], ["--motion", "none"]),
    ] as [([String: String?], [String])] {
      let (text, screen) = try bytes(changes, arguments, restingAs: rest)
      #expect(!text.contains("9m"))
      rest = screen
    }
    // Animations take a while to end.
    _ = try bytes([:], [], restingAs: rest)
  }

  @Test func filteredRowsAreNotStruckThroughLikeDeadOnes() throws {
    let program = try Program()
    let session = try program.open(input: .pipe(names))
    session.waitForStatus("3 of 3")
    for _ in 0..<3 {
      session.send("ar")
      session.wait { !$0.contains("Sansa") && !$0.contains("Cersei") }
      session.send(Key.controlU)
      session.waitForStatus("3 of 3")
    }
    func isStruck() -> Bool {
      String(decoding: session.output, as: UTF8.self).contains(/\u{1b}\[(?:\d+;)*9m/)
    }
    #expect(!isStruck())
    session.send("ar" + Key.enter + Key.enter)
    session.waitForStatus("1 dead")
    #expect(isStruck())
    session.send(Key.controlU)
    session.leave()
  }

  @Test func withoutColorsNoColorIsSent() throws {
    for (changes, arguments) in [(["NO_COLOR": "1"], []), ([:], ["--color", "never"])]
      as [([String: String?], [String])]
    {
      let (text, screen) = try bytes(changes, arguments)
      #expect(!text.contains(/\u{1b}\[(?:\d+;)*(?:3|4|9)\d[;m]/))
      #expect(screen.attributes(of: "Ar")?.underline == true)
    }
  }

  /// A dumb terminal, as in an editor, has a screen but shows sequences as text.
  @Test func aDumbTerminalGetsNoColorUnlessAsked() throws {
    let program = try Program()
    _ = try program.run("add", "Arya")
    _ = try program.run("dead", "Arya")
    for (arguments, hasColor) in [([], false), (["--color", "always"], true)] {
      let session = try TerminalSession(
        program.path, ["show", "--no-pager"] + arguments,
        environment: program.environment.setting(["TERM": "dumb"]),
        directory: program.environment.home.path, standardInput: .terminal,
        standardOutput: .terminal, rows: 24, columns: 80, oracle: nil)
      #expect(session.waitForExit() == .code(0))
      #expect(session.output.contains(0x1B) == hasColor)
    }
  }

  @Test func withReverseThePromptIsTheFirstRow() throws {
    let program = try Program()
    let session = try program.open("--reverse", input: .pipe(names), rows: 14, columns: 50)
    session.wait { $0.row(1).contains("3 of 3") }
    session.send("ar")
    session.wait { $0.row(0) == "targets> ar" && $0.row(3).hasPrefix("A     Arya Stark") }
    #expect(session.screen.cursor == .init(row: 0, column: 11))
    session.send(Key.controlU + Key.controlD)
    session.expectEnd(.code(0))
  }

  @Test func aLetterOfAnyScriptJumpsAndManySectionsAreShown() throws {
    let program = try Program()
    let letters = "абвгдежзиклмнопрст".map { "\($0)на\n" }.joined()
    let session = try program.open(
      "--sections", "first-letter", input: .text(letters), rows: 10, columns: 40)
    session.waitForStatus("18 of 18")
    session.send(Key.alt("g"))
    session.wait { $0.row(0).hasPrefix("А     ана") && $0.contains("jump to") }
    session.send("м")
    session.wait { $0.contains("▸   мна") }
    session.send(Key.alt("w"))
    session.wait { $0.row(6) == "    мна" && $0.contains("q to close") }
    session.send(Key.escape)
    session.wait { $0.contains("▸   мна") && !$0.contains("q to close") }
    session.send(":jump" + Key.enter)
    session.wait { $0.contains("А 1   Б 1") }
    session.send(Key.escape)
    session.wait { !$0.contains("А 1   Б 1") }
    session.send(":help M-w" + Key.enter)
    session.waitForStatus("M-w: show the full name")
    session.leave()
  }
}
