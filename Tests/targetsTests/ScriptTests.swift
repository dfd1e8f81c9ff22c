import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// `--commands`: lines for the prompt from a file or standard input, without a terminal.
@Suite(.ownThreads)
struct ScriptTests {
  private let program: Program

  init() throws { program = try Program() }

  /// Runs lines from standard input, with a list of three rows.
  private func run(
    _ script: String, _ arguments: [String] = [], names: String = "Ada\nBo\nCy\n"
  ) throws -> ProgramRun {
    _ = try program.run("import", "-", input: .text(names))
    return try program.run(arguments + ["--commands", "-"], input: .text(script))
  }

  private func expect(
    _ run: ProgramRun, _ output: String, _ error: String = "", status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.output == output, sourceLocation: sourceLocation)
    #expect(run.error == error, sourceLocation: sourceLocation)
    #expect(run.status == .code(status), sourceLocation: sourceLocation)
  }

  private func has(_ file: String) -> Bool {
    access(program.environment.home.path(file), F_OK) == 0
  }

  private func dead() throws -> String { try program.run("show", "--dead").output }

  // MARK: Lines

  /// A script must not take a mistaken name for a list in which all is decided.
  @Test func anUnknownListIsAnError() throws {
    _ = try program.run("add", "-l", "branches", "wip")
    for command in [["review"], ["pick"], []] {
      let run = try program.run(
        command + ["-l", "branchs", "--commands", "-"], input: .text(":dead all\n"))
      #expect(run.status == .code(2))
      #expect(run.error.contains("no list “branchs”; did you mean “branches”?"), "\(command)")
    }
    let session = try program.open("review", "-l", "branchs")
    session.wait { $0.contains("no list “branchs”; did you mean “branches”?") }
    session.expectEnd(.code(2))
  }

  @Test func aQueryPrintsNumberedRowsAndACommandIsCarriedOut() throws {
    expect(
      try run("b\n:dead 1\n\n"),
      """
      B
        1    Bo
      Bo decided: dead; :undo to undo
      A
        1    Ada
      B
        2 †  Bo
      C
        3    Cy

      """)
    #expect(try dead() == "Bo\n")
  }

  @Test func droppedRowsOfAListAreShown() throws {
    expect(
      try run(":drop Bo\n:drop Ada\n:show dropped\n:add Bo\n:show dropped dead\n"),
      """
      Bo dropped; :undo to undo
      Ada dropped; :undo to undo
      2 dropped rows; :add NAME brings one back
        Ada
        Bo
      Bo is back; :undo to undo
      1 dropped row; :add NAME brings one back
        Ada

      """)
  }

  @Test func aFilterPrintsItsRowsAtOnce() throws {
    expect(
      try run("b\n:dead 1\n:show open\n:show dead\n"),
      """
      B
        1    Bo
      Bo decided: dead; :undo to undo
      no match
      B
        1 †  Bo

      """)
  }

  @Test func theQueryOfTheCommandLineComesFirst() throws {
    expect(try run(":ok\n", ["-q", "c"]), "C\n  1    Cy\nCy decided: ok; :undo to undo\n")
  }

  @Test func scriptsNeverAsk() throws {
    let names = (1...30).map { "row \($0)\n" }.joined()
    expect(try run(":dead all\n", names: names), "30 rows changed; :undo to undo\n")
    #expect(try program.run("show", "--dead").output.split(separator: "\n").count == 30)
    // The edit of another run is also undone without a question.
    expect(try run(":undo\n", names: ""), "undone: dead, 30 rows\n")
    #expect(try dead() == "")
  }

  @Test func allRowsArePrintedAndNumbered() throws {
    let names = (1...200).map { "row \(1_000 + $0)\n" }.joined()
    let run = try run("row\n:dead 200\n", names: names)
    #expect(run.output.contains("\n200    row 1200\n"))
    #expect(run.output.contains("row 1200 decided: dead"))
    #expect(run.status == .code(0))
  }

  @Test func aFailedLineDeterminesAPickersStatus() throws {
    let run = { script in
      try program.run("pick", "-l", "./default", "--commands", "-", input: .text(script))
    }
    _ = try program.run("import", "-", input: .text("Ada\n"))
    expect(try run(":quit\n"), "", status: 130)
    let failed = try run(":jump x y\n:nonsense\n:quit\n")
    #expect(failed.status == .code(1))
    #expect(failed.error.contains("line 2"))
  }

  @Test func noMatchIsNotAFailure() throws {
    expect(try run("zz\n"), "no match\n")
  }

  @Test func linesAfterQuitAreNotRead() throws {
    expect(try run(":dead Ada\n:quit\n:dead Bo\n"), "Ada decided: dead; :undo to undo\n")
    #expect(try dead() == "Ada\n")
  }

  @Test func aScriptFileCanBeUsedWithPipedNames() throws {
    let script = program.environment.home.path("script")
    try program.environment.home.write("b\n:dead 1\n", to: "script")
    let run = try program.run("--commands", script, input: .text("Ada\nBo\n"))
    expect(run, "B\n  1    Bo\nBo decided: dead; :undo to undo\n")
    #expect(try dead() == "Bo\n")
  }

  /// cron and systemd start programs with it; an empty pipe has no rows.
  @Test func aListIsReadIfStandardInputIsTheNullDevice() throws {
    _ = try program.run("add", "-l", "one", "Ada", "Bo")
    try program.environment.home.write("b\n:dead #1\n", to: "script")
    let script = ["-l", "one", "--commands", program.environment.home.path("script")]
    expect(
      try program.run(script, input: .file("/dev/null")),
      "B\n  1    Bo\nBo decided: dead; :undo to undo\n")
    expect(
      try program.run(script, input: .text("")), "no match\n",
      "targets: commands, line 2: no row #1\n", status: 1)
    expect(
      try program.run(["-l", "one", "-q", "a", "--format", "names"], input: .file("/dev/null")),
      "Ada\n")
  }

  @Test func aScriptContinuesInAnotherList() throws {
    _ = try program.run("add", "-l", "one", "Ada")
    _ = try program.run("add", "-l", "two", "Bo")
    let run = try run("\n:switch two\n\n:nonsense\n", ["-l", "one"], names: "")
    expect(
      run, "A\n  1    Ada\nB\n  1    Bo\n",
      "targets: commands, line 4: no command “:nonsense”; :help lists them\n", status: 1)
  }

  @Test(
    "Script: an unknown list fails its line, and the next lines are for the present list")
  func unknownList() throws {
    _ = try program.run("add", "-l", "one", "Ada")
    let run = try run(":switch on\n:dead Ada\n", ["-l", "one"], names: "")
    expect(
      run, "Ada decided: dead; :undo to undo\n",
      "targets: commands, line 1: no list “on”; did you mean “one”?\n", status: 1)
  }

  @Test func answersArriveWhileTheScriptIsBeingWritten() throws {
    _ = try program.run("import", "-", input: .text("Ada\nBo\n"))
    let session = try program.open("--commands", "-", input: .openPipe, output: .pipe)
    session.feed("b\n")
    session.wait { _ in String(decoding: session.standardOutput, as: UTF8.self).contains("Bo\n") }
    session.feed(":quit\n")
    #expect(session.waitForExit() == .code(0))
    // The terminal is not used.
    #expect(session.output.isEmpty)
  }

  // MARK: Failures

  @Test func aFailedLineIsReportedByNumberAndOthersAreCarriedOut() throws {
    expect(
      try run(":dead 7\n:dead Zoe\n:dead Ada\n:kill\n:dead\n"),
      "Ada decided: dead; :undo to undo\n",
      """
      targets: commands, line 1: no row #7
      targets: commands, line 2: Zoe is not in list “./default”
      targets: commands, line 4: no command “:kill”; :help lists them
      targets: commands, line 5: select a row first: type its number, as in :dead 3

      """, status: 1)
    #expect(try dead() == "Ada\n")
  }

  @Test func equalFailuresAreReportedEach() throws {
    let run = try run(":dead 7\n:dead 7\n")
    #expect(run.error.contains("line 1: no row #7\n"))
    #expect(run.error.contains("line 2: no row #7\n"))
  }

  @Test func eachLineWithInvalidUTF8IsAnError() throws {
    _ = try program.run("import", "-", input: .text("Ada\n"))
    let script = Array("a\0\n".utf8) + [0xFF, 0x0A] + Array(repeating: 0x78, count: 9_000) + [0x0A]
    let run = try program.run(
      ["--commands", "-"], input: .bytes(script + Array(":dead Ada\n".utf8)))
    expect(
      run, "Ada decided: dead; :undo to undo\n",
      """
      targets: commands, line 1: the line contains NUL
      targets: commands, line 2: the line is not valid UTF-8
      targets: commands, line 3: the line is longer than 8,192 bytes

      """, status: 1)
  }

  @Test func aFailureToWriteIsAnError() throws {
    _ = try program.run("import", "-", input: .text("Ada\n"))
    let run = try Shell.bash.run("echo a | targets --commands - >/dev/full", of: program)
    #expect(run.error.contains("cannot write output"))
    #expect(run.status == .code(2))
  }

  @Test func rowsThatCannotBeReadAreAnError() throws {
    let run = try program.run(
      ["--commands", "-", "missing"], input: .text(":dead Ada\n"))
    #expect(run.status == .code(2))
    #expect(run.output == "")
    #expect(run.error.contains("missing"))
    #expect(!run.error.contains("line 1"))
  }

  @Test(arguments: [
    (["--commands", "gone"], "--commands: cannot read “gone”: No such file or directory"),
    (["--commands", "."], "--commands: cannot read “.”: Is a directory"),
    (["--commands", "-", "-"], "--commands - cannot be combined with the FILE -"),
    (["pick", "--commands", "-"], "pick: requires a FILE, a pipe, --from or --list"),
    (["--allow-shell"], "--allow-shell requires --commands"),
    (["-f", "a", "--commands", "-"], "-f cannot be combined with --commands"),
    (["--commands", "-", "--format", "csv"], "--format cannot be combined with --commands"),
    (["review", "--commands", "-", "--print0"], "--print0 cannot be combined with --commands"),
    (["show", "--commands", "-"], "unknown option --commands"),
  ])
  func wrongUsageHasStatusTwo(arguments: [String], reason: String) throws {
    let run = try program.run(arguments, input: .text(":dead all\n"))
    #expect(run.status == .code(2))
    #expect(run.error.contains(reason))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func commandsCannotBeADefault() throws {
    let program = try Program(["TARGETS_DEFAULT_OPTS": "--commands -"])
    let session = try program.open("--plain", input: .text("Ada\n"), oracle: .plain)
    session.waitForExit()
    #expect(session.screen.contains("TARGETS_DEFAULT_OPTS: --commands cannot be a default"))
  }

  // MARK: Shell commands

  @Test func shellCommandsNeedToBeAllowed() throws {
    expect(
      try run(":! touch x\n"), "", "targets: commands, line 1: :! requires --allow-shell\n",
      status: 1)
    #expect(!has("x"))
    expect(try run("b\n:! touch {}; echo done\n", ["--allow-shell"]), "B\n  1    Bo\ndone\n")
    #expect(has("Bo"))
  }

  @Test func aShellCommandDoesNotReadTheScript() throws {
    expect(
      try run(":! cat\n:dead Ada\n", ["--allow-shell"]), "Ada decided: dead; :undo to undo\n")
  }

  @Test func aFailedShellCommandIsAFailedLine() throws {
    expect(
      try run(":! exit 3\n", ["--allow-shell"]), "", "targets: commands, line 1: exit status 3\n",
      status: 1)
  }

  // MARK: Review and pick

  @Test func reviewAcceptsAnswersAndCommands() throws {
    let run = try run("d\nm gone since May\n:ok\n:undo\nq\nd\n", ["review"])
    #expect(run.status == .code(0))
    #expect(run.error == "")
    #expect(try dead() == "Ada\n")
    #expect(try program.run("show", "--ok").output == "")
    #expect(try program.run("show", "--noted").output == "Bo\n")
  }

  @Test("Review: a message about what was done comes before the next row, and a new note is shown")
  func reviewSaysWhatWasDoneFirst() throws {
    let question = "Ada noted; u to undo\n   Ada\n    note: "
    expect(
      try run("m one\nm two\nd\nu\nn\nq\n", ["review"]),
      """
         Ada
      \(question)one
      \(question)two
      Ada decided: dead; u to undo
         Bo
      undone: dead, Ada
         Ada
          note: two
         Bo

      """)
  }

  @Test func anUnknownAnswerIsAFailedLine() throws {
    let run = try run("y\nd\n", ["review"])
    #expect(run.error == "targets: commands, line 1: “y” is not an answer; ? for help\n")
    #expect(run.status == .code(1))
    #expect(try dead() == "Ada\n")
  }

  @Test func aPickerPrintsOnlyWhatWasPicked() throws {
    let script = program.environment.home.path("script")
    try program.environment.home.write("b\n1\n", to: "script")
    let one = try program.run("pick", "--commands", script, input: .text("Ada\nBo\n"))
    expect(one, "Bo\n", "B\n  1    Bo\n")
    try program.environment.home.write(":quit\n", to: "script")
    let none = try program.run("pick", "--commands", script, input: .text("Ada\nBo\n"))
    expect(none, "", status: 130)
  }

  @Test(
    arguments: [("-1", "b", "Bo\n", 0), ("-0", "zz", "", 1)] as [(String, String, String, Int32)])
  func aPickerThatNeedsNoQuestionNeedsNoLine(
    option: String, query: String, output: String, status: Int32
  ) throws {
    let script = program.environment.home.path("script")
    try program.environment.home.write("a\n1\n", to: "script")
    expect(
      try program.run(
        "pick", option, "-q", query, "--commands", script, input: .text("Ada\nBo\n")),
      output, status: status)
  }

  // MARK: Names are never commands

  /// Names that would be commands at the prompt.
  private static let names = ":dead all\n:! touch x\n:quit\nd\n"

  @Test(arguments: [
    [], ["--plain"], ["-f", ""], ["--color", "never"],
  ])
  func pipedNamesStayNames(arguments: [String]) throws {
    let run = try program.run(arguments, input: .text(Self.names))
    #expect(run.status == .code(0))
    for name in [":dead all", ":! touch x", ":quit", "d"] { #expect(run.output.contains(name)) }
    #expect(!has("x"))
    #expect(try program.run("show").output == "")
  }

  @Test(arguments: [["review"], ["review", "--plain"], ["pick"], ["pick", "--plain"]])
  func withoutATerminalNamesAreNotReadAsCommands(arguments: [String]) throws {
    let run = try program.run(arguments, input: .text(Self.names))
    #expect(run.status == .code(2))
    #expect(run.error.contains("requires a terminal"))
    #expect(!has("x"))
    #expect(try program.run("show").output == "")
  }

  @Test(arguments: [["--plain"], ["review", "--plain"]])
  func onATerminalPipedNamesStayNames(arguments: [String]) throws {
    let session = try program.open(arguments, input: .text(Self.names), oracle: .plain)
    session.wait { $0.contains("4 rows") }
    session.send(arguments[0] == "review" ? "q\r" : ":quit\r")
    #expect(session.waitForExit() == .code(0))
    #expect(!has("x"))
    #expect(try program.run("show").output == "")
  }

  @Test func pipedNamesStayNamesBesideAScript() throws {
    let script = program.environment.home.path("script")
    try program.environment.home.write(":like d\n", to: "script")
    let run = try program.run(
      "--commands", script, "--allow-shell", input: .text(Self.names))
    expect(run, "d liked; :undo to undo\n")
    #expect(try dead() == "")
    #expect(!has("x"))
  }
}
