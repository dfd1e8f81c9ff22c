import TestSupport
import Testing

/// Names with line feeds: stored completely, and printed only where they cannot be mistaken for two names.
@Suite(.ownThreads)
struct LineFeedTests {
  private static let reason =
    "targets: show: 1 row with newlines skipped; use --format names --print0, or csv, json or ndjson\n"

  @Test func aNameWithALineFeedIsPrintedWhereItFits() throws {
    let program = try Program()
    #expect(try program.run("add", "Ada\nByron", "Bo").status == .code(0))
    #expect(try program.run("dead", "Ada\nByron").status == .code(0))
    let nul = try program.run("show", "--print0")
    #expect(nul.output == "Ada\nByron\0Bo\0")
    #expect(nul.status == .code(0))
    #expect(try program.run("show", "--format", "csv").output.contains("A,\"Ada\nByron\",,dead,"))
    #expect(try program.run("show", "--format", "ndjson").output.contains(#""name":"Ada\nByron""#))
    #expect(try program.run("show", "--format", "json").output.contains(#""name":"Ada\nByron""#))
    #expect(try program.run("show", "byron", "--print0").output == "Ada\nByron\0", "both are words")
  }

  @Test(arguments: [
    (["show", "--format", "names"], "Bo\n"), (["show", "--format", "todo"], "Bo\n"),
    (["show"], "Bo\n"),
  ])
  func aNameWithALineFeedIsSkippedInLinesWithAnError(arguments: [String], output: String) throws {
    let program = try Program()
    #expect(try program.run("add", "Ada\nByron", "Bo").status == .code(0))
    let run = try ProgramRun(program.path, arguments, environment: program.environment)
    #expect(run.output == output)
    #expect(run.error == Self.reason)
    #expect(run.status == .code(2))
  }

  @Test(arguments: [("C.UTF-8", "␊"), ("C", "^J")])
  func outputForPeopleShowsTheLineFeed(locale: String, sign: String) throws {
    let program = try Program(["LANG": locale])
    #expect(try program.run("add", "Ada\nByron").status == .code(0))
    let sections = try program.run("show", "--format", "sections")
    #expect(sections.output == "A\n   Ada\(sign)Byron\n")
    #expect(sections.status == .code(0))
    #expect(try program.run("log").output.contains("Ada\(sign)Byron"))
    #expect(try program.run("add", "Bo\r\nEk").status == .code(0))
    #expect(try program.run("show", "--format", "sections", "bo").output == "B\n   Bo\r\(sign)Ek\n")
  }

  @Test(arguments: ["csv", "ndjson"])
  func exportedRowsCanBeImported(format: String) throws {
    let program = try Program()
    #expect(try program.run("dead", "--add", "Ada\nByron").status == .code(0))
    let exported = try program.run("show", "--format", format)
    let other = try program.run(
      "import", "--list", "other", "--format", format, "-", input: .bytes(exported.outputBytes))
    #expect(other.status == .code(0))
    #expect(
      try program.run("show", "--list", "other", "--dead", "--print0").output == "Ada\nByron\0")
  }

  @Test func namesCanBeSeparatedByNULs() throws {
    let program = try Program()
    let names = "Ada\nByron\0Bo\0\0Cy"
    #expect(
      try program.run("--read0", "-f", "", "--print0", input: .text(names)).output
        == "\0Ada\nByron\0Bo\0Cy\0")
    #expect(
      try program.run("--read0", "-f", "by", "--print0", input: .text(names)).output
        == "Ada\nByron\0")
    #expect(try program.run("import", "--read0", "-", input: .text(names)).status == .code(0))
    #expect(
      try program.run("dead", "--read0", "-", input: .text("Ada\nByron\0Cy\0")).status == .code(0))
    #expect(try program.run("show", "--dead", "--print0").output == "Ada\nByron\0Cy\0")
    #expect(
      try program.run("show", "--read0", "--input", "-", "--print0", input: .text(names)).output
        == "Ada\nByron\0Bo\0Cy\0")
  }

  @Test func aPickShowsAStandInAndPrintsTheName() throws {
    let program = try Program()
    let session = try program.open(
      "pick", "--read0", "--print0", input: .pipe(Array("Ada\nByron\0Bo\0".utf8)), output: .pipe)
    session.wait { $0.contains("▸   Ada␊Byron") }
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array("Ada\nByron\0".utf8))
  }

  @Test func pickingANameWithALineFeedIsAnErrorInLines() throws {
    let program = try Program()
    let session = try program.open(
      "pick", "--read0", "-l", "./default", input: .pipe(Array("Ada\nByron\0Bo\0".utf8)),
      output: .pipe)
    session.wait { $0.contains("▸   Ada␊Byron") }
    session.send(Key.enter)
    session.expectEnd(.code(2))
    #expect(session.standardOutput == [])
    #expect(session.screen.contains("1 row with newlines skipped"))
  }

  @Test func commandsGetTheWholeName() throws {
    let program = try Program()
    #expect(try program.run("add", "a\nb").status == .code(0))
    let script = "printf '<%s>' \"$1\" > out"
    #expect(
      try program.run("run", "-l", "./default", "--all", "--", "sh", "-c", script, "sh", "{}")
        .status == .code(0))
    #expect(try ProgramRun("/bin/cat", [program.environment.home.path("out")]).output == "<a\nb>")
  }

  @Test(arguments: [
    ["--read0", "--csv", "-f", "a"], ["--read0", "--delimiter", ",", "--format", "names"],
    ["show", "--format", "sections", "--read0"], ["--read0", "--from", "demo:", "-f", "a"],
    ["import", "--read0", "--format", "csv", "-"],
  ])
  func wrongUsageHasStatusTwo(arguments: [String]) throws {
    let program = try Program()
    let run = try ProgramRun(
      program.path, arguments, input: .text("a"), environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.error.contains("--read0"))
  }
}
