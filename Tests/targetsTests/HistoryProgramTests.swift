import Foundation
import TestSupport
import Testing

/// What was done to a list, as the built program tells it.
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

  @Test func aNameIsEveryRowThatIsCalledSo() throws {
    let beta = try program.run("log", "Beta", "--format", "csv").output.split(separator: "\r\n")
    #expect(beta.count == 3)
    #expect(
      beta.count { $0.contains(",Ann,dead,Beta,") && $0.hasSuffix(",left the firm,1") } == 2)
    #expect(try program.run("log", "Nobody").status == .code(1))
  }

  @Test func entriesAreChosenByTimeAndPerson() throws {
    #expect(try program.run("log", "--since", "1h").output.split(separator: "\n").count == 4)
    #expect(try program.run("log", "--since", "2999-01-01").status == .code(1))
    let ofBob = try program.run("log", "--by", "Bob", "--format", "ndjson").output
    #expect(ofBob.split(separator: "\n").count == 1)
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(ofBob.utf8)) as? [String: Any])
    #expect(row["who"] as? String == "Bob" && row["what"] as? String == "ok")
    #expect(row["name"] as? String == "Alpha" && row["id"] as? String == "1")
    #expect(try program.run("log", "--limit", "2").output.split(separator: "\n").count == 2)
  }

  @Test func notesAreLookedInWhereDetailsAre() throws {
    func listed(_ words: String...) throws -> String {
      try ProgramRun(
        program.path, ["list", "--format", "names"] + words, environment: program.environment
      ).output
    }
    _ = try program.run("note", "Gamma", "Ask the\nÉclair team")
    #expect(try listed("eclair") == "")
    #expect(try listed("--search-details", "eclair") == "Gamma\n")
    #expect(try listed("--search-details", "firm") == "Beta\nBeta\n")
    // Each word may stand in the name, in the detail or in the note.
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

  @Test func whatWasUndoneIsToldIfItIsAskedFor() throws {
    _ = try program.run("undo")
    #expect(!(try program.run("log").output.contains("ok")))
    #expect(try program.run("log", "--all").output.contains("Alpha  [undone]"))
  }

  @Test func statsTellCountsDaysPeopleAndTheOldestRow() throws {
    let text = try program.run("stats", "--format", "json").output
    let stats = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(stats["names"] as? Int == 4 && stats["open"] as? Int == 1)
    #expect(stats["dead"] as? Int == 2 && stats["ok"] as? Int == 1)
    #expect((stats["days"] as? [[String: Any]])?.last?["decided"] as? Int == 3)
    #expect((stats["people"] as? [[String: Any]])?.first?["who"] as? String == "Ann")
    #expect(stats["oldestOpen"] as? String == "Gamma")
    let csv = try program.run("stats", "--format", "csv").output
    #expect(csv.contains("count,dead,2\r\n") && csv.contains("\r\noldest,Gamma,20"))
  }

  @Test func manyRowsAreAskedAboutAndDoneInOneStep() throws {
    let rows = (1_000..<2_200).map { "row \($0)" }.joined(separator: "\n")
    _ = try program.run("import", "--list", "many", "-", input: .text(rows))
    let session = try program.open("--list", "many", columns: 100)
    session.waitForStatus("1,200 of 1,200")
    session.send(":dead all" + Key.enter)
    session.waitForStatus("mark 1,200 rows dead? [y,n]")
    session.waitForPrompt("")
    session.send(Key.escape)
    session.waitForStatus("nothing was changed")
    session.send(":snooze all 30d" + Key.enter)
    session.waitForStatus("snooze 1,200 rows? [y,n]")
    session.send("y")
    session.wait { $0.contains("1,200 rows changed; C-x u undoes") }
    session.send(":dead all" + Key.enter)
    session.waitForStatus("mark 1,200 rows dead? [y,n]")
    session.send("y")
    session.wait { $0.contains("1,200 of 1,200 decided · 1,200 today") }
    session.send(Key.controlX + "u")
    session.wait { $0.contains("undone: dead, 1,200 rows") }
    session.leave()
    #expect(try program.run("list", "--list", "many", "--dead").status == .code(1))
    let snoozed = try program.run("list", "--list", "many", "--snoozed", "--format", "names")
    #expect(snoozed.output.split(separator: "\n").count == 1_200)
  }

  @Test func soManyStepsAreKeptAsIsAskedFor() throws {
    #expect(try program.run("store", "set", "undo-steps", "100").status == .code(0))
    func run(_ words: String...) throws -> ProgramRun {
      try ProgramRun(program.path, words + ["--list", "s"], environment: program.environment)
    }
    for number in 0..<120 { _ = try run("add", "\(number)") }
    var undone = 0
    while try run("undo").status == .code(0) { undone += 1 }
    #expect((99...101).contains(undone))
    // The log tells of all of them.
    #expect(try run("log", "--all").output.split(separator: "\n").count == 120)
    for wrong in [
      ["undo-steps", "many"], ["undo-steps", "0"], ["redo-steps", "5"], ["undo-steps"],
    ] {
      let refused = try ProgramRun(
        program.path, ["store", "set"] + wrong, environment: program.environment)
      #expect(refused.status == .code(2), "\(wrong)")
      #expect(refused.error.contains("undo-steps") || wrong.count == 1, "\(refused.error)")
    }
  }

  /// The row that was decided last may have left the list.
  @Test func reviewGoesOnAfterTheRowDecidedLastThatIsStillThere() throws {
    let rows = "a\nb\nc\nd\ne\n"
    _ = try program.run("import", "--list", "m", "-", input: .text(rows))
    _ = try program.run("ok", "--list", "m", "b")
    _ = try program.run("dead", "--list", "m", "d")
    _ = try program.run("import", "--list", "m", "--mirror", "-", input: .text("a\nb\nc\ne\n"))
    let session = try program.open("review", "--list", "m")
    session.wait { $0.contains("▸   c") }
    session.send("q")
    session.waitForPrompt("")
    session.leave()
  }
}
