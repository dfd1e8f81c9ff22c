import TestSupport
import Testing

/// Rows of an input have the revisions from the input, or none, whatever the list has.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct InputRevisionTests {
  private let program: Program
  private let columns = ["--delimiter", "\\t", "--revision-column", "2"]

  /// Decides two rows with revision 1, and one without a revision.
  init() throws {
    program = try Program()
    let made = try program.run(
      ["import", "--mirror", "-l", "st"] + columns + ["-"],
      input: .text("a\t1\nb\t1\nbare\t\nopen\t1\n"))
    #expect(made.status == .code(0), "\(made.error)")
    #expect(try program.run("dead", "-l", "st", "a", "b", "bare").status == .code(0))
  }

  private static let rows = "a\t1\nb\t2\nbare\t\nopen\t2\nother\t1\n"

  private func show(_ options: String..., rows: String) throws -> [String] {
    try show(options, rows: rows)
  }

  private func show(_ options: [String], rows: String) throws -> [String] {
    let shown = try program.run(
      ["show", "-l", "st", "--input", "-", "--format", "names"] + options, input: .text(rows))
    return shown.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["names", "csv", "ndjson", "json", "sections"])
  func aDecisionAboutAnotherRevisionDoesNotCountInAnyFormat(format: String) throws {
    let options = ["show", "-l", "st", "--input", "-", "--format", format] + columns
    let dead = try program.run(options + ["--dead"], input: .text(Self.rows)).output
    #expect(dead.contains("bare") && !dead.contains("open"))
    #expect(!dead.contains("b\n") && !dead.contains("\"b\"") && !dead.contains(",b,"))
    let changed = try program.run(options + ["--changed"], input: .text(Self.rows)).output
    #expect(changed.contains("b") && !changed.contains("bare"))
    if format == "ndjson" {
      #expect(changed.contains(#""class":"open","changed":true,"earlier":"dead""#))
      #expect(changed.contains(#""decidedRevision":"1","revision":"2""#))
    }
  }

  @Test func onlyVerdictsThatCountArePrinted() throws {
    #expect(try show(["--verdict", "dead"] + columns, rows: Self.rows) == ["a", "bare"])
    let rows = "a\nb\nbare\n"
    #expect(try show("--verdict", "dead", rows: rows) == ["bare"])
  }

  /// A name alone says nothing about the state of the row.
  @Test func rowsWithoutRevisionsHaveNone() throws {
    let rows = "a\nbare\nopen\n"
    #expect(try show("--dead", rows: rows) == ["bare"])
    #expect(try show("--changed", rows: rows) == ["a"])
    #expect(try show("--open", rows: rows) == ["a", "open"])
    let run = try program.run(
      "run", "-l", "st", "--input", "-", "--dead", "--", "echo", input: .text(rows))
    #expect(run.output == "bare\n")
    #expect(run.error.contains("1 changed since they were decided"), "\(run.error)")
  }

  @Test func aRunUsesTheRevisionsOfItsInput() throws {
    let words = ["run", "-l", "st", "--input", "-", "--dead"] + columns
    let command = ["--", "echo", "{}", "{revision}"]
    let run = try program.run(words + command, input: .text("a\t1\nb\t2\nopen\t1\n"))
    #expect(run.output == "a 1\n")
    #expect(run.error.contains("1 changed since they were decided"), "\(run.error)")
    // b is decided about revision 2, which the list does not have.
    let session = try program.open(
      ["review", "-l", "st"] + columns, input: .text("a\t1\nb\t2\n"))
    session.waitForStatus("1 open")
    session.send("=")
    session.waitForStatus("2 of 2 decided")
    session.send("q")
    #expect(session.waitForExit() == .code(0))
    #expect(try program.run("show", "-l", "st", "--changed").output == "b\n")
    let again = try program.run(words + command, input: .text("a\t1\nb\t2\nopen\t1\n"))
    #expect(again.output == "b 2\n")
    let last = try program.run(words + command, input: .text("a\t1\nb\t2\nopen\t1\n"))
    #expect(last.output == "")
    #expect(last.error.contains("2 done before"), "\(last.error)")
    // In the list, the decision on b is about another revision.
    let ofList = try program.run(["run", "-l", "st", "--dead"] + command)
    #expect(ofList.output == "")
  }

  @Test func theEffectOfNewRevisionsOnDecisionsIsReported() throws {
    _ = try program.run("import", "-l", "later", "-", input: .text("a\nb\nc\n"))
    _ = try program.run("dead", "-l", "later", "a", "b")
    let words = ["import", "--mirror", "-l", "later"] + columns
    let run = try program.run(words + ["-"], input: .text("a\t1\nb\t1\nc\t1\n"))
    #expect(
      run.error == "import: 0 new, 0 gone, 2 changed, 1 unchanged\n"
        + "targets: import: 2 decisions made before the rows had revisions do not count; "
        + "targets confirm --changed decides all changed rows as before\n")
    #expect(try program.run("confirm", "-l", "later", "--changed").status == .code(0))
    let next = try program.run(words + ["-"], input: .text("a\t2\nb\t1\nc\t1\n"))
    #expect(next.error == "import: 0 new, 0 gone, 1 changed, 2 unchanged\n")
  }

  @Test func theScreenComparesRevisions() throws {
    let session = try program.open(
      ["review", "-l", "st"] + columns, input: .text("a\t1\nb\t2\nbare\t\n"))
    session.waitForStatus("2 of 3 decided, 1 open")
    session.send("d")
    session.waitForStatus("3 of 3 decided")
    session.send("u")
    session.waitForStatus("1 open")
    // Someone else decides the row with the revision in the list.
    #expect(try program.run("reopen", "-l", "st", "a").status == .code(0))
    session.waitForStatus("1 of 3 decided, 2 open")
    #expect(try program.run("ok", "-l", "st", "a").status == .code(0))
    session.waitForStatus("2 of 3 decided, 1 open")
    session.send("q")
    #expect(session.waitForExit() == .code(0))
  }

  @Test func decisionsWithoutRevisionsAreAboutNone() throws {
    let session = try program.open("review", "-l", "st", input: .text("a\nbare\nopen\n"))
    session.waitForStatus("1 of 3 decided, 2 open")
    session.send("dd")
    session.waitForStatus("3 of 3 decided")
    session.send("q")
    #expect(session.waitForExit() == .code(0))
    // The list has revisions for them, which no one has seen.
    #expect(try program.run("show", "-l", "st", "--dead").output == "b\nbare\n")
    #expect(try program.run("show", "-l", "st", "--changed").output == "a\nopen\n")
    let run = try program.run("run", "-l", "st", "--dead", "--", "echo")
    #expect(run.output == "b\nbare\n")
  }
}
