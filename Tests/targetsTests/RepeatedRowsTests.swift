import TestSupport
import Testing

/// Rows of one input with the same ID, or without IDs the same name, that differ in another column.
@Suite(.ownThreads)
struct RepeatedRowsTests {
  struct Table: CustomTestStringConvertible {
    var text: String
    var options: [String]
    var first: String
    /// The result if the last row counts.
    var merged: String
    var testDescription: String { text }
  }

  private static let rules = ["--csv", "--name-column", "rule"]
  private static let people = ["--csv", "--name-column", "name", "--id-column", "id"]

  /// Inputs in which repeated rows differ.
  ///
  /// They differ in each kind of column, as the first or the last rows, with and without IDs.
  static let differing = [
    Table(
      text: "rule,file\nno-var,b.js\nx,a.js\nno-var,c.js\n", options: rules, first: "no-var",
      merged: "no-var c.js|x a.js"),
    Table(
      text: "rule,file\na,1\na,\nb,1\nb,2\n", options: rules, first: "a", merged: "a|b 2"),
    Table(
      text: "rule,file\na,\"1\"\na,1\nb,\"2\nc\"\nb,2\n", options: rules, first: "b",
      merged: "a 1|b 2"),
    Table(
      text: "rule,level\na,high\na,low\n", options: rules + ["--section-column", "level"],
      first: "a", merged: "a"),
    Table(
      text: "rule,state\na,1\na,2\n", options: rules + ["--revision-column", "state"],
      first: "a", merged: "a"),
    Table(
      text: "id,name,state\n1,Ann,x\n1,Ann,\n", options: people + ["--revision-column", "state"],
      first: "1", merged: "Ann"),
    Table(
      text: "id,name,team\n1,Ann,ops\n2,Bo,dev\n1,Ann,dev\n", options: people, first: "1",
      merged: "Ann dev|Bo dev"),
    Table(
      text: "id,name,team\n1,Ann,ops\n1,Anna,ops\n", options: people, first: "1",
      merged: "Anna ops"),
    Table(
      text: "id,name,team\n,Ann,ops\n,Ann,dev\n2,Ann,dev\n", options: people, first: "Ann",
      merged: "Ann dev|Ann dev"),
    Table(
      text: "a;1\nb;1\na;2\n", options: ["--delimiter", ";", "--name-column", "1"], first: "a",
      merged: "a 2|b 1"),
    Table(
      text: "Jos\u{e9};1\nJose\u{301};2\n", options: ["--delimiter", ";", "--name-column", "1"],
      first: "Jos\u{e9}",
      merged: "Jose\u{301} 2"),
  ]

  /// Every command that reads an input, and prints none of it then, with the words before its options.
  private static let ways = [
    ["import", "-"], ["import", "--mirror", "-l", "./default", "-"], ["import", "--dry-run", "-"],
    ["import", "--mirror", "-l", "./default", "--dry-run", "-"],
    ["show", "--input", "-", "--format", "ndjson"],
    ["sections", "--input", "-"], ["--format", "ndjson"], ["-f", "", "--format", "names"],
    ["pick", "-0"], ["run", "-l", "./default", "--input", "-", "--all", "-n"],
  ]

  private func run(_ program: Program, _ way: [String], _ options: [String], _ text: String) throws
    -> ProgramRun
  {
    try ProgramRun(
      program.path, way + options + (way[0] == "run" ? ["--", "true"] : []), input: .text(text),
      environment: program.environment)
  }

  private func message(_ table: Table) -> String {
    let hasIDs = table.options.contains("--id-column")
    let what = hasIDs && table.first != "Ann" ? "ID" : "name"
    return "rows with the \(what) “\(table.first)” differ in other columns; "
      + (hasIDs ? "" : "set --id-column, or ") + "use --merge-repeated to keep the last one"
  }

  @Test(arguments: differing)
  func repeatedRowsAreRefusedByEveryCommand(table: Table) throws {
    for way in Self.ways {
      let program = try Program()
      let run = try run(program, way, table.options, table.text)
      #expect(run.status == .code(2), "\(way)")
      #expect(run.output == "", "\(way)")
      #expect(run.error.hasSuffix("\(message(table))\n"), "\(way): \(run.error)")
      #expect(run.error.count { $0 == "\n" } == 1, "\(way): \(run.error)")
      #expect(try program.run("lists").status == .code(1), "\(way)")
    }
  }

  @Test func theErrorNamesTheFile() throws {
    let program = try Program()
    try program.environment.home.write("a,1\na,2\n", to: "rules.csv")
    let path = program.environment.home.path("rules.csv")
    let run = try program.run("import", "--delimiter", ",", path)
    #expect(run.error.hasPrefix("targets: import: \(path): rows with the name “a” differ"))
  }

  @Test(arguments: differing)
  func theLastRepeatedRowCountsOnRequest(table: Table) throws {
    let program = try Program()
    let options = table.options + ["--merge-repeated"]
    func rows(_ text: String) -> [String] {
      text.split(separator: "\n").map { line in
        let name = line.firstMatch(of: /"name":"([^"]*)"/)?.1 ?? ""
        let detail = line.firstMatch(of: /"detail":"([^"]*)"/)?.1
        return "\(name)\(detail.map { " \($0)" } ?? "")"
      }
    }
    let merged = table.merged.split(separator: "|").map(String.init)
    for way in [["--format", "ndjson"], ["show", "--input", "-", "--format", "ndjson"]] {
      let run = try run(program, way, options, table.text)
      #expect(run.status == .code(0), "\(run.error)")
      #expect(rows(run.output) == merged, "\(way)")
    }
    for way in [["import", "-", "--list", "i"], ["import", "--mirror", "-", "--list", "m"]] {
      #expect(try self.run(program, way, options, table.text).status == .code(0))
    }
    for list in ["i", "m"] {
      let kept = try program.run("show", "--list", list, "--format", "ndjson").output
      #expect(rows(kept) == merged, "\(list)")
    }
  }

  @Test func equalRowsAreOneRow() throws {
    let program = try Program()
    let text = "rule,file\na,1\na,1\nb,2\na,1\n"
    let run = try program.run("import", "--csv", "-", input: .text(text))
    #expect(
      run.error
        == "import: 2 rows added to ./default\ntargets: import: 2 duplicate rows in the input\n")
    let printed = try program.run("--csv", "--format", "names", input: .text(text))
    #expect((printed.status, printed.output) == (.code(0), "a\nb\n"))
    let unsorted = try program.run(
      "-f", "a", "--csv", "--unsorted", input: .text("rule,file\na,1\na,2\n"))
    #expect((unsorted.status, unsorted.output) == (.code(0), "a\na\n"))
  }

  @Test(arguments: [["pick"], []])
  func aScreenReportsRepeatedRows(mode: [String]) throws {
    let table = Self.differing[0]
    let program = try Program()
    let session = try program.open(
      mode + table.options, input: .text(table.text), output: mode.isEmpty ? .terminal : .pipe,
      columns: 200)
    session.wait { $0.contains("“no-var” differ in other columns") }
    // To read the same rows again would not help.
    #expect(!session.screen.text.contains(":retry"))
    session.send(Key.controlC + Key.controlD)
    _ = session.waitForExit()
  }

  @Test func theOptionRequiresColumns() throws {
    let run = try Program().run("--merge-repeated", input: .text("a\n"))
    #expect(run.status == .code(2))
    #expect(run.error.contains("--merge-repeated requires --csv or --delimiter"))
  }
}
