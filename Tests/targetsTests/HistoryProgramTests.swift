import Foundation
import TestSupport
import Testing

/// The log of a list, as the built program prints it.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct HistoryProgramTests {
  private let program: Program
  private let csv = "id,host,owner\r\n1,Alpha,ops\r\n2,Beta,dev\r\n3,Beta,web\r\n4,Gamma,ops\r\n"

  init() throws {
    program = try Program(["TARGETS_AS": "Ann"])
    let run = try program.run(
      "import", "--csv", "--name-column", "host", "--id-column", "id", "-", input: .text(csv))
    #expect(run.status == .code(0))
    _ = try program.run("dead", "--every", "Beta", "-m", "left the firm")
    _ = try program.run("ok", "--as", "Bob", "Alpha")
  }

  @Test func aNameMeansEveryRowWithIt() throws {
    let beta = try program.run("log", "Beta", "--format", "csv").output.split(separator: "\r\n")
    #expect(beta.count == 3)
    #expect(
      beta.count { $0.contains(",Ann,,decided,Beta,") && $0.contains(",dead,,,left the firm,,1,") }
        == 2)
    let piped = try program.run("log", "-", "--format", "csv", input: .text("Beta\n"))
    #expect(piped.output.split(separator: "\r\n") == beta)
    let none = try program.run("log", "-")
    #expect((none.status, none.output) == (.code(1), ""))
    let nobody = try program.run("log", "Nobody", "Alpha", "--format", "csv")
    #expect(
      (nobody.status, nobody.error) == (.code(1), "targets: log: Nobody: not in list “./default”\n")
    )
    #expect(nobody.output.contains(",decided,Alpha,"))
    // A dropped row is remembered.
    _ = try program.run("drop", "Gamma")
    let dropped = try program.run("log", "Gamma")
    #expect((dropped.status, dropped.error) == (.code(0), ""))
    #expect(dropped.output.contains("dropped   Gamma"))
  }

  @Test func entriesAreChosenByTimeAndPerson() throws {
    #expect(try program.run("log", "--since", "1h").output.split(separator: "\n").count == 4)
    #expect(try program.run("log", "--since", "2999-01-01").status == .code(1))
    let ofBob = try program.run("log", "--by", "Bob", "--format", "ndjson").output
    #expect(ofBob.split(separator: "\n").count == 1)
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(ofBob.utf8)) as? [String: Any])
    #expect(row["author"] as? String == "Bob" && row["what"] as? String == "decided")
    #expect(row["verdict"] as? String == "ok" && row["number"] as? Int == 3)
    #expect(row["name"] as? String == "Alpha" && row["id"] as? String == "1")
    #expect(try program.run("log", "--limit", "2").output.split(separator: "\n").count == 2)
  }

  @Test func notesAreSearchedWithDetails() throws {
    func listed(_ words: String...) throws -> String {
      try ProgramRun(
        program.path, ["show", "--format", "names"] + words, environment: program.environment
      ).output
    }
    _ = try program.run("note", "Gamma", "Ask the\nÉclair team")
    #expect(try listed("eclair") == "")
    #expect(try listed("--search-details", "eclair") == "Gamma\n")
    #expect(try listed("--search-details", "firm") == "Beta\nBeta\n")
    // Each word may be in the name, in the detail or in the note.
    #expect(try listed("--search-details", "gam ops team") == "Gamma\n")
    #expect(try listed("--search-details", "ops") == "Alpha\nGamma\n")
    #expect(try listed("--search-details", "gam dev team") == "")
    #expect(try listed("--search-details", "--open", "ops ask") == "Gamma\n")
    let piped = try program.run(
      "-f", "eclair", "--search-details", "--list", "default", "--format", "names",
      input: .text("Gamma\nother\n"))
    #expect(piped.output == "")  // the note is on the row with the ID
    _ = try program.run("note", "--list", "p", "--add", "other", "eclair")
    let noted = try program.run(
      "-f", "eclair", "--search-details", "--list", "p", "--format", "names",
      input: .text("Gamma\nother\n"))
    #expect(noted.output == "other\n")

    let session = try program.open("--search-details")
    session.waitForStatus("4 of 4")
    session.send("eclair")
    session.wait { $0.contains("1 of 4") && $0.contains("Gamma") && !$0.contains("Alpha") }
    session.send(Key.controlU)
    session.waitForStatus("4 of 4")
    session.send(":note #1 fresh" + Key.enter)
    session.wait { $0.contains("Alpha noted") }
    session.send("fresh")
    session.wait { $0.contains("1 of 4") && $0.contains("Alpha") && !$0.contains("Gamma") }
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.leave()
  }

  /// The log keeps everything: an undo is a separate entry, which names what it undoes.
  @Test func anUndoIsASeparateEntry() throws {
    func log(_ words: String...) throws -> [[String: Any]] {
      let run = try ProgramRun(
        program.path, ["log", "--format", "ndjson"] + words, environment: program.environment,
        directory: program.environment.home.path)
      return try run.output.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }
    _ = try program.run("undo", "--as", "Cyd")
    let text = try program.run("log").output.split(separator: "\n").map(String.init)
    #expect(text[0].contains("Cyd         undone    Alpha"))
    #expect(text[1].contains("Bob         ok        Alpha (ID 1)  [undone]"))
    _ = try program.run("undo")
    _ = try program.run("redo")
    _ = try program.run("redo")
    let entries = try log()
    #expect(
      entries.compactMap { $0["what"] as? String }
        == ["redone", "redone", "undone", "undone", "decided", "decided", "decided", "added"])
    #expect(entries.map { $0["number"] as? Int } == [7, 6, 5, 4, 3, 2, 2, 1])
    #expect(entries.map { $0["undoes"] as? Int } == [4, 5, 2, 3, nil, nil, nil, nil])
    #expect(entries.map { $0["undoneBy"] as? Int } == [nil, nil, 6, 7, nil, nil, nil, nil])
    #expect(entries.map { $0["rows"] as? Int } == [1, 2, 2, 1, 1, 1, 1, 4])
    let alpha = try log("Alpha")
    #expect(
      alpha.compactMap { $0["what"] as? String } == ["redone", "undone", "decided"])
    #expect(try log("Beta").count == 6)
    #expect(try log("--limit", "3").count == 3)
  }

  /// A cell that a spreadsheet would evaluate becomes text.
  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
  func noCellOfTheLogBecomesAFormula(text: String) throws {
    _ = try program.run("dead", "--add", "-m", text, "x" + text, "--as=" + text)
    let csv = try program.run("log", "--limit", "1", "--format", "csv").output
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    #expect(csv.contains(",'\(trimmed),,decided,x"), "\(csv)")
    #expect(csv.contains(",'\(trimmed),,1,"), "\(csv)")
    // Other formats print it unchanged.
    #expect(
      try program.run("log", "--limit", "1", "--format", "ndjson").output.contains(
        #""note":"\#(trimmed)""#))
  }

  @Test func statsShowCountsDaysPeopleAndTheOldestRow() throws {
    let text = try program.run("stats", "--format", "json").output
    let stats = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(stats["rows"] as? Int == 4 && stats["open"] as? Int == 1)
    #expect(stats["dead"] as? Int == 2 && stats["ok"] as? Int == 1)
    #expect((stats["days"] as? [[String: Any]])?.last?["decided"] as? Int == 3)
    #expect((stats["authors"] as? [[String: Any]])?.first?["author"] as? String == "Ann")
    #expect(stats["oldestOpen"] as? String == "Gamma")
    let csv = try program.run("stats", "--format", "csv").output
    #expect(csv.contains("count,dead,2\r\n") && csv.contains("\r\noldestOpen,Gamma,20"))
  }

  /// A line feed is shown as a symbol, so that each entry stays one line.
  @Test func statsShowANameWithLineFeedsOnOneLine() throws {
    _ = try program.run("add", "-l", "lines", "two\nlines", "--as", "a\nb")
    _ = try program.run("dead", "-l", "lines", "--add", "x", "--as", "a\nb")
    let stats = try program.run("stats", "-l", "lines").output
    #expect(stats.contains("oldest open row: two␊lines, added 20"))
    #expect(stats.contains("1 by a␊b\n"))
  }

  /// A snooze has no effect while a decision counts, and has an effect again when the decision is undone.
  @Test func aSnoozedRowThatIsDecidedIsNotSnoozed() throws {
    _ = try program.run("snooze", "Alpha", "Gamma", "--for", "9d")
    let snoozed = try program.run("show", "--snoozed", "--format", "names").output
    #expect(snoozed == "Gamma\n")
    #expect(try program.run("stats", "--format", "csv").output.contains("count,snoozed,1\r\n"))
    #expect(
      try program.run("sections", "--snoozed", "--format", "csv").output == "title,count\r\nG,1\r\n"
    )
    let report = try program.run("report").output
    #expect(report.components(separatedBy: "snoozed until").count == 2)
    #expect(try !program.run("why", "Alpha").output.contains("snoozed until"))
    // Importing the printed rows keeps the end of the snooze.
    let row = try program.run("show", "--ok", "--format", "ndjson").output
    #expect(row.contains("\"until\":\""))
    let both = try program.run("show", "--ok", "--snoozed")
    #expect(both.status == .code(2))
    _ = try program.run("reopen", "Alpha")
    #expect(
      try program.run("show", "--snoozed", "--format", "names").output == "Alpha\nGamma\n")
  }

  /// The other formats have the whole recipe.
  @Test func theLogShowsChangedOptionsOfARecipe() throws {
    _ = try program.run("new", "r", "--order", "input", "--on", "dead", "git branch -D")
    _ = try program.run("recipe", "-l", "r", "--set", "on", "dead", "git branch -d")
    _ = try program.run("recipe", "-l", "r", "--set", "on", "ok", "git log")
    _ = try program.run("recipe", "-l", "r", "--unset", "order")
    let lines = try program.run("log", "-l", "r").output.split(separator: "\n").map {
      String($0.dropFirst(30))
    }
    #expect(
      lines == [
        "recipe    --order changed", "recipe    --on ok changed", "recipe    --on dead changed",
        "recipe    --order, --on dead set",
      ])
    let whole = try program.run("log", "-l", "r", "--limit", "1", "--format", "json").output
    #expect(whole.contains("--on dead git branch -d\\n--on ok git log\\n"))
  }

  @Test func undoOfManyRowsNeedsAnAnswerAndIsOneStep() throws {
    let rows = (1_000..<2_200).map { "row \($0)" }.joined(separator: "\n")
    _ = try program.run("import", "--list", "many", "-", input: .text(rows))
    let session = try program.open("--list", "many", columns: 100)
    session.waitForStatus("1,200 of 1,200")
    session.send(":dead all" + Key.enter)
    session.waitForStatus("decide 1,200 rows dead? [y,n]")
    session.waitForPrompt("")
    session.send(Key.escape)
    session.waitForStatus("nothing was changed")
    session.send(":snooze 30d all" + Key.enter)
    session.waitForStatus("snooze 1,200 rows? [y,n]")
    session.send("y")
    session.wait { $0.contains("1,200 rows changed; C-x u to undo") }
    session.send(":dead all" + Key.enter)
    session.waitForStatus("decide 1,200 rows dead? [y,n]")
    session.send("y")
    session.wait { $0.contains("1,200 of 1,200 decided · 1,200 today") }
    session.send(Key.controlX + "u")
    session.wait { $0.contains("undone: dead, 1,200 rows") }
    session.leave()
    #expect(
      try program.run("show", "--format", "sections", "--list", "many", "--dead").status == .code(1)
    )
    let snoozed = try program.run("show", "--list", "many", "--snoozed", "--format", "names")
    #expect(snoozed.output.split(separator: "\n").count == 1_200)
  }

  @Test func theNumberOfStepsToUndoCanBeSet() throws {
    #expect(try program.run("store", "set", "undo-steps", "10").status == .code(0))
    func run(_ words: String...) throws -> ProgramRun {
      try ProgramRun(program.path, words + ["--list", "s"], environment: program.environment)
    }
    for number in 0..<25 { _ = try run("add", "\(number)") }
    var undone = 0
    while try run("undo").status == .code(0) { undone += 1 }
    #expect((9...11).contains(undone))
    // The log has all of them.
    #expect(try run("log").output.split(separator: "\n").count == 25 + undone)
    for wrong in [
      ["undo-steps", "many"], ["undo-steps", "0"], ["redo-steps", "5"], ["undo-steps"],
    ] {
      let refused = try ProgramRun(
        program.path, ["store", "set"] + wrong, environment: program.environment)
      #expect(refused.status == .code(2), "\(wrong)")
      #expect(refused.error.contains("undo-steps") || wrong.count == 1, "\(refused.error)")
    }
  }

  /// The row that was decided last may no longer be in the list.
  @Test func reviewContinuesAfterTheLastDecidedRowThatRemains() throws {
    let rows = "a\nb\nc\nd\ne\n"
    _ = try program.run("import", "--list", "m", "-", input: .text(rows))
    _ = try program.run("ok", "--list", "m", "b")
    _ = try program.run("dead", "--list", "m", "d")
    _ = try program.run("import", "--list", "m", "--mirror", "-", input: .text("a\nb\nc\ne\n"))
    let session = try program.open("review", "--list", "m")
    session.wait { $0.contains("▸   c") }
    session.send("q")
    session.expectEnd(.code(0))
  }
}
