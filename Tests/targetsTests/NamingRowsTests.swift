import TestSupport
import Testing

/// The rows that deciding commands edit, in a file and on a server.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct NamingRowsTests {
  enum Place: CaseIterable { case file, server }

  /// A list of people, two of whom have the same name, and the same name without an ID.
  private struct Team {
    let program: Program

    init(_ place: Place) throws {
      let names = "id,name,team\n3,Cyd Coe,ops\n4,Cyd Coe,dev\n5,Bo Berg,ops\n6,Dee Dunn,dev\n"
      if place == .server {
        let cluster = try PostgresCluster.shared.get()
        program = try Program([
          "TARGETS_STORE": cluster.address(of: cluster.makeDatabase()), "TARGETS_LIST": "default",
        ])
        #expect(try program.run("store", "create").status == .code(0))
      } else {
        program = try Program()
      }
      _ = try program.run("add", "--list", "access", "Ann")
      let run = try program.run(
        "import", "--csv", "--list", "access", "--name-column", "name", "--id-column", "id", "-",
        input: .text(names))
      #expect(run.status == .code(0))
    }

    func run(_ word: String, _ arguments: [String], input: String? = nil) throws -> ProgramRun {
      try ProgramRun(
        program.path, [word, "--list", "access"] + arguments,
        input: input.map { .text($0) } ?? .empty, environment: program.environment)
    }

    /// The printed rows, without the time of decisions.
    func rows() throws -> String { try run("show", ["--format", "ndjson"]).output.undated }
  }

  /// A command that changes a row, with its other arguments, and with the command that must run before it.
  private static let commands: [(word: String, options: [String], before: String?)] = [
    ("dead", [], nil), ("ok", [], nil), ("reopen", [], "dead"), ("reopen", [], "dead"),
    ("like", [], nil), ("unlike", [], "like"), ("snooze", ["--for", "30d"], nil),
    ("wake", [], "snooze"), ("note", [], nil), ("drop", [], nil),
  ]

  private func prepare(_ team: Team, _ before: String?) throws {
    guard let before else { return }
    let options = before == "snooze" ? ["--for", "30d"] : []
    let all = ["--id", "3", "--id", "4", "--id", "5"]
    #expect(try team.run(before, options + all).status == .code(0))
  }

  @Test(arguments: Place.allCases)
  func anAmbiguousNameChangesNothingAndListsIDs(place: Place) throws {
    let team = try Team(place)
    for (word, options, before) in Self.commands {
      try prepare(team, before)
      let rows = try team.rows()
      let text = word == "note" ? ["text"] : []
      let names = word == "note" ? ["Cyd Coe"] : ["Bo Berg", "Cyd Coe", "nobody"]
      let run = try team.run(word, options + names + text)
      #expect(run.status == .code(2), "\(word)")
      #expect(
        run.error
          == "targets: \(word): 2 rows are named “Cyd Coe”; nothing was changed; use --id 3, "
          + "--id 4, or --every for all\n", "\(word)")
      #expect(try team.rows() == rows, "\(word)")
      if before != nil { #expect(try team.run("undo", []).status == .code(0)) }
    }
  }

  @Test(arguments: Place.allCases)
  func aNameThatSeveralRowsHaveIsInTheListAlready(place: Place) throws {
    let team = try Team(place)
    let rows = try team.rows()
    let run = try team.run("add", ["Cyd Coe"])
    #expect((run.status, run.error) == (.code(0), ""))
    #expect(try team.rows() == rows)
    _ = try team.run("drop", ["--every", "Cyd Coe"])
    let dropped = try team.run("add", ["Cyd Coe"])
    #expect(
      dropped.status == .code(2) && dropped.error.contains("nothing was changed; they were dropped")
    )
    #expect(!dropped.error.contains("--id"))
  }

  @Test func unknownIDsAreQuotedAsTheyAreTyped() throws {
    let team = try Team(.file)
    #expect(
      try team.run("dead", ["--id", "a,b c"]).error
        == "targets: dead: --id 'a,b c': not in list “access”\n")
  }

  /// A line of the prompt names rows as a command does.
  @Test(arguments: Place.allCases)
  func aLineOfTheScriptRefusesAnAmbiguousName(place: Place) throws {
    let team = try Team(place)
    let lines = ":dead Cyd Coe\n:drop Cyd Coe\n:ok --id 4\n:dead --id 9\n:like Bo Berg\n"
    let run = try ProgramRun(
      team.program.path, ["-l", "access", "--commands", "-"], input: .text(lines),
      environment: team.program.environment)
    #expect(run.status == .code(1))
    let refusal = "2 rows are named “Cyd Coe”; nothing was changed; use --id 3, --id 4"
    #expect(
      run.error
        == "targets: commands, line 1: \(refusal)\ntargets: commands, line 2: \(refusal)\n"
        + "targets: commands, line 4: no row has the ID “9”\n")
    let rows = try team.rows().split(separator: "\n")
    #expect(rows.count == 5 && rows.filter { $0.contains("\"verdict\"") }.count == 1)
    #expect(rows.contains { $0.contains("\"id\":\"4\"") && $0.contains("\"verdict\":\"ok\"") })
    #expect(rows.contains { $0.contains("Bo Berg") && $0.contains("\"liked\":true") })
  }

  /// A row without an ID is named x, and x is the ID of another row.
  ///
  /// So the message must not suggest `--id x`.
  @Test func theIDOfAnotherRowIsNotSuggested() throws {
    let program = try Program()
    _ = try program.run(
      "import", "-l", "l", "--csv", "--id-column", "i", "-", input: .text("n,i\nx,\ny,x\nx,z\n"))
    let run = try program.run("dead", "-l", "l", "x")
    #expect(run.status == .code(2))
    #expect(
      run.error
        == "targets: dead: 2 rows are named “x”; nothing was changed; use --id z, or --every for "
        + "all (one row has no ID)\n")
    #expect(try program.run("show", "-l", "l", "--dead").status == .code(1))
  }

  @Test(arguments: Place.allCases)
  func anIDMeansOneRowAndEveryMeansAll(place: Place) throws {
    let team = try Team(place)
    for (word, options, before) in Self.commands {
      let text = word == "note" ? ["text"] : []
      try prepare(team, before)
      let rows = try team.rows().split(separator: "\n")
      for (naming, count) in [
        (["--id=4"], 1), (["--id", "3", "--id", "4"], 2), (["--every", "Cyd Coe"], 2),
      ] {
        let run = try team.run(word, options + naming + text)
        #expect((run.status, run.error) == (.code(0), ""), "\(word) \(naming)")
        let after = try team.rows().split(separator: "\n")
        let changed = Set(after).symmetricDifference(rows)
        #expect(
          changed.allSatisfy { $0.contains("\"id\":\"3\"") || $0.contains("\"id\":\"4\"") },
          "\(word) \(naming): \(changed)")
        let ids = Set(changed.compactMap { $0.firstMatch(of: /"id":"(\d)"/)?.1 })
        #expect(ids.count == count, "\(word) \(naming): \(changed)")
        #expect(try team.run("undo", []).status == .code(0))
      }
      #expect(try team.rows().split(separator: "\n") == rows, "\(word)")
      if before != nil { #expect(try team.run("undo", []).status == .code(0)) }
    }
  }

  @Test(arguments: Place.allCases)
  func namesAndIDsAreOneEdit(place: Place) throws {
    let team = try Team(place)
    let rows = try team.rows()
    #expect(try team.run("dead", ["--id", "3", "Bo Berg", "--id", "6"]).status == .code(0))
    #expect(
      try team.run("show", ["--dead", "--format", "names"]).output
        == "Bo Berg\nCyd Coe\nDee Dunn\n")
    #expect(try team.run("undo", []).status == .code(0))
    #expect(try team.rows() == rows)
  }

  @Test(arguments: Place.allCases)
  func unknownRowsAreReportedAndOthersEdited(place: Place) throws {
    let team = try Team(place)
    let run = try team.run("dead", ["--id", "7", "--id", "5", "Nobody", "Dee Dunn", "--id", "Ann"])
    #expect(run.status == .code(1))
    #expect(
      run.error == "targets: dead: Nobody, --id 7: not in list “access”\n")
    #expect(
      try team.run("show", ["--dead", "--format", "names"]).output == "Ann\nBo Berg\nDee Dunn\n")
    let piped = try team.run("like", ["-"], input: "Ann\nCyd Coe\n")
    #expect(piped.status == .code(2))
    #expect(try team.run("show", ["--format", "sections", "--liked"]).status == .code(1))
    let every = try team.run("like", ["--every", "-"], input: "Ann\nCyd Coe\n")
    #expect(every.status == .code(0))
    #expect(
      try team.run("show", ["--liked", "--format", "names"]).output.count { $0 == "\n" } == 3)
  }

  @Test func manyAmbiguousRowsAreCounted() throws {
    let program = try Program()
    let table = "id,name\n" + (1...40).map { "\($0),wip\n" }.joined()
    _ = try program.run(
      "import", "--csv", "--name-column", "name", "--id-column", "id", "-", input: .text(table))
    let run = try program.run("dead", "wip")
    #expect(run.status == .code(2))
    #expect(run.error.hasPrefix("targets: dead: 40 rows are named “wip”"))
    #expect(run.error.contains("use --id 1, --id 10,") && run.error.contains("…"))
    #expect(run.error.count { $0 == "\n" } == 1 && run.error.count < 400)
  }

  /// The same ID in two sources means two rows.
  @Test func theSameIDInTwoSourcesIsAmbiguous() throws {
    let program = try Program()
    let rows =
      #"{"name":"a","id":"7","source":"one"}"# + "\n"
      + #"{"name":"b","id":"7","source":"two"}"# + "\n"
    #expect(
      try program.run("import", "--format", "ndjson", "-", input: .text(rows)).status == .code(0))
    let run = try program.run("dead", "--id", "7")
    #expect(run.status == .code(2))
    #expect(run.error.contains("2 rows have the ID “7”"))
    #expect(try program.run("show", "--format", "sections", "--dead").status == .code(1))
    #expect(try program.run("dead", "--id", "7", "--every").status == .code(0))
    #expect(try program.run("show", "--dead", "--format", "names").output == "a\nb\n")
  }

  @Test(arguments: [
    (["dead"], "a NAME or --id"), (["dead", "--every"], "a NAME or --id"),
    (["dead", "--add", "--id", "3"], "--id cannot be combined with --add"),
    (["note", "Ann"], "NAME TEXT"), (["note", "--id", "3"], "TEXT"),
    (["note", "--id", "3", "Ann", "text"], "TEXT"), (["dead", "--id", ""], "--id"),
  ])
  func wrongUsageHasStatusTwo(arguments: [String], words: String) throws {
    let program = try Program()
    let run = try ProgramRun(program.path, arguments, environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.error.contains(words), "\(run.error)")
  }

  /// If a row already is as requested, the command succeeds silently.
  @Test func anEditWithoutEffectSucceeds() throws {
    let team = try Team(.file)
    _ = try team.run("ok", ["Dee Dunn"])
    let words = [
      "ok Dee Dunn", "reopen Bo Berg", "unlike Bo Berg", "wake Bo Berg", "add Bo Berg", "like Ann",
      "like Ann", "confirm Dee Dunn",
    ]
    for line in words {
      let word = String(line.prefix { $0 != " " })
      let run = try team.run(word, [String(line.dropFirst(word.count + 1))])
      #expect((run.status, run.error, run.output) == (.code(0), "", ""), "\(line)")
    }
    let confirm = try team.run("confirm", ["Bo Berg", "Dee Dunn"])
    #expect(confirm.error == "targets: confirm: Bo Berg: not a changed row\n")
    #expect(confirm.status == .code(1))
  }

  @Test("IDs: the log and the messages of failed commands identify the row")
  func rowsOfOneNameAreToldApart() throws {
    let team = try Team(.file)
    _ = try team.run("dead", ["--id", "4"])
    #expect(try team.run("log", ["--limit", "1"]).output.contains("  Cyd Coe (ID 4)\n"))
    _ = try team.run("dead", ["Ann"])
    #expect(try team.run("log", ["--limit", "1"]).output.hasSuffix("  Ann\n"))
    let log = try team.run("log", ["--format", "csv"]).output
    #expect(log.contains(",Cyd Coe,4,dead,") && !log.contains("(ID"))
    let failed = try team.run("run", ["--dead", "--", "false", "{}"])
    #expect(
      Set(failed.error.split(separator: "\n")) == [
        "targets: run: Ann: exit status 1",
        "targets: run: Cyd Coe (ID 4): exit status 1",
      ])
    let refused = try team.run("run", ["--dead", "--", "echo", "{revision}"])
    #expect(refused.error.contains("run: Cyd Coe (ID 4): has no revision"))
  }
}
