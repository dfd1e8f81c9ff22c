import Foundation
import Glibc
import TestSupport
import Testing

/// A list's own verdicts: in commands, filters, printed formats, and runs.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct OwnVerdictProgramTests {
  private let program: Program

  init() throws {
    program = try Program(["TARGETS_AS": "Ann"])
    let recipe = """
      --verdict r=revoke:dead
      --verdict e=escalate:dead
      --verdict t=trust:ok
      --on revoke echo REVOKE
      --on dead echo DEAD
      --on trust echo TRUST
      """
    try program.environment.home.write(recipe, to: "own")
    for words in [
      ["new", "users", "--recipe", "./own"], ["add", "-l", "users"] + Self.names,
      ["decide", "-l", "users", "revoke", "Ann"], ["decide", "-l", "users", "escalate", "Bo"],
      ["decide", "-l", "users", "trust", "Cy"], ["dead", "-l", "users", "Di"],
    ] {
      let run = try result(words)
      #expect(run.status == .code(0), "\(words): \(run.error)")
    }
  }

  private static let names = ["Ann", "Bo", "Cy", "Di", "Ed"]

  private func result(_ words: [String], input: String? = nil) throws -> ProgramRun {
    try ProgramRun(
      program.path, words, input: input.map { .text($0) } ?? .empty,
      environment: program.environment, directory: program.environment.home.path)
  }

  private func output(_ words: String...) throws -> String { try result(words).output }

  @Test(arguments: [
    ("--dead", "Ann\nBo\nDi\n"), ("--ok", "Cy\n"), ("--open", "Ed\n"),
    ("--decided", "Ann\nBo\nCy\nDi\n"),
    ("--verdict=revoke", "Ann\n"), ("--verdict=dead", "Di\n"), ("--verdict=trust", "Cy\n"),
  ])
  func filters(filter: String, expected: String) throws {
    #expect(try output("show", "-l", "users", filter, "--format", "names") == expected)
    #expect(try output("show", "-l", "users", filter) == expected)
    #expect(try output("sections", "-l", "users", filter) != "")
    #expect(
      try output("run", "-l", "users", filter, "-n", "--", "true").split(separator: "\n").count
        == expected.split(separator: "\n").count)
  }

  @Test func anUnknownVerdictIsAnError() throws {
    let run = try program.run("show", "--format", "sections", "-l", "users", "--verdict", "revoked")
    #expect(run.status == .code(2))
    #expect(run.error == "targets: show: no verdict “revoked”; did you mean “revoke”?\n")
    let open = try program.run(
      "show", "--format", "sections", "-l", "users", "--verdict", "revoke", "--open")
    #expect(open.status == .code(2))
    #expect(open.error.contains("--verdict revoke cannot be combined with --open"))
    let decide = try program.run("decide", "-l", "users", "revok", "Ann")
    #expect(decide.error == "targets: decide: no verdict “revok”; did you mean “revoke”?\n")
    let other = try program.run("decide", "-l", "other", "later", "Ann")
    #expect(other.error == "targets: decide: no verdict “later”; the list has dead, ok\n")
  }

  @Test func theWordIsPrintedEverywhere() throws {
    let lines = try output("show", "-l", "users", "--format", "ndjson").split(separator: "\n")
    #expect(lines[0].contains(#""name":"Ann","class":"dead","verdict":"revoke","decidedAt":"#))
    #expect(lines[2].contains(#""class":"ok","verdict":"trust""#))
    #expect(lines[4].contains(#""class":"open""#) && !lines[4].contains("verdict"))
    #expect(
      try output("show", "-l", "users", "--format", "csv").contains("B,Bo,,dead,escalate,,"))
    let log = try output("log", "-l", "users", "--format", "csv")
    #expect(log.contains(",decided,Ann,,revoke,"))
    #expect(try output("log", "-l", "users").contains("  Ann         revoke    Ann"))
    let stats = try output("stats", "-l", "users", "--format", "json")
    #expect(stats.contains(#""verdicts":{"dead":1,"escalate":1,"revoke":1,"trust":1}"#))
    #expect(stats.contains(#""dead":3,"ok":1"#))
    #expect(try output("stats", "-l", "users").matches(of: /\nrevoke \(dead\) +1\n/).count == 1)
    #expect(
      try output("report", "-l", "users").contains("<td class=\"name\">Ann</td><td>revoke</td>"))
    #expect(try output("report", "-l", "users", "--format", "csv").contains(",Bo,,dead,escalate,"))
    #expect(try output("why", "-l", "users", "Ann").contains("Ann in users: revoke\n"))
  }

  @Test(arguments: ["csv", "ndjson"])
  func exportedRowsCanBeImported(format: String) throws {
    // A changed row as well, because its earlier verdict is a word of the list.
    let run = try program.run("drop", "-l", "users", "Bo")
    #expect(run.status == .code(0))
    _ = try program.run("add", "-l", "users", "Bo")
    let all = try output("show", "-l", "users", "--format", format)
    #expect(all.contains("escalate"))
    _ = try program.run("new", "copy", "--recipe", "./own")
    let read = try result(["import", "-l", "copy", "--format", format, "-"], input: all)
    #expect(read.status == .code(0), "\(read.error)")
    #expect(try output("show", "-l", "copy", "--format", format) == all)
  }

  @Test func aRunUsesTheCommandOfTheVerdictOrItsClass() throws {
    let run = try program.run("run", "-l", "users", "--all")
    #expect(run.status == .code(0), "\(run.error)")
    #expect(run.output == "REVOKE Ann\nDEAD Bo\nDEAD Di\nTRUST Cy\n")
    #expect(run.error.contains("skipped: 1 without a command"))
    _ = try program.run("decide", "-l", "users", "escalate", "Cy", "Ed")
    let one = try program.run("run", "-l", "users", "--verdict", "escalate")
    #expect(one.output == "DEAD Cy\nDEAD Ed\n")
    let none = try program.run("run", "-l", "users", "--verdict", "revoke")
    #expect(none.output == "" && none.status == .code(0))
  }

  @Test func onlyAnotherVerdictIsANewDecision() throws {
    #expect(try output("log", "-l", "users", "Ann").split(separator: "\n").count == 2)
    #expect(try program.run("decide", "-l", "users", "revoke", "Ann").status == .code(0))
    #expect(try output("log", "-l", "users", "Ann").split(separator: "\n").count == 2)
    _ = try program.run("decide", "-l", "users", "escalate", "Ann")
    #expect(try output("log", "-l", "users", "Ann").split(separator: "\n").count == 3)
    _ = try program.run("undo", "-l", "users")
    #expect(
      try output("show", "-l", "users", "--verdict", "revoke", "--format", "names") == "Ann\n")
    #expect(try program.run("store", "check").status == .code(0))
  }

  @Test func aCopiedListKeepsItsVerdicts() throws {
    let other = program.environment.home.path("other.db")
    _ = try program.run("drop", "-l", "users", "Bo")
    let copy = try program.run("store", "copy", program.store, other)
    #expect(copy.status == .code(0), "\(copy.error)")
    let kept = try program.run("show", "-l", "users", "--format", "csv", "--store", other).output
    #expect(try kept == output("show", "-l", "users", "--format", "csv"))
    _ = try program.run("add", "-l", "users", "--store", other, "Bo")
    #expect(
      try program.run("show", "-l", "users", "--format", "ndjson", "--store", other).output
        .contains(#""changed":true,"earlier":"escalate""#))
  }

  @Test(arguments: [
    (
      "q=quit:dead",
      "q is a key of review; the free letters are a b c d e f g h i r s t v w y and A B C D E F"
    ),
    ("r=revoke", "--verdict takes KEY=WORD:CLASS"),
    ("r=open:dead", "--verdict: “open” has a fixed meaning; choose another word"),
    ("r=ok:dead", "“ok” has a fixed meaning"),
    ("r=OK:dead", "“OK” has a fixed meaning"), ("r=all:ok", "“all” has a fixed meaning"),
    ("r=-a:ok", "--verdict takes KEY=WORD:CLASS"),
    (
      "o=drop:dead",
      "o is the key of a verdict of class ok; the free letters are a b c d e f g h i r s"
    ),
    ("1=one:dead", "--verdict takes KEY=WORD:CLASS"),
    ("x2=one:dead", "--verdict takes KEY=WORD:CLASS"),
    ("a=revoke:ok", "two verdicts have the word “revoke”"),
  ])
  func aVerdictThatCannotBeIsRefused(verdict: String, reason: String) throws {
    let run = try program.run("recipe", "-l", "users", "--set", "verdict", verdict)
    #expect(run.status == .code(2))
    #expect(run.error.contains(reason), "\(run.error)")
    #expect(try output("recipe", "-l", "users").split(separator: "\n").count == 6)
  }

  @Test func aVerdictIsSetAndUnsetByItsKey() throws {
    #expect(
      try program.run("recipe", "-l", "users", "--set", "verdict", "e=ask:ok").status == .code(0))
    #expect(try output("recipe", "-l", "users").contains("--verdict e=ask:ok"))
    let used = try program.run("recipe", "-l", "users", "--unset", "verdict", "r")
    #expect(
      used.error.contains(
        "--on takes a verdict and a command; no verdict “revoke”; the list has dead, ok,"))
    #expect(try program.run("recipe", "-l", "users", "--unset", "on", "revoke").status == .code(0))
    #expect(
      try program.run("recipe", "-l", "users", "--unset", "--verdict", "r").status == .code(0))
    // A row with the removed verdict keeps it, and can be found by it.
    #expect(
      try output("show", "-l", "users", "--verdict", "revoke", "--format", "names") == "Ann\n")
  }

  @Test func reviewUsesTheKeysOfTheList() throws {
    let session = try program.open("review", "-l", "users")
    session.wait { $0.contains("r revoke  e escalate  t trust  z snooze") }
    session.send("e")
    session.wait { $0.contains("Ed decided: escalate") }
    session.send("xr")
    session.wait { $0.contains("Ed decided: revoke") }
    session.send("q")
    session.expectEnd(.code(0))
    #expect(
      try output("show", "-l", "users", "--verdict", "revoke", "--format", "names") == "Ann\nEd\n")
  }

  @Test func aSessionShowsTheRowsOfAVerdict() throws {
    let session = try program.open("-l", "users", "--verdict", "escalate")
    session.wait {
      $0.contains("escalate") && $0.contains("Bo") && $0.contains("escalate when opened")
        && !$0.contains("Cy")
    }
    session.send(Key.controlD)
    session.expectEnd(.code(0))
  }

  /// A word that has another meaning by now starts no command of its earlier class.
  @Test func aWordKeepsItsClassInARow() throws {
    let set = try program.run("recipe", "-l", "users", "--set", "verdict", "r=revoke:ok")
    #expect(set.status == .code(2))
    #expect(set.error.contains("revoke means dead in 1 row; give them another verdict first"))
    // A row of another store may have the word in another class; then it has no command.
    let script = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      store.execute("UPDATE row SET verdict = 'trust:dead' WHERE verdict = 'trust:ok'")
      store.commit()
      """
    _ = try ProgramRun(
      "/usr/bin/python3", ["-c", script, program.store], environment: program.environment)
    for filter in ["--dead", "--verdict=trust", "--decided"] {
      let run = try program.run("run", "-l", "users", filter, "-n")
      #expect(!run.output.contains("Cy"), "\(filter): \(run.output)")
      #expect(run.error.contains("skipped: 1 without a command"), "\(filter): \(run.error)")
    }
  }

  /// A pipe can be read only once.
  @Test func pipedRowsUseTheCommandsOfTheRecipe() throws {
    let run = try result(
      ["run", "-l", "users", "--all", "--input", "-"], input: "Ann\nCy\nDi\nNew\n")
    #expect(run.output == "REVOKE Ann\nDEAD Di\nTRUST Cy\n", "\(run.error)")
    #expect(run.error.contains("skipped: 1 without a command"), "\(run.error)")
  }

  @Test func rowsWithoutACommandAreCountedWhateverTheFilter() throws {
    #expect(try program.run("recipe", "-l", "users", "--unset", "on", "dead").status == .code(0))
    for (filter, count) in [
      ("--dead", 2), ("--decided", 2), ("--verdict=escalate", 1), ("--all", 3),
    ] {
      let run = try program.run("run", "-l", "users", filter, "-n")
      #expect(run.error.contains("skipped: \(count) without a command"), "\(filter): \(run.error)")
    }
    let none = try program.run("run", "-l", "users", "--open")
    #expect(
      none.error.contains("the recipe of users has no command for these rows"), "\(none.error)")
  }

  @Test func importsThatContradictTheListAreRefused() throws {
    let rows = """
      {"name":"Ann","class":"ok","verdict":"revoke"}
      {"name":"Ed","class":"ok","verdict":"zap"}
      {"name":"Bo","changed":true,"earlier":"gone","class":"open"}
      {"name":"Cy","note":"a note"}
      {"name":"Di","dead":false,"decision":"ok"}

      """
    let run = try result(["import", "-l", "users", "--format", "ndjson", "-"], input: rows)
    #expect(run.error.contains("line 1: revoke means dead in the list, not ok"), "\(run.error)")
    #expect(run.error.contains("line 3: no verdict “gone”; imported as open"))
    #expect(
      try output("show", "--format", "sections", "-l", "users") == """
        A
        †  Ann
        B
           Bo
        C
        ✓  Cy
        D
        ✓  Di
        E
        ✓  Ed

        """)
    #expect(try output("show", "-l", "users", "--verdict", "trust", "--format", "names") == "Cy\n")
    #expect(try output("show", "-l", "users", "--noted", "--format", "names") == "Cy\n")
  }

  /// Even into a list that has none of the words.
  @Test func changedRowsAreRestoredWithoutTheRecipe() throws {
    _ = try program.run("drop", "-l", "users", "Ann", "Bo")
    _ = try program.run("add", "-l", "users", "Ann", "Bo")
    _ = try program.run("decide", "-l", "users", "escalate", "Ed")
    let all = try output("show", "-l", "users", "--format", "csv")
    let run = try result(["import", "-l", "plain", "--format", "csv", "-"], input: all)
    // The definition of escalate is exported with another row; that of revoke with none.
    #expect(run.error.contains("row 1: no verdict “revoke”"), "\(run.error)")
    #expect(try output("show", "-l", "plain", "--changed", "--format", "names") == "Bo\n")
    #expect(try output("show", "-l", "plain").split(separator: "\n").count == 5)
  }

  @Test func rowsOfAFileAreDecidedWithTheWordsOfTheList() throws {
    let session = try program.open("review", "-l", "users", input: .text("Ann\nFay\n"))
    session.wait { $0.contains("r revoke  e escalate  t trust  z snooze") && $0.contains("Fay") }
    session.send("t")
    session.wait { $0.contains("Fay decided: trust") }
    session.send("q")
    session.expectEnd(.code(0))
  }

  @Test func aKeyThatTheInputrcHasTakenIsReported() throws {
    try program.environment.home.write(
      "set keymap targets-review\n\"e\": targets-review-next\n", to: ".inputrc")
    let session = try program.open("review", "-l", "users")
    session.waitForStatus("~/.inputrc binds e to something else; use :decide escalate")
    session.send("t")
    session.wait { $0.contains("decided: trust") }
    session.send("q")
    session.expectEnd(.code(0))
  }

  @Test func aDecisionThatDoesNotCountIsNotShown() throws {
    _ = try program.run("drop", "-l", "users", "Bo")
    _ = try program.run("add", "-l", "users", "Bo")
    _ = try program.run("decide", "-l", "users", "escalate", "Di")
    let session = try program.open("-l", "users", "--verdict", "escalate")
    session.wait { $0.contains("Di") && $0.contains("escalate when opened") && !$0.contains("Bo") }
    session.send(Key.controlD)
    session.expectEnd(.code(0))
  }

  /// Keys arrive one by one, as from a person.
  @Test func plainReviewWaitsForEnter() throws {
    let session = try program.open("review", "-l", "users", "--plain", oracle: .plain)
    session.wait { $0.contains("Ed") && $0.contains("revoke, escalate, trust, snooze") }
    session.send("t")
    session.wait { $0.contains("]? t") }
    session.send(Key.enter)
    session.wait { $0.contains("Ed decided: trust") }
    session.send("q" + Key.enter)
    session.expectEnd(.code(0))
  }
}
