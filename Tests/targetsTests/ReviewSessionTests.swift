import ListModel
import Foundation
import TestSupport
import Testing

/// Review mode in the built program, on a terminal.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ReviewSessionTests {
  private let program: Program

  init() throws { program = try Program() }

  private func fill(_ names: [String], list: String = "./default") throws {
    let file = try program.environment.home.write(
      names.joined(separator: "\n") + "\n", to: "names")
    _ = try program.run("import", "--list", list, file)
  }

  /// The printed list in a format, without times and authors.
  private func printed(_ arguments: String...) throws -> String {
    try ProgramRun(
      program.path, ["show", "--format", "sections"] + arguments, environment: program.environment,
      directory: program.environment.home.path
    ).output.undated
  }

  @Test func aThousandRowsAreAThousandKeys() throws {
    try fill((0..<1_000).map { "row \($0 + 1_000)" })
    let session = try program.open("review", "--motion", "none")
    session.waitForStatus("0 of 1,000 decided")
    session.wait { $0.contains("▸   row 1000") }
    // All keys at once, faster than anyone can type.
    for start in stride(from: 0, to: 1_000, by: 100) {
      session.send(String(repeating: "do", count: 50))
      if start == 900 { session.send("n") }
      session.waitForStatus(start == 900 ? "no open rows" : "\(start + 100) of 1,000 decided")
    }
    session.send("q")
    session.expectEnd(.code(0))
    let dead = try printed("--dead", "--format", "names").split(separator: "\n")
    #expect(dead == (0..<500).map { "row \(1_000 + 2 * $0)" })
    #expect(try printed("--ok", "--format", "names").split(separator: "\n").count == 500)
    // Nothing is done twice: each decision is one step.
    let log = try program.run("log", "--format", "ndjson").output.split(separator: "\n")
    // The added rows are one entry.
    #expect(log.count == 1_001)
    #expect(log.prefix(1_000).count { $0.contains(#""verdict":"dead""#) } == 500)
  }

  /// The list may have a later revision of a row than the pipe.
  @Test func aDecisionOnRowsOfAPipeIsAboutTheirRevisionsThere() throws {
    let program = try Program()
    let columns = ["-l", "st", "--delimiter", "\\t", "--revision-column", "2"]
    let made = try program.run(
      "import", "--mirror", "-l", "st", "--delimiter", "\\t", "--revision-column", "2", "-",
      input: .text("x\tNEW\ny\t1\n"))
    #expect(made.status == .code(0), "\(made.error)")
    let session = try program.open(
      ["review"] + columns, input: .text("x\tOLD\ny\t1\nz\t3\n"))
    session.waitForStatus("3 open")
    session.send("ddd")
    session.waitForStatus("3 of 3 decided")
    session.send("q")
    #expect(session.waitForExit() == .code(0))
    #expect(try program.run("show", "-l", "st", "--dead").output == "y\nz\n")
    #expect(try program.run("show", "-l", "st", "--changed").output == "x\n")
    #expect(try program.run("why", "-l", "st", "x").output.contains("OLD"))
  }

  /// The query of `:review` narrows the rows, even if a review is already running.
  @Test func aQueryOfTheCommandNarrowsTheRows() throws {
    try fill(["Ada", "Bob", "Bobby", "Cyd"])
    let session = try program.open()
    session.wait { $0.contains("Ada") }
    session.send(":review bob\r")
    session.wait { $0.contains("▸   Bob") && $0.contains("Bobby") && !$0.contains("Ada") }
    session.send(":review bobb\r")
    session.wait { $0.contains("▸   Bobby") && !$0.contains("Ada") }
    session.send("d")
    session.waitForStatus("Bobby decided: dead; no open row matches; q to quit")
    session.send("q")
    session.waitForPrompt("bobb")
    session.send(Key.controlU + Key.controlD)
    session.expectEnd(.code(0))
    #expect(try program.run("show", "--dead").output == "Bobby\n")
  }

  @Test func reviewContinuesWhereItStopped() throws {
    try fill(["Ada", "Bob", "Cyd", "Dan"])
    let first = try program.open("review")
    first.wait { $0.contains("▸   Ada") }
    first.send("do")
    first.waitForStatus("2 of 4 decided, 2 open · 2 today")
    first.send("q" + Key.controlD)
    first.expectEnd(.code(0))

    _ = try program.run("ok", "Cyd", "--as", "Ann")
    let second = try program.open("review")
    second.wait { $0.contains("▸   Dan") }
    second.send("m")
    second.waitForPrompt(":note")
    second.send("keep till May" + Key.enter)
    second.waitForStatus("Dan noted; u to undo")
    second.send("z")
    second.waitForPrompt(":snooze")
    second.send("2w" + Key.enter)
    second.wait { $0.contains("z  Dan") && $0.contains(": keep till May") }
    second.send("n")
    second.waitForStatus("no open rows: 3 of 4 decided")
    second.send("q" + Key.controlD)
    second.expectEnd(.code(0))
    #expect(try printed("--open", "--format", "names") == "")
    #expect(try printed("--snoozed", "--noted", "--format", "names") == "Dan\n")
  }

  /// The keys of the mode are commands of readline.
  @Test func keysAreBoundInTheInitFile() throws {
    _ = try program.environment.home.write(
      "set keymap targets-review\n\"x\": targets-review-dead\n\"d\": targets-review-ok\n",
      to: ".inputrc")
    try fill(["Ada", "Bob"])
    let session = try program.open("review")
    session.wait { $0.contains("▸   Ada") }
    session.send("xd")
    session.waitForStatus("2 of 2 decided")
    session.send("q")
    session.expectEnd(.code(0))
    #expect(try printed() == "A\n†  Ada\nB\n✓  Bob\n")
  }

  @Test func inPlainModeLettersAreAnswers() throws {
    try fill(["Ada", "Bob", "Cyd"])
    let session = try program.open("review", "--plain", oracle: .plain)
    session.wait { $0.contains("Ada") && $0.contains("[d,o,z,m,u,n,q,?]?") }
    session.send("m old friend" + Key.enter)
    session.wait { $0.contains("Ada noted") }
    session.send("o" + Key.enter)
    session.wait { $0.contains("Ada decided: ok") && $0.contains("Bob") }
    session.send("30d" + Key.enter)
    session.wait { $0.contains("“30d” is not an answer") }
    session.send("z" + Key.enter)
    session.wait { $0.contains("snooze for 12h, 30d, 2w, 3m, or until a date:") }
    session.send("30d" + Key.enter)
    session.wait { $0.contains("Bob snoozed") && $0.contains("Cyd") }
    session.send("q" + Key.enter)
    session.expectEnd(.code(0))
    #expect(try printed("--open", "--format", "names") == "Cyd\n")
    #expect(try printed("--snoozed", "--format", "names") == "Bob\n")
    #expect(try printed("ada", "--format", "ndjson").contains(#""note":"old friend""#))
  }

  @Test func inPlainModeTheNoteOfARowFarDownIsPrinted() throws {
    try fill((0..<90).map { "row \($0 + 10)" })
    #expect(try program.run("note", "row 70", "never delete").status == .code(0))
    #expect(try program.run("dead", "row 69").status == .code(0))
    let session = try program.open("review", "--plain", oracle: .plain)
    session.wait { $0.contains("row 70") && $0.contains("[d,o,z,m,u,n,q,?]?") }
    #expect(session.screen.contains("note: never delete"))
    session.send("o" + Key.enter)
    session.wait { $0.contains("row 70 decided: ok") && $0.contains("row 71") }
    session.send("q" + Key.enter)
    session.expectEnd(.code(0))
  }

  @Test func inPlainModeAQueryIsNotAnAnswer() throws {
    try fill(["Ada", "Bob", "Cyd", "Dora Bo"])
    let session = try program.open("review", "--plain", "bo", oracle: .plain)
    session.wait { $0.contains("Bob") && $0.contains("[d,o,z,m,u,n,q,?]?") }
    #expect(!session.screen.contains("no answer"))
    session.send("o" + Key.enter)
    session.wait { $0.contains("Bob decided: ok") && $0.contains("Dora Bo") }
    session.send("d" + Key.enter)
    session.wait { $0.contains("Dora Bo decided: dead; no open row matches") }
    session.send("q" + Key.enter)
    session.expectEnd(.code(0))
    #expect(try printed() == "A\n   Ada\nB\n✓  Bob\nC\n   Cyd\nD\n†  Dora Bo\n")
  }

  @Test func twoPeopleGoThroughTheirParts() throws {
    try fill((0..<30).map { "row \($0 + 10)" })
    for number in 1...2 {
      let session = try program.open("review", "--part", "\(number)/2")
      session.wait { $0.contains("of your part") }
      session.send("20d")
      session.wait { $0.contains("rows changed; no open rows; q to quit") }
      session.send("n")
      session.wait { $0.contains("no open rows:") }
      session.send("q")
      session.expectEnd(.code(0))
    }
    #expect(try printed("--dead", "--format", "names").split(separator: "\n").count == 30)
  }

  @Test func pipedRowsAreDecidedInAList() throws {
    let session = try program.open(
      "review", "--list", "br", input: .text("fix\nmain\nold\n"))
    session.wait { $0.contains("▸   fix") }
    session.send("dod")
    session.waitForStatus("3 of 3 decided, 0 open · 3 today")
    session.send("q")
    session.expectEnd(.code(0))
    #expect(try printed("--list", "br", "--dead", "--format", "names") == "fix\nold\n")
  }

  @Test(arguments: [["--part", "0/2"], ["--part", "3/2"], ["--part", "x"]])
  func otherPartsAreWrongUsage(arguments: [String]) throws {
    let run = try ProgramRun(
      program.path, ["review"] + arguments, environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.error.contains("--part takes a part such as 2/3"))
  }
}

/// Decisions, notes and snoozes as commands.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct DecisionCommandTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.run("add", "Ada", "Bob", "Cyd")
  }

  @Test func filtersCanBeCombined() throws {
    _ = try program.run("dead", "-m", "gone", "Ada")
    _ = try program.run("like", "Ada", "Bob")
    _ = try program.run("ok", "Bob")
    for (filters, expected) in [
      (["--open"], "Cyd\n"), (["--not-dead"], "Bob\nCyd\n"), (["--dead", "--liked"], "Ada\n"),
      (["--ok"], "Bob\n"), (["--noted"], "Ada\n"), (["--noted", "--ok"], ""),
    ] {
      let run = try ProgramRun(
        program.path, ["show", "--format", "names"] + filters,
        environment: program.environment)
      #expect(run.output == expected)
      #expect(run.status == .code(expected.isEmpty ? 1 : 0))
    }
  }

  @Test func snoozesEndInAnOpenSession() throws {
    // On a busy machine, some snoozes may end before the session opens.
    for (name, seconds) in [("Ada", 3), ("Bob", 4), ("Cyd", 5)] {
      let end = Moment(microseconds: Moment.now.microseconds + Int64(seconds) * 1_000_000)
      _ = try program.run("snooze", name, "--until", end.exact)
    }
    let session = try program.open("--motion", "none")
    session.waitForStatus("3 of 3")
    session.wait { !$0.contains("z  ") }
    session.leave()
    #expect(try program.run("show", "--open", "--format", "names").output == "Ada\nBob\nCyd\n")
  }

  @Test func everyVerdictCanBeGivenToEveryRow() throws {
    for (command, filter) in [("dead", "--dead"), ("ok", "--ok"), ("dead", "--decided")] {
      let run = try program.run(command, "Ada")
      #expect((run.status, run.error) == (.code(0), ""))
      #expect(try program.run("show", filter, "--format", "names").output == "Ada\n")
    }
    // A row that is already as requested is neither decided again nor logged.
    let log = try program.run("log").output
    let again = try program.run("dead", "Ada")
    #expect((again.status, again.error) == (.code(0), ""))
    #expect(try program.run("log").output == log)
    #expect(try program.run("show", "--format", "sections", "--dead", "--ok").status == .code(2))
  }

  @Test(arguments: [
    ["snooze", "Ada"], ["snooze", "Ada", "--for", "1d", "--until", "2030-01-01"],
    ["snooze", "Ada", "--for", "soon"], ["snooze", "Ada", "--until", "2020-01-01"],
    ["note", "Ada"], ["note", "Ada", "x", "--clear"], ["note", "Ada", " "],
    ["dead", "Ada", "-m", ""], ["import", "--allow-empty", "-"], ["log", "--since", "ever"],
    ["log", "--limit", "0"],
  ])
  func contradictoryOptionsAreWrongUsage(arguments: [String]) throws {
    let run = try ProgramRun(program.path, arguments, environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.output == "")
  }

  @Test func aNoteIsSetShownAndRemoved() throws {
    #expect(try program.run("note", "Ada", "two\nlines").status == .code(0))
    #expect(
      try program.run("show", "ada", "--format", "ndjson").output.contains(
        #""note":"two\nlines""#))
    #expect(
      try program.run("show", "ada", "--format", "csv").output.contains("\"two\nlines\""))
    #expect(try program.run("note", "Ada", "--clear").status == .code(0))
    #expect(try program.run("show", "--format", "sections", "--noted").status == .code(1))
    #expect(try program.run("note", "Nobody", "x").error.contains("not in list “./default”"))
  }

  @Test func theLogNamesAuthors() throws {
    _ = try program.run("dead", "--as", "Ann", "-m", "left, in \"May\"", "Ada")
    let csv = try program.run("log", "--by", "Ann", "--format", "csv").output
    #expect(
      csv.hasPrefix(
        "when,author,role,what,name,id,verdict,revision,until,note,command,rows,undoes,undoneBy,"
          + "number,checksum,decidedAt,decidedBy\r\n"))
    #expect(csv.hasSuffix("Z,Ann,,decided,Ada,,dead,,,\"left, in \"\"May\"\"\",,1,,,2,,,\r\n"))
    let text = try program.run("log", "--limit", "1").output
    #expect(text.contains("Ann         dead      Ada  (left, in \"May\")"))
    #expect(try program.run("log", "Bob", "--by", "Ann").status == .code(1))
    _ = try program.run("undo")
    #expect(try program.run("log").output.contains("[undone]"))
    #expect(try program.run("log", "--format", "json").output.hasPrefix("[\n{\"when\":"))
  }

  @Test func statsHaveABarPerDay() throws {
    _ = try program.run("dead", "Ada")
    _ = try program.run("ok", "Bob")
    let text = try program.run("stats", "--ascii").output
    #expect(text.hasPrefix("open            1 of 3\ndead            1\nok              1\n"))
    #expect(text.contains("2  ########################################\n"))
    #expect(text.contains("oldest open row: Cyd, added "))
    #expect(try program.run("stats", "--format", "csv").output.contains("count,ok,1\r\n"))
    #expect(try program.run("stats", "--list", "none").status == .code(2))
  }

  @Test func aMirrorDropsMissingRows() throws {
    let input = ProgramRun.Input.text("Bob\nDan\n")
    let trial = try program.run(
      "import", "--mirror", "-l", "./default", "--dry-run", "-", input: input)
    #expect(trial.error == "import: 1 new, 2 gone, 0 changed, 1 unchanged (dry run)\n")
    #expect(
      try program.run("import", "--mirror", "-l", "./default", "-", input: input).error
        == "import: 1 new, 2 gone, 0 changed, 1 unchanged\n")
    #expect(try program.run("show", "--new", "--format", "names").output == "Dan\n")
    let empty = try program.run("import", "--mirror", "-l", "./default", "-")
    #expect(empty.status == .code(2))
    #expect(empty.error.contains("--allow-empty drops all rows"))
    #expect(try program.run("undo").status == .code(0))
    #expect(try program.run("show", "--format", "names").output == "Ada\nBob\nCyd\n")
    #expect(
      try program.run("import", "--mirror", "-l", "./default", "--allow-empty", "-").status
        == .code(0))
    #expect(try program.run("show", "--format", "sections").status == .code(1))
  }

  @Test func completedRowsAreNotRunAgain() throws {
    _ = try program.run("dead", "Ada", "Bob")
    let command = [
      "run", "-l", "./default", "--dead", "--", "sh", "-c", "echo $1; [ $1 = Ada ]", "sh", "{}",
    ]
    func run(_ more: String...) throws -> ProgramRun {
      try ProgramRun(
        program.path, command.prefix(1) + more + command.dropFirst(),
        environment: program.environment)
    }
    #expect(try run().output == "Ada\nBob\n")
    #expect(try run().output == "Bob\n")
    #expect(try run("--again").output == "Ada\nBob\n")
    #expect(try program.run("show", "--succeeded", "--format", "names").output == "Ada\n")
    #expect(try program.run("show", "--failed", "--format", "names").output == "Bob\n")
    let json = try program.run("show", "bob", "--format", "ndjson").output
    #expect(json.contains(#""outcomes":[{"command":"sh -c"#))
    #expect(json.contains(#""status":1"#))
    #expect(try program.run("log", "Bob", "--limit", "1").output.contains("failed    Bob"))
  }
}
