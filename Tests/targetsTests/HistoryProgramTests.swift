import Foundation
import TestSupport
import Testing

/// What was done to a list, as the built program tells it.
@Suite(.timeLimit(.minutes(10)))
struct HistoryProgramTests {
  private let program: Program
  private let csv = "id,host,owner\r\n1,Alpha,ops\r\n2,Beta,dev\r\n3,Beta,web\r\n4,Gamma,ops\r\n"

  init() throws {
    program = try Program(["TARGETS_AS": "Ann"])
    let run = try program.run(
      "import", "--csv", "--name-column", "host", "--id-column", "id", "-", input: .text(csv))
    #expect(run.status == .code(0))
    _ = try program.run("dead", "Beta", "-m", "left the firm")
    _ = try program.run("spare", "--as", "Bob", "Alpha")
  }

  @Test func aNameIsEveryRowThatIsCalledSo() throws {
    let beta = try program.run("log", "Beta", "--format", "csv").output.split(separator: "\r\n")
    #expect(beta.count == 5)
    #expect(
      beta.count { $0.contains(",Ann,dead,Beta,") && $0.hasSuffix(",left the firm,1") } == 2)
    #expect(try program.run("log", "Nobody").status == .code(1))
  }

  @Test func entriesAreChosenByTimeAndPerson() throws {
    #expect(try program.run("log", "--since", "1h").output.split(separator: "\n").count == 7)
    #expect(try program.run("log", "--since", "2999-01-01").status == .code(1))
    let ofBob = try program.run("log", "--by", "Bob", "--format", "ndjson").output
    #expect(ofBob.split(separator: "\n").count == 1)
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(ofBob.utf8)) as? [String: Any])
    #expect(row["who"] as? String == "Bob" && row["what"] as? String == "spared")
    #expect(row["name"] as? String == "Alpha" && row["id"] as? String == "1")
    #expect(try program.run("log", "--limit", "2").output.split(separator: "\n").count == 2)
  }

  @Test func whatWasUndoneIsToldIfItIsAskedFor() throws {
    _ = try program.run("undo")
    #expect(!(try program.run("log").output.contains("spared")))
    #expect(try program.run("log", "--all").output.contains("Alpha  [undone]"))
  }

  @Test func statsTellCountsDaysPeopleAndTheOldestRow() throws {
    let text = try program.run("stats", "--format", "json").output
    let stats = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(stats["names"] as? Int == 4 && stats["open"] as? Int == 1)
    #expect(stats["dead"] as? Int == 2 && stats["spared"] as? Int == 1)
    #expect((stats["days"] as? [[String: Any]])?.last?["decided"] as? Int == 3)
    #expect((stats["people"] as? [[String: Any]])?.first?["who"] as? String == "Ann")
    #expect(stats["oldestOpen"] as? String == "Gamma")
    let csv = try program.run("stats", "--format", "csv").output
    #expect(csv.contains("count,dead,2\r\n") && csv.contains("\r\noldest,Gamma,20"))
  }

  /// The row that was decided last may have left the list.
  @Test func reviewGoesOnAfterTheRowDecidedLastThatIsStillThere() throws {
    let rows = "a\nb\nc\nd\ne\n"
    _ = try program.run("import", "--list", "m", "-", input: .text(rows))
    _ = try program.run("spare", "--list", "m", "b")
    _ = try program.run("dead", "--list", "m", "d")
    _ = try program.run("import", "--list", "m", "--mirror", "-", input: .text("a\nb\nc\ne\n"))
    let session = try program.open("review", "--list", "m")
    session.wait { $0.contains("▸   c") }
    session.send("q")
    session.waitForPrompt("")
    session.leave()
  }
}
