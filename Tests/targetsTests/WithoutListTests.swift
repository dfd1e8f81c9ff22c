import Foundation
import TestSupport
import Testing

/// `-f`, `--unsorted` and `--pick` without `--list` only depend on the input, the options and the
/// locale, and they change nothing.
@Suite(.ownThreads)
struct WithoutListTests {
  /// The possible states of a home directory.
  enum Home: CaseIterable {
    case missing, marked, damaged, foreign, newer, unreachable, wrongVariables

    /// The program with such a home directory.
    func program() throws -> Program {
      switch self {
      case .missing:
        return try Program([
          "HOME": nil, "XDG_DATA_HOME": nil, "XDG_STATE_HOME": nil, "XDG_CACHE_HOME": nil,
        ])
      case .unreachable: return try Program(["TARGETS_STORE": "postgres://127.0.0.1:1/none"])
      case .wrongVariables: return try Program(["TARGETS_AS": ""])
      case .marked, .damaged, .foreign, .newer: break
      }
      let program = try Program()
      #expect(try program.run("dead", "--add", "Ada", "Zadie").status == .code(0))
      #expect(try program.run("ok", "--add", "Bob").status == .code(0))
      #expect(try program.run("like", "--add", "Cy", "-m", "bab").status == .code(0))
      let store = URL(filePath: program.store)
      switch self {
      case .damaged: try Data(repeating: 7, count: 20_000).write(to: store)
      case .foreign: try change(68..<72, of: store, to: [1, 2, 3, 4])
      case .newer: try change(60..<64, of: store, to: [0, 0, 0, 99])
      default: break
      }
      return program
    }

    private func change(_ range: Range<Int>, of file: URL, to bytes: [UInt8]) throws {
      var data = try Data(contentsOf: file)
      data.replaceSubrange(range, with: bytes)
      try data.write(to: file)
    }
  }

  private static let names = "Zadie\nBob\nAda\nCy\nAda\n"

  private static let filters = [
    ["-f", ""], ["-f", "a"], ["-f", "a", "--unsorted"], ["-f", "", "--unsorted", "--print0"],
    ["-f", "bab"], ["-f", "nobody"], ["-f", "", "--format", "ndjson"],
    ["-f", "", "--format", "csv"], ["-f", "", "--format", "json"], ["-f", "", "--format", "todo"],
  ]

  private static let picks = [
    ["pick", "-1", "-q", "bo"], ["pick", "-0", "-q", "nobody"],
    ["pick", "-1", "-q", "bo", "--print-query"],
    ["pick", "--multi", "-1", "-q", "z", "--format", "ndjson"],
  ]

  private static func files(_ program: Program) throws -> [String: Data?] {
    let home = URL(filePath: program.environment.home.path)
    let all = FileManager.default.enumerator(at: home, includingPropertiesForKeys: nil)
    var files: [String: Data?] = [:]
    for case let file as URL in try #require(all) { files[file.path] = try? Data(contentsOf: file) }
    return files
  }

  /// The status, the output and the errors.
  private static func run(
    _ program: Program, _ arguments: [String], _ input: ProgramRun.Input
  ) throws -> [String] {
    let run = try ProgramRun(
      program.path, arguments, input: input, environment: program.environment,
      directory: program.environment.home.path)
    return ["\(run.status)", run.output, run.error]
  }

  /// What is printed in an empty home directory.
  private static let ofEmptyHome = Result {
    let clean = try Program()
    let runs = try (filters + picks).map { ($0, try run(clean, $0, .text(names))) }
    #expect(try files(clean).isEmpty)
    return Dictionary(uniqueKeysWithValues: runs)
  }

  private func expectSame(_ program: Program, _ arguments: [String]) throws {
    let before = try Self.files(program)
    let wanted = try #require(try Self.ofEmptyHome.get()[arguments])
    #expect(wanted[0] != "\(ExitStatus.code(2))", "\(arguments): \(wanted)")
    #expect(try Self.run(program, arguments, .text(Self.names)) == wanted, "\(arguments)")
    let file = TemporaryDirectory()
    let path = try file.write(Self.names, to: "names")
    #expect(try Self.run(program, arguments + [path], .empty) == wanted, "\(arguments) FILE")
    #expect(try Self.files(program) == before, "\(arguments)")
  }

  @Test(arguments: Home.allCases)
  func printingDependsOnlyOnTheInput(home: Home) throws {
    let program = try home.program()
    for arguments in Self.filters + Self.picks { try expectSame(program, arguments) }
  }

  /// In the order of the input, a line is printed before the next ones are read.
  @Test func linesInTheOrderOfTheInputAreNotAwaited() throws {
    let program = try Program()
    let script = "yes | \(program.path) -f y --no-sort --limit 2; exit ${PIPESTATUS[1]}"
    let run = try ProgramRun("/bin/bash", ["-c", script], environment: program.environment)
    #expect((run.output, run.error, run.status) == ("y\ny\n", "", .code(0)))
    let none = try program.run("-f", "a | b", "--no-sort", input: .text("Ada\n"))
    #expect(none.status == .code(1) && none.error.contains("“a | b”"), "\(none.error)")
    let long = String(repeating: "y", count: 17 << 20)
    let skipped = try program.run("-f", "y", "--no-sort", input: .text("y\n\(long)\nyes\n"))
    #expect(skipped.output == "y\nyes\n" && skipped.status == .code(2))
  }

  @Test(arguments: Home.allCases)
  func aSourceIsPrintedUnchanged(home: Home) throws {
    let program = try home.program()
    let source = ["--from", "demo:rows=20,delay=0,seed=1", "-f", ""]
    let clean = try Program()
    for format in ["names", "ndjson", "csv", "sections"] {
      let runs = try [clean, program].map {
        try ProgramRun($0.path, source + ["--format", format], environment: $0.environment)
      }
      #expect(runs[0].status == .code(0))
      #expect(runs[1].output == runs[0].output && runs[1].error == runs[0].error)
    }
  }

  @Test(arguments: Home.allCases)
  func rowsArePickedOnTheTerminal(home: Home) throws {
    let program = try home.program()
    let before = try Self.files(program)
    for input in [Self.names, nil] {
      let source = ["--from", "demo:rows=3,delay=0,seed=1"]
      let session = try program.open(
        ["pick", "--multi"] + (input == nil ? source : []),
        input: input.map { .text($0) } ?? .terminal,
        output: .pipe)
      session.wait { $0.contains("▸ ") && !$0.contains("loading") }
      #expect(!session.screen.rows.contains { $0.contains("†") || $0.contains("✓") })
      session.send(Key.tab)
      session.waitForStatus("1 picked")
      session.send(Key.enter)
      session.expectEnd(.code(0))
      if input != nil { #expect(session.standardOutput == Array("Ada\n".utf8)) }
    }
    #expect(try Self.files(program) == before)
  }

  @Test(arguments: [["pick"], ["-f", "a"], ["-f", "a", "--unsorted"], ["pick", "-1"]])
  func withoutAnyInputItIsWrongUsage(arguments: [String]) throws {
    let program = try Program()
    #expect(try program.run("add", "Ada").status == .code(0))
    let session = try program.open(arguments, output: .pipe, oracle: nil)
    session.expectEnd(.code(2))
    #expect(
      String(decoding: session.output, as: UTF8.self).contains(
        "requires a FILE, a pipe, --from or --list"))
  }

  @Test func aNamedListIsRead() throws {
    let program = try Home.marked.program()
    let run = try program.run(
      "-f", "", "--format", "sections", "--list", "./default", input: .text(Self.names))
    #expect(run.output == "A\n†  Ada\nB\n✓  Bob\nC\n ♥ Cy\nZ\n†  Zadie\n")
    let damaged = try Home.damaged.program()
    #expect(
      try damaged.run("-f", "", "-l", "./default", input: .text(Self.names)).status == .code(2))
  }

  /// A list that does not exist has no dead rows, so with a filter, a misspelled name must be an error.
  @Test(arguments: [
    ["-f", "", "--not-dead"], ["pick", "-1", "--open"], ["show", "--input", "-", "--not-dead"],
    ["sections", "--input", "-", "--open"], ["--not-dead"],
    ["run", "--not-dead", "--input", "-", "-n", "--", "echo"],
  ])
  func anUnknownListIsAnErrorBesideAnInput(words: [String]) throws {
    let program = try Program()
    #expect(try program.run("dead", "--add", "-l", "real", "Ada").status == .code(0))
    let run = try program.run(["-l", "reall"] + words, input: .text("Ada\nBo\n"))
    #expect(run.status == .code(2) && run.output == "")
    #expect(run.error.contains("no list “reall”; did you mean “real”?"))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  /// Output without a command stays in sections, with one warning.
  @Test(arguments: [Home.missing, .damaged, .foreign, .newer, .unreachable])
  func pipedNamesArePrintedWithoutMarks(home: Home) throws {
    let program = try home.program()
    let run = try program.run(input: .text("Zadie\n Bob \nBob\n"))
    #expect(run.status == .code(0) && run.output == "B\n   Bob\nZ\n   Zadie\n")
    let lines = run.error.split(separator: "\n")
    #expect(lines.filter { $0.hasSuffix("; names are printed without their states") }.count == 1)
    #expect(lines.count == 2, "\(run.error)")
    #expect(try program.run("--dead", input: .text("Zadie\n")).status == .code(2))
  }

  @Test(arguments: [["-f", ""], ["pick", "-1"]])
  func aStoreWithoutAListIsRefused(command: [String]) throws {
    let program = try Program()
    let run = try program.run(command + ["--store", program.store], input: .text("a\n"))
    #expect(run.status == .code(2) && run.error.contains("--store requires --list"))
  }

  // MARK: What a picker's keys do

  /// Sends keys and lines that edit when browsing; in a picker they must edit nothing.
  ///
  /// The lines of the history are edit commands, too.
  @Test(arguments: [false, true])
  func noKeyAndNoCommandOfAPickerEditsAnything(hasInputrc: Bool) throws {
    let program = try Program()
    try program.environment.home.write(
      ":dead all\n:drop all\n", to: ".local/state/targets/history")
    if hasInputrc {
      let names = ["dead", "ok", "like", "note", "snooze", "drop", "undo", "redo", "review"]
      let lines = names.enumerated().map { "\"\\C-t\($0.offset)\": targets-\($0.element)\n" }
      try program.environment.home.write(
        "\"\\C-t9\": previous-history\n\"\\C-p\": previous-history\n" + lines.joined(),
        to: ".inputrc")
    }
    let session = try program.open(
      "pick", "--multi", input: .text("Ada\nBo\n"), output: .pipe)
    session.wait { $0.contains("▸    Ada") }
    let x = Key.controlX
    var keys = [x + "d", x + "o", x + "n", x + "z", x + "l", x + "k", x + "u", x + "r", "\u{1b}OQ"]
    keys += [Key.alt("x"), "\u{10}", "\u{12}dead\u{7}", "\u{1b}pdead\r"]
    if hasInputrc { keys += (0...9).map { "\u{14}\($0)" } }
    for key in keys { session.send(key + Key.controlU) }
    // With Enter, they are searched for: see PickerProgramTests.aColonIsSearchedFor.
    for line in [":dead all", ":drop #1", ":add New", ":undo", ":note x"] {
      session.send(line + Key.controlU)
    }
    session.send(Key.tab + Key.controlU)
    session.waitForStatus("picked")
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(try program.run("lists").status == .code(1))
    #expect(
      try String(
        contentsOfFile: program.environment.home.path(".local/state/targets/history"),
        encoding: .utf8)
        == ":dead all\n:drop all\n")
  }

  /// C-p moves up, and recalls no line of the history that Enter would carry out.
  @Test func enterAfterControlPAcceptsTheRow() throws {
    let program = try Program()
    let history = ".local/state/targets/history"
    try program.environment.home.write(":dead all\n", to: history)
    let session = try program.open("pick", input: .text("Ada\nBo\n"), output: .pipe)
    session.wait { $0.contains("▸   Ada") }
    session.send(Key.down + "\u{10}" + Key.enter)
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array("Ada\n".utf8))
    #expect(try program.run("lists").status == .code(1))
  }

  @Test(arguments: [[], ["--list", "mine"]])
  func upAndDownWorkAsInOtherPickers(options: [String]) throws {
    let program = try Program()
    let session = try program.open(
      ["pick"] + options, input: .text("Ada\nBo\nCy\n"), output: .pipe)
    session.wait { $0.contains("▸   Ada") }
    for key in ["\u{E}", "\n", Key.down] {
      session.send(key)
      session.wait { $0.contains("▸   Bo") }
      session.send(Key.up)
      session.wait { $0.contains("▸   Ada") }
    }
    for key in ["\u{10}", "\u{B}", Key.up] {
      session.send(Key.down)
      session.wait { $0.contains("▸   Bo") }
      session.send(key)
      session.wait { $0.contains("▸   Ada") }
    }
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array("Ada\n".utf8))
  }

  /// The terminal has turned it into a line feed; a moment later, this key would move down.
  @Test func anEnterTypedBeforeTheFirstPaintAccepts() throws {
    let program = try Program()
    let home = program.environment.home
    try home.write("Ada\nBo\nBob\n", to: "names")
    let session = try TerminalSession(
      "/bin/sh", ["-c", "mkfifo go; : < go; exec \"$0\" pick -1 names", program.path],
      environment: program.environment, directory: home.path, standardInput: .terminal,
      standardOutput: .pipe, oracle: nil)
    session.send("b" + Key.enter)
    session.wait { $0.contains("b") }
    _ = try ProgramRun("/bin/sh", ["-c", ": > go"], directory: home.path)
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array("Bo\n".utf8))
  }

  @Test func withAListAPickerEditsIt() throws {
    let program = try Program()
    let session = try program.open(
      "pick", "--list", "mine", input: .text("Ada\nBo\n"), output: .pipe)
    session.wait { $0.contains("▸   Ada") }
    session.send(Key.controlX + "d")
    session.wait { $0.contains("†") }
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(try program.run("lists").output == "mine\t\t1\t0\t1\t0\n")
  }
}
