import TestSupport
import Testing

/// The arguments that commands take and refuse, and where they report what they did.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct GrammarTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.environment.home.write("Ada\nBo\n", to: "names.txt")
    _ = try program.run("import", "names.txt")
  }

  private func output(_ words: String...) throws -> String {
    let run = try program.run(words)
    #expect(run.status == .code(0), "\(words): \(run.error)")
    return run.output
  }

  // MARK: Lists with recipes

  @Test(
    "new takes its list from -l, too, before and after the command",
    arguments: [
      ["new", "-l", "made"], ["-l", "made", "new"], ["new", "made", "--list=made"],
    ])
  func newTakesItsListFromTheOption(words: [String]) throws {
    let program = try Program()
    #expect(try program.run(words).status == .code(0))
    #expect(try program.run("lists").output.hasPrefix("made\t"))
  }

  @Test func newTakesOneList() throws {
    let program = try Program()
    for (words, reason) in [
      (["new"], "requires a LIST"), (["new", "-l", ""], "-l: the name is empty"),
      (["new", "one", "-l", "two"], "LIST and -l name one list, not two"),
    ] {
      let run = try program.run(words)
      #expect(run.status == .code(2) && run.error.contains(reason), "\(run.error)")
    }
    #expect(try program.run("lists").output == "")
  }

  @Test func aListCanHaveAllOptionsOfARecipe() throws {
    let run = try program.run(
      [
        "new", "./l", "--source", "cat rows", "--delimiter", ",", "--id-column", "1",
        "--name-column=2", "--section-column", "3", "--section-order", "high,low", "--place",
        "--verdict", "r=revoke:dead", "--verdict=t=trust:ok", "--on", "revoke", "echo 'R {}'",
        "--on", "ok", "echo O {id}", "--preview", "echo {}", "--sections", "column",
      ])
    #expect((run.output, run.error, run.status) == ("", "", .code(0)))
    #expect(
      try output("recipe", "-l", "./l").split(separator: "\n") == [
        "--source cat rows", "--delimiter ,", "--id-column 1", "--name-column 2",
        "--section-column 3", "--section-order high,low", "--place", "--verdict r=revoke:dead",
        "--verdict t=trust:ok", "--on revoke echo 'R {}'", "--on ok echo O {id}",
        "--preview echo {}", "--sections column",
      ])
    try program.environment.home.write("1,Ada,low\n2,Bo,high\n", to: "rows")
    #expect(try program.run("refresh", "-l", "./l").status == .code(0))
    #expect(try output("sections", "-l", "./l") == "high\t1\nlow\t1\n")
    _ = try output("decide", "-l", "./l", "revoke", "Ada")
    _ = try output("decide", "-l", "./l", "trust", "Bo")
    #expect(try output("run", "-l", "./l", "--decided") == "R Ada\nO 2\n")
  }

  @Test(arguments: [
    (["--on", "gone", "true"], "no verdict “gone”"), (["--verdict", "x"], "--verdict takes KEY"),
    (["--on", "dead"], "--on requires VERDICT COMMAND"), (["--csv=1"], "--csv takes no value"),
    (["--order", "input", "--sections", "alphabet"], "--sections alphabet requires --order name"),
    (["--sections", "index"], "--sections takes"), (["--locale", "xx_YY"], "--locale"),
  ])
  func optionsOfARecipeAreChecked(options: [String], reason: String) throws {
    let run = try program.run(["new", "made"] + options)
    #expect(run.status == .code(2))
    #expect(run.error.hasPrefix("targets: new: ") && run.error.contains(reason), "\(run.error)")
    #expect(try !output("lists").contains("made"))
  }

  // MARK: Where things are said

  @Test func resultsAreReportedOnStandardError() throws {
    for (words, error) in [
      (["import", "names.txt"], "import: 0 rows added to ./default\n"),
      (
        ["import", "-l", "m", "--mirror", "names.txt"],
        "import: 2 new, 0 gone, 0 changed, 0 unchanged\n"
      ),
      (["dead", "Ada"], ""), (["undo"], "undone: dead, Ada\n"), (["redo"], "redone: dead, Ada\n"),
    ] {
      let run = try program.run(words)
      #expect((run.output, run.error) == ("", error), "\(words)")
    }
    _ = try program.run("drop", "Ada")
    _ = try program.run("add", "Ada")
    let confirmed = try program.run("confirm", "--changed")
    #expect((confirmed.output, confirmed.error) == ("", "confirm: 1 row confirmed\n"))
  }

  @Test(arguments: [
    (["show", "-l", "none"], "show: no list “none”"), (["stats", "-l", "none"], "stats: no list"),
    (["import", "missing"], "import: missing: no such file"),
    (["show", "--locale", "xx_YY"], "show: --locale"),
    (["-f", "a", "missing"], "missing: no such"),
    (["dead", "--as", "", "Ada"], "dead: --as: "), (["run", "-l", "x", "--all"], "run: no list"),
    (["--list=none", "show"], "show: no list"), (["ls", "-l", "none"], "show: no list"),
  ])
  func failuresNameTheirCommand(words: [String], start: String) throws {
    let run = try program.run(words)
    #expect(run.status == .code(2))
    #expect(run.error.hasPrefix("targets: \(start)"), "\(run.error)")
  }

  // MARK: Files with the names of commands

  @Test(arguments: ["browse", "complete"])
  func groupsAndHiddenCommandsAreNotCommands(name: String) throws {
    let unknown = try program.run(name)
    #expect(unknown.error.hasPrefix("targets: no command or file “\(name)”"), "\(unknown.error)")
    #expect(unknown.status == .code(2))
    try program.environment.home.write("Zoe\n", to: name)
    #expect(try output(name, "--format", "names") == "Zoe\n")
    #expect(try output("-f", "z", name) == "Zoe\n")
  }

  @Test func completionWorksBesideAFileNamedLikeACommand() throws {
    try program.environment.home.write("Zoe\n", to: "complete")
    #expect(try output("--complete", "--", "show", "--form").hasPrefix("words\n--format\t"))
    _ = try output("--refresh-snapshot", "-l", "./default")
  }

  // MARK: Options that are of no use

  /// As in fzf.
  @Test func theFilterTakesOptionsOfTheScreen() throws {
    let run = try program.run(
      "-f", "b", "--layout=reverse-list", "--reverse", "--no-mouse", "--border", "--color", "dark",
      "--with-nth", "2",
      "-d", ",", input: .text("a,x\nc,b\n"))
    #expect((run.output, run.error, run.status) == ("c,b\n", "", .code(0)))
  }

  @Test(arguments: [
    (["show", "--strict"], "--strict requires --input"),
    (["show", "--read0"], "--read0 requires --input"),
    (["dead", "--read0", "Ada"], "--read0 requires -"),
    (["dead", "--strict", "Ada"], "--strict requires -"),
    (["add", "--every", "Cy"], "--every cannot be combined with add"),
    (["add", "--id", "3", "Cy"], "--id cannot be combined with add"),
    (["undo", "--anyone"], "--anyone requires a store on a server"),
    (["redo", "--anyone"], "--anyone requires a store on a server"),
    (["review", "--format", "csv"], "--format cannot be combined with review"),
    (["review", "--print0"], "--print0 cannot be combined with review"),
    (["-f", "a", "--height", "9", "names.txt"], "--height cannot be combined with -f"),
    (["-f", "a", "--throttle", "50", "names.txt"], "--throttle cannot be combined with -f"),
    (["-f", "a", "--preview", "x", "names.txt"], "--preview cannot be combined with -f"),
    (["-f", "a", "--mouse", "names.txt"], "--mouse cannot be combined with -f"),
    (["-f", "a", "-q", "b", "names.txt"], "-f cannot be combined with --query"),
    (["-f", "a", "--as", "ann", "names.txt"], "--as requires --list"),
    (["pick", "-1", "--as", "ann", "names.txt"], "--as requires --list"),
  ])
  func anOptionOfNoUseIsAnError(words: [String], reason: String) throws {
    let run = try program.run(words)
    #expect((run.status, run.output) == (.code(2), ""))
    #expect(run.error.contains(reason), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (["--format", "csv"], "--format cannot be combined with browsing"),
    (["--print0"], "--print0 cannot be combined with browsing"),
    (["--strict"], "--strict requires a file or a pipe"),
    (["--read0"], "--read0 requires a file or a pipe"),
    (["review", "--strict"], "--strict requires a file or a pipe"),
  ])
  func someOptionsAreRefusedOnAScreen(words: [String], reason: String) throws {
    let session = try program.open(words, columns: 200)
    #expect(session.waitForExit() == .code(2))
    #expect(session.screen.rows[0].contains(reason), "\(session.screen.rows[0])")
  }

  @Test func colorsArePrintedWithAFilter() throws {
    #expect(
      try output("-f", "a", "--color", "always", "--format", "names", "names.txt") == "Ada\n")
  }

  // MARK: Hints

  @Test(arguments: [["show"], ["sections"], ["run", "-l", "./default", "--yes"]])
  func aQueryThatIsAFileNameIsReported(words: [String]) throws {
    let rest = words[0] == "run" ? ["--", "true"] : []
    let run = try program.run(words + ["names.txt"] + rest)
    #expect(run.status == .code(1))
    #expect(
      run.error.hasPrefix(
        "targets: \(words[0]): no row matches “names.txt”; to read the file use --input names.txt\n"
      ),
      "\(run.error)")
    for other in ["nothing.txt", "."] {
      #expect(try !program.run(words + [other] + rest).error.contains("--input"), "\(other)")
    }
  }

  @Test func reviewReportsItAtTheEnd() throws {
    let session = try program.open("review", "names.txt", columns: 120)
    // Who leaves before the list has been read is not told.
    session.wait { $0.contains("no row matches “names.txt”") }
    session.send("q" + Key.controlD)
    #expect(session.waitForExit() == .code(0))
    #expect(session.screen.text.contains("to read the file use --input names.txt"))
  }

  // MARK: Completion

  @Test func verdictsRecipesAndPathsAreCompleted() throws {
    let home = program.environment.home
    try home.write("--csv\n", to: ".config/targets/recipes/mine")
    _ = try output("new", "own", "--verdict", "r=revoke:dead", "--verdict", "t=trust:ok")
    _ = try output("add", "-l", "./branches", "x")
    _ = try output("add", "-l", "./sub/tags", "x")
    func found(_ words: String...) throws -> [String] {
      try program.run(["--complete", "--"] + words).output.split(separator: "\n").dropFirst().map {
        String($0.prefix { $0 != "\t" })
      }
    }
    #expect(try found("show", "-l", "own", "--verdict", "") == ["dead", "ok", "revoke", "trust"])
    #expect(try found("show", "--list=own", "--verdict=tr") == ["--verdict=trust"])
    #expect(try found("decide", "-l", "own", "re") == ["revoke"])
    #expect(try found("new", "x", "--recipe", "").contains("mine"))
    #expect(try found("new", "x", "--recipe", "git") == ["git-branches"])
    #expect(try found("show", "-l", "./b") == ["./branches"])
    #expect(try found("show", "-l", "./sub/") == ["./sub/tags"])
    #expect(try found("show", "-l", "ow") == ["own"])
    #expect(try found("help", "form") == ["formats"])
  }
}
