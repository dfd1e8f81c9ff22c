import Glibc
import LibraryTestSupport
import TestSupport
import Testing

@Suite(.ownThreads)
struct PickerProgramTests {
  private func open(
    _ arguments: [String] = ["pick"], input: TerminalSession.Input,
    output: TerminalSession.Output = .pipe, oracle: ByteOracle = .screen
  ) throws -> TerminalSession {
    let program = try Program()
    return try program.open(arguments, input: input, output: output, oracle: oracle)
  }

  private func pick(
    _ arguments: String..., names: String = "Ada\nBo\nCy\n"
  ) throws -> TerminalSession {
    let session = try open(["pick"] + arguments, input: .text(names))
    // Before there are rows, a key for a row does nothing.
    session.wait { $0.contains("targets>") && $0.contains("▸") && !$0.contains("loading") }
    return session
  }

  private func expectEnd(
    of session: TerminalSession, _ status: TestSupport.ExitStatus, _ output: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    session.expectEnd(status, sourceLocation: sourceLocation)
    #expect(
      String(decoding: session.standardOutput, as: UTF8.self) == output,
      sourceLocation: sourceLocation)
  }

  @Test(arguments: ["emacs", "vi"])
  func escapeLeaves(mode: String) throws {
    let program = try Program()
    _ = try program.environment.home.write("set editing-mode \(mode)\n", to: ".inputrc")
    let session = try program.open(["pick"], input: .text("Ada\nBo\n"), output: .pipe)
    session.wait { $0.contains("▸   Ada") }
    session.send(Key.escape)
    expectEnd(of: session, .code(130), "")
  }

  @Test func onlyThePickedNameIsPrinted() throws {
    let session = try pick()
    session.wait { $0.contains("▸   Ada") }
    session.send(Key.down)
    session.wait { $0.contains("▸   Bo") }
    session.send(Key.enter)
    expectEnd(of: session, .code(0), "Bo\n")
  }

  @Test func aQueryTypedWithEnterPicksItsFirstRow() throws {
    let session = try pick()
    session.send("c" + Key.enter)
    expectEnd(of: session, .code(0), "Cy\n")
  }

  @Test func nothingToPickHasStatusOne() throws {
    let session = try pick()
    session.send("x" + Key.enter)
    expectEnd(of: session, .code(1), "")
  }

  @Test(arguments: [Key.escape, Key.controlC, Key.controlG, Key.controlD])
  func leavingHasStatus130(key: String) throws {
    let session = try pick("--multi", "--print-query")
    session.send(Key.tab)
    session.waitForStatus("1 picked")
    session.send(key)
    expectEnd(of: session, .code(130), "")
  }

  /// The terminal's own Ctrl-C would also end the shell.
  @Test(arguments: ["bash", "dash", "zsh", "fish"], ["pick", "pick -1", "pick --plain"])
  func aScriptContinuesWhenItsPickerIsLeft(shell: String, command: String) throws {
    let program = try Program()
    let pick = "(printf 'Ada\\nAl\\n' | '\(program.path)' \(command))"
    let script =
      shell == "fish"
      ? "set x \(pick)\necho ended with $status and goes on"
      : "x=$\(pick)\necho ended with $? and goes on"
    let session = try TerminalSession(
      "/usr/bin/\(shell)", [shell == "fish" ? "-N" : "-f", "-c", script],
      environment: program.environment, directory: program.environment.home.path, oracle: nil)
    session.wait { $0.contains("targets>") && !$0.contains("loading") }
    session.send(Key.controlC)
    session.wait { $0.contains("ended with 130 and goes on") }
    #expect(session.waitForExit() == .code(0))
  }

  // MARK: Several rows

  @Test func severalRowsArePrintedInPickingOrder() throws {
    let session = try open(["pick", "-m"], input: .text("Ada\nBo\nCy\nDi\n"))
    session.wait { $0.contains("▸    Ada") }
    session.send("c")
    session.wait { $0.contains("▸    Cy") }
    session.send(Key.tab)
    session.waitForStatus("1 picked")
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.send(Key.tab + Key.tab)
    session.wait { $0.contains(" ●   Ada") && $0.contains("▸●   Cy") }
    session.waitForStatus("3 picked")
    session.send(Key.enter)
    expectEnd(of: session, .code(0), "Cy\nAda\nBo\n")
  }

  @Test func picksAreLimitedAndCanEndWithNULs() throws {
    let session = try pick("--multi=2", "--print0")
    session.send(Key.tab + Key.tab + Key.tab)
    session.waitForStatus("at most 2 rows can be picked")
    session.send(Key.enter)
    expectEnd(of: session, .code(0), "Ada\0Bo\0")
  }

  @Test func theKeysThatPickCanBeRebound() throws {
    let program = try Program()
    try program.environment.home.write(
      "$if targets\n\"\\C-t\": targets-pick-next\n\"\\C-p\": targets-previous-row\n$endif\n",
      to: ".inputrc")
    let session = try program.open(
      "pick", "-m", input: .text("Ada\nBo\n"), output: .pipe)
    session.wait { $0.contains("▸    Ada") }
    session.send("\u{14}")
    session.wait { $0.contains(" ●   Ada") && $0.contains("▸    Bo") }
    session.send("\u{10}")
    session.wait { $0.contains("▸●   Ada") }
    session.send(Key.enter)
    expectEnd(of: session, .code(0), "Ada\n")
  }

  @Test func inPlainModeNumbersPick() throws {
    let session = try open(
      ["pick", "--multi", "--plain"], input: .text("Ada\nBo\nCy\n"), oracle: .plain)
    session.wait {
      $0.contains("type a query, or Enter for all rows; then a number picks or unpicks a row")
        && $0.contains("3 rows")
    }
    session.send(Key.enter)
    session.wait { $0.contains("  3    Cy") }
    session.send("3" + Key.enter)
    session.wait { $0.contains("Cy picked; 1 in all") }
    session.send("1" + Key.enter)
    session.wait { $0.contains("Ada picked; 2 in all") }
    session.send(Key.enter)
    expectEnd(of: session, .code(0), "Cy\nAda\n")
  }

  /// The answer to the printed rows is not a query.
  @Test(arguments: ["2", ""])
  func inPlainModeTheQueryIsThatOfThePrintedRows(answer: String) throws {
    let session = try open(
      ["pick", "--plain", "--print-query"], input: .text("Ada\nBo\nAl\n"), oracle: .plain)
    session.wait { $0.contains("3 rows") }
    session.send("a" + Key.enter)
    session.wait { $0.contains("  2    Al") }
    session.send(answer + Key.enter)
    expectEnd(of: session, .code(0), "a\n\(answer.isEmpty ? "Ada" : "Al")\n")
  }

  @Test func commandsPickRowsOfAList() throws {
    let program = try Program()
    #expect(try program.run("add", "Ada", "Bo", "Cy").status == .code(0))
    #expect(try program.run("dead", "Bo").status == .code(0))
    let session = try program.open(
      "pick", "--multi", "--list", "./default", "--format", "ndjson", output: .pipe)
    session.wait { $0.contains("▸    Ada") }
    session.enter(":pick Cy", "1 picked")
    session.enter(":pick Bo", "2 picked")
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(
      String(decoding: session.standardOutput, as: UTF8.self).undated == """
        {"section":"C","name":"Cy","class":"open"}
        {"section":"B","name":"Bo","class":"dead","verdict":"dead"}

        """)
  }

  @Test(arguments: [
    (
      "csv",
      "section,name,id,class,verdict,changed,earlier,liked,note,until,decidedAt,decidedBy,decidedRevision,revision,detail,source,sectionOfColumn\r\n"
        + "B,Bo,7,open,,,,,,,,,,,red,,\r\nA,Ada,5,open,,,,,,,,,,,blue,,\r\n"
    ),
    (
      "json",
      #"{"version":1,"query":"","total":2,"matched":2,"titles":["B","A"],"sections":["#
        + #"{"title":"B","rows":[{"name":"Bo","id":"7","class":"open","detail":"red"}]},"#
        + #"{"title":"A","rows":[{"name":"Ada","id":"5","class":"open","detail":"blue"}]}]}"#
        + "\n"
    ),
    ("sections", "B\n   Bo\nA\n   Ada\n"),
  ])
  func picksAreToldInTheFormatThatIsAskedFor(format: String, expected: String) throws {
    let session = try pick(
      "--multi", "--format", format, "--csv", "--id-column", "id",
      names: "name,id,color\nAda,5,blue\nBo,7,red\n")
    session.send(Key.down)
    session.wait { $0.contains("▸    Bo") }
    session.send(Key.shiftTab + Key.shiftTab)
    session.waitForStatus("2 picked")
    session.send(Key.enter)
    expectEnd(of: session, .code(0), expected)
  }

  // MARK: Without asking

  @Test func aSingleMatchIsPickedWithoutAsking() throws {
    let session = try open(["pick", "-1", "-q", "b"], input: .openPipe)
    session.feed("Ada\nBo\n")
    session.closeInput()
    expectEnd(of: session, .code(0), "Bo\n")
    #expect(!String(decoding: session.output, as: UTF8.self).contains("?1049h"))
  }

  @Test func noMatchEndsAtOnceOnRequest() throws {
    let session = try open(["pick", "-0", "-q", "x", "--print-query"], input: .text("Ada\n"))
    expectEnd(of: session, .code(1), "x\n")
  }

  @Test func severalMatchesOpenThePickerWithTheTypedKeys() throws {
    let session = try open(["pick", "-1", "-0", "-q", "a"], input: .openPipe)
    session.send("l" + Key.enter)
    session.feed("Ada\nAl\n")
    session.closeInput()
    expectEnd(of: session, .code(0), "Al\n")
  }

  @MainActor
  @Test func aWaitForMoreNamesCanBeLeft() async throws {
    let session = try open(["pick", "-1"], input: .openPipe)
    session.feed("Ada\n")
    await eventually { session.attributes != session.attributesAtStart }
    session.send(Key.controlC)
    expectEnd(of: session, .code(130), "")
  }

  @Test func withoutATerminalOnlyUnambiguousRowsArePicked() throws {
    let program = try Program()
    let one = try program.run("pick", "-1", "-q", "b", "--print-query", input: .text("Ada\nBo\n"))
    #expect(one.status == .code(0))
    #expect(one.output == "b\nBo\n")
    let none = try program.run("pick", "-0", "-q", "x", input: .text("Ada\nBo\n"))
    #expect(none.status == .code(1))
    #expect(none.output == "")
    let two = try program.run("pick", "-1", "-0", input: .text("Ada\nBo\n"))
    #expect(two.status == .code(2))
    #expect(two.error.contains("pick: requires a terminal"))
    let empty = try program.run("pick", "-1", "--csv", input: .text(""))
    #expect(empty.status == .code(2))
    #expect(empty.error == "targets: pick: input: no names\n")
    let other = try program.run("pick", "-1", "--csv", "-q", "x", input: .text("name\nAda\n\n"))
    #expect(other.status == .code(2))
    #expect(other.error.contains("targets: pick: requires a terminal: /dev/tty: "))
  }

  @Test(
    "a row of a source is picked without a terminal, too",
    arguments: [
      (["-1", "--from", "demo:rows=1"], 0, true),
      (["-0", "--from", "demo:rows=3", "-q", "qqq"], 1, false),
    ])
  func withoutATerminalARowOfASourceIsPicked(words: [String], status: Int32, isPicked: Bool) throws
  {
    let run = try Program().run(["pick"] + words)
    #expect(run.status == .code(status) && run.output.isEmpty == !isPicked, "\(run.error)")
    #expect(run.error == "")
  }

  /// A source can be endless, and two rows are enough to know that a person must choose.
  @Test func aLongSourceIsNotReadToTheEndWithoutATerminal() throws {
    let run = try Program().run("pick", "-1", "--from", "demo:rows=1048576")
    #expect(run.status == .code(2))
    #expect(run.error.contains("targets: pick: requires a terminal: /dev/tty: "))
  }

  // MARK: The query

  @Test(arguments: [("b", "b\nBo\n", 0), ("zz", "zz\n", 1)])
  func theQueryComesFirst(query: String, output: String, status: Int32) throws {
    let session = try pick("--print-query")
    session.send(query + Key.enter)
    expectEnd(of: session, .code(status), output)
  }

  @Test func pickingStartsWithTheQueryGiven() throws {
    let session = try pick("-q", "c")
    session.wait { $0.contains("▸   Cy") }
    session.send(Key.enter)
    expectEnd(of: session, .code(0), "Cy\n")
  }

  // MARK: Names that still arrive

  @Test func enterTakesTheRowThatIsShownWhileOthersArrive() throws {
    let session = try open(input: .openPipe)
    session.feed("Mo\n")
    session.wait { $0.contains("▸   Mo") }
    session.feed("Ada\n")
    session.wait { $0.contains("2 of 2") && ($0.contains("▸   Mo") || $0.contains("▸   Ada")) }
    let shown = session.screen.contains("▸   Mo") ? "Mo" : "Ada"
    session.send(Key.enter)
    expectEnd(of: session, .code(0), shown + "\n")
  }

  @Test(arguments: [Key.enter, Key.tab + Key.enter])
  func keysTypedBeforeRowsWaitForThem(keys: String) throws {
    let session = try open(["pick", "-m"], input: .openPipe)
    session.wait { $0.contains("targets>") }
    session.send(keys)
    session.feed("Mo\n")
    expectEnd(of: session, .code(0), "Mo\n")
  }

  @Test func enterWithoutRowsEndsWithTheInput() throws {
    let session = try open(input: .openPipe)
    session.wait { $0.contains("targets>") }
    session.send(Key.enter)
    session.closeInput()
    expectEnd(of: session, .code(1), "")
  }

  @Test(arguments: [Key.escape, Key.controlC])
  func aWaitingEnterCanBeCancelled(key: String) throws {
    let session = try open(input: .openPipe)
    session.wait { $0.contains("targets>") }
    session.send(Key.enter + "x" + key)
    expectEnd(of: session, .code(130), "")
  }

  /// Scripts for fzf have options for its appearance.
  @Test func optionsForFzfsLooksHaveNoEffect() throws {
    let program = try Program()
    let run = try program.run(
      "pick", "-1", "-q", "b", "+m", "--border", "--border=rounded", "--info=inline", "--cycle",
      "--pointer", ">", "--marker=*", "--margin", "1", "--padding=1,2", "--color=fg:7,bg:0",
      "--color", "dark", "--layout=reverse", "--no-mouse", "+s",
      input: .text("Ada\nBo\n"))
    #expect((run.output, run.error, run.status) == ("Bo\n", "", .code(0)))
    #expect(try program.run("dead", "--border", "x").error.contains("unknown option --border"))
  }

  // MARK: Usage

  @Test(arguments: [
    (["pick", "--multi=0"], "--multi takes a number, 1 or more, not “0”"),
    (["pick", "-mmany"], "-m takes a number, 1 or more, not “many”"),
    (["pick", "-f", "a"], "-f cannot be combined with pick"),
    (
      ["pick", "--bind=ctrl-a:accept"],
      "--bind is an option of fzf; use --expect for keys that accept, or set keys in"
    ),
    (["pick", "--color=mauve"], "--color takes auto, always or never, not “mauve”"),
    (["-m"], "unknown option -m; did you mean “targets pick -m”?"),
    (["--multi=2"], "unknown option --multi; did you mean “targets pick --multi”?"),
  ])
  func wrongUsageHasStatusTwo(arguments: [String], reason: String) throws {
    let program = try Program()
    let run = try ProgramRun(
      program.path, arguments, input: .text("Ada\n"), environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.error.contains(reason))
  }

  // MARK: Without a list nothing is a command

  @Test(arguments: [["pick"], ["pick", "--plain"]])
  func aColonIsSearchedFor(words: [String]) throws {
    let program = try Program()
    let session = try program.open(
      words + ["-q", ":!touch made"], input: .text("a\n:!touch made\n:x\n"), output: .pipe,
      oracle: words.count > 1 ? .plain : .screen)
    // The screen shows only the query before there are rows.
    session.wait { $0.contains(words.count > 1 ? "3 rows" : "▸   :!touch made") }
    session.send(Key.enter)
    if words.count > 1 { session.send(Key.enter) }
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array(":!touch made\n".utf8))
    #expect(access(program.environment.home.path("made"), F_OK) != 0)
  }

  @Test func aPastedCommandIsNotCarriedOut() throws {
    let program = try Program()
    let session = try program.open("pick", input: .text("a\n"), output: .pipe)
    session.wait { $0.contains("▸   a") }
    session.send("\u{1b}[200~:!touch made\u{1b}[201~" + Key.enter)
    session.expectEnd(.code(1))
    #expect(access(program.environment.home.path("made"), F_OK) != 0)
  }

  @Test func aNumberAfterMultiIsNotAFile() throws {
    let program = try Program()
    try program.environment.home.write("of the file\n", to: "2")
    try program.environment.home.write("of the file\n", to: "rounded")
    for words in [["-m", "2"], ["--multi", "2"], ["--border", "rounded"]] {
      #expect(try program.run(["pick", "-1"] + words, input: .text("a\n")).output == "a\n")
    }
    #expect(try program.run("pick", "-1", "-m", "rounded").output == "of the file\n")
  }

  /// The fields of fzf 0.38; only fzf's own quotes are missing, as a field is a parameter here.
  @Test(arguments: [
    ([], "a  b\tc ", "[{1}] [{-1}] [{2..}]", "[a] [c] [b\tc]"),
    (["-d", ":"], "x: y :z:", "[{1}] [{2}] [{3}] [{4}] [{9}]", "[x] [y] [z] [] []"),
    (["-d", ":"], "x:y:z", "[{1,3}] [{..2}] [{2}]", "[x:z] [x:y] [y]"),
    (["--ansi"], "\u{1B}[31mred\u{1B}[m two", "[{1}] [{..}]", "[red] [red two]"),
    (["--with-nth", "2"], "one two", "[{1}]", "[one]"),
    ([], "$(touch made) 'q", "[{1}] [{2}] ['{3}']", "[$(touch] [made)] [''q']"),
  ])
  func aPreviewGetsFieldsOfTheLine(
    options: [String], line: String, script: String, shown: String
  ) throws {
    let program = try Program()
    let session = try program.open(
      ["pick", "--preview", "printf %s \"\(script)\" | tr '\\t' _"] + options,
      input: .text(line + "\n"), output: .pipe, rows: 24, columns: 120)
    session.wait { $0.contains(shown.replacing("\t", with: "_")) }
    session.send(Key.escape)
    session.expectEnd(.code(130))
    #expect(access(program.environment.home.path("made"), F_OK) != 0)
  }

  @Test func onlyLinesHaveFields() throws {
    let session = try open(
      ["pick", "--csv", "--name-column", "1", "--preview", "echo {1}"], input: .text("n\na\n"))
    session.wait { $0.contains("{1} is a placeholder of fzf; {} is the name") }
    session.expectEnd(.code(2))
  }

  @Test(arguments: [
    ("echo {s1}", "{s1}"), ("x {q} {}", "{q}"), ("{+}", "{+}"), ("{0}", "{0}"), ("{+1}", "{+1}"),
    ("{} {n}", "{n}"), ("{+n}", "{+n}"), ("{1,}", "{1,}"),
  ])
  func placeholdersOfFzfAreRefused(script: String, told: String) throws {
    let session = try open(["pick", "--preview", script], input: .text("a\n"))
    session.wait { $0.contains("\(told) is a placeholder of fzf; {} is the line") }
    _ = session.waitForExit()
  }
}
