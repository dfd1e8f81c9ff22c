import TestSupport
import Testing

@Suite(.ownThreads)
struct CommandTests {
  @Test func flagsAndUndoWorkAcrossRuns() throws {
    let program = try Program()
    #expect(try program.run("add", "Ada", "Bo").status == .code(0))
    #expect(try program.run("dead", "Bo").status == .code(0))
    #expect(try program.run("show", "--dead", "--format", "names").output == "Bo\n")
    #expect(try program.run("undo").status == .code(0))
    #expect(try program.run("show", "--format", "sections", "--dead").status == .code(1))
    #expect(try program.run("redo").status == .code(0))
    #expect(try program.run("show", "--dead", "--format", "names").output == "Bo\n")
    #expect(try program.run("undo").status == .code(0))
    #expect(try program.run("undo").status == .code(0))
    let last = try program.run("undo")
    #expect(last.status == .code(1))
    #expect(last.error == "targets: undo: nothing to undo\n")
  }

  @Test("Undo: the message names the edit that was undone and its author")
  func undoSaysWhat() throws {
    let program = try Program()
    _ = try program.run("add", "--as", "Ann", "Ada", "Bo", "Cy")
    _ = try program.run("dead", "--as", "Ann", "Ada", "Bo", "Cy")
    _ = try program.run("like", "--as", "Ann", "Bo")
    func said(_ word: String, by author: String) throws -> String {
      let run = try program.run(word, "--as", author)
      #expect(run.status == .code(0) && run.output == "")
      return run.error.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "TIME")
    }
    #expect(try said("undo", by: "Ann") == "undone: liked, Bo\n")
    #expect(try said("undo", by: "Bob") == "undone: dead, 3 rows, by Ann on TIME\n")
    #expect(try said("redo", by: "Bob") == "redone: dead, 3 rows, by Ann on TIME\n")
    #expect(try said("redo", by: "Ann") == "redone: liked, Bo\n")
  }

  @Test func manyNamesInOneCommandAreOneStep() throws {
    let program = try Program()
    _ = try program.run("dead", "--add", "-", input: .text("Ada\nBo\nCy\n"))
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\nBo\nCy\n")
    _ = try program.run("undo")
    #expect(try program.run("show", "--format", "sections").status == .code(1))
  }

  @Test func anUnknownNameIsReportedAndTheOthersAreEdited() throws {
    let program = try Program()
    _ = try program.run("add", "Ada", "Bo")
    let run = try program.run("dead", "Ada", "Nobody")
    #expect(run.status == .code(1))
    #expect(run.error == "targets: dead: Nobody: not in list “./default”\n")
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\n")
  }

  @Test func manyUnknownNamesAreCountedAndTheFirstNamed() throws {
    let program = try Program()
    _ = try program.run("add", "Ada")
    let names = (1...25_000).map { "Nobody \($0)" }.joined(separator: "\n")
    for input in ["Ada\n" + names, names] {
      let run = try program.run("dead", "-", input: .text(input))
      #expect(run.status == .code(1))
      let lines = run.error.split(separator: "\n")
      #expect(lines.count == 1)
      #expect(lines.last?.hasPrefix("targets: dead: Nobody ") == true)
      #expect(lines.last?.hasSuffix(", 24990 more: not in list “./default”") == true)
    }
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\n")
    let few = try program.run("dead", "B", "A", "C")
    #expect(few.error == "targets: dead: B, A, C: not in list “./default”\n")
    let add = try program.run("dead", "--add", "-", input: .text(names))
    #expect(add.status == .code(0))
    #expect(try program.run("lists").output.hasSuffix("\t25001\t0\t25001\t0\n"))
    let undo = try program.run("undo")
    #expect(undo.error == "undone: dead, 25,000 rows\n" && undo.output == "")
  }

  @Test func aQueryMayBeginWithADash() throws {
    let program = try Program()
    let names = "web-1\n-1\n-x\nx\n"
    for (arguments, output) in [
      (["-f", "-1"], "-1\nweb-1\n"), (["-f", "-x"], "-x\n"), (["-fweb"], "web-1\n"),
      (["-f-1"], "-1\nweb-1\n"), (["-q", "-x"], "-x\n"), (["-q-x"], "-x\n"),
      (["--query", "-x"], "-x\n"), (["--query=-x"], "-x\n"),
    ] {
      let run = try ProgramRun(
        program.path, arguments + ["--format", "names", "--match", "phrase"], input: .text(names),
        environment: program.environment)
      #expect(run.output == output, "\(arguments)")
      #expect(run.error == "")
    }
  }

  @Test func anEmptyListIsReported() throws {
    let program = try Program()
    let words =
      "targets: show: list “./default” is empty; add rows with targets add NAME or targets import FILE\n"
    let never = try program.run("show", "--format", "sections")
    #expect((never.status, never.error) == (.code(1), words))
    _ = try program.run("add", "Ada")
    let noMatch = try program.run("show", "--format", "sections", "bo")
    #expect((noMatch.status, noMatch.error) == (.code(1), ""))
    _ = try program.run("drop", "Ada")
    let emptied = try program.run("show", "--format", "json")
    #expect((emptied.status, emptied.error) == (.code(1), words))
  }

  @Test func pipedNamesGetTheirFlags() throws {
    let program = try Program()
    _ = try program.run("dead", "--add", "--list", "branches", "feature/login")
    let run = try program.run("--list", "branches", input: .text("main\nfeature/login\n"))
    #expect(run.output == "F\n†  feature/login\nM\n   main\n")
    #expect(
      try program.run("show", "--list", "branches", "--dead", "--format", "names").output
        == "feature/login\n")
    #expect(try program.run("lists").output == "branches\t\t1\t0\t1\t0\n")
  }

  @Test func anImportAddsNewNamesAndAnExportPrintsThem() throws {
    let program = try Program()
    let file = try program.environment.home.write("Bo\nAda\nBo\n", to: "names")
    _ = try program.run("dead", "--add", "Ada")
    #expect(
      try program.run("import", file).error
        == "import: 1 row added to ./default\ntargets: import: 1 duplicate row in the input\n")
    #expect(try program.run("import", file).status == .code(0))
    #expect(try program.run("show").output == "Ada\nBo\n")
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\n")
  }

  @Test func canonicallyEqualNamesAreOneName() throws {
    let program = try Program()
    _ = try program.run("dead", "--add", "Jose\u{301}")
    #expect(try program.run("dead", "Jos\u{e9}").status == .code(0))
    #expect(try program.run("lists").output.hasSuffix("\t1\t0\t1\t0\n"))
  }

  @Test func theStoreCanBeSomewhereElse() throws {
    let program = try Program()
    let path = program.environment.home.path("other.db")
    _ = try program.run("add", "--store", path, "Ada")
    #expect(try program.run("show", "--format", "sections").status == .code(1))
    let elsewhere = program.environment.setting(["TARGETS_STORE": path])
    let run = try ProgramRun(program.path, ["show"], environment: elsewhere)
    #expect(run.output == "Ada\n")
  }

  @Test func onlyTheBareCommandReadsAPipe() throws {
    let program = try Program()
    let run = try program.run("show", "--format", "sections", input: .text("Ada\n"))
    #expect(run.output == "")
    #expect(run.status == .code(1))
  }

  @Test(arguments: [
    ["--match", "some"], ["--format", "xml"], ["--throttle", "-1"], ["dead"],
    ["show", "--format", "sections", "--nothing"],
    ["pick", "-f", "a"], ["--locale", "xx-yy", "-f", "a"], ["--list", "", "-f", "a"],
  ])
  func wrongUsageIsOneLineAndStatusTwo(arguments: [String]) throws {
    let program = try Program()
    let run = try ProgramRun(program.path, arguments, environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.error.hasPrefix("targets: "))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.output == "")
  }
}
