import CommandSyntax
import TestSupport
import Testing

@testable import targets

/// Refused command lines: one line that names the command and the options as typed.
struct UsageTests {
  /// The message about wrong usage; `nil` if the words are valid.
  private static func complaint(about words: [String]) -> String? {
    let words = LeadingOptions.moved(behindTheCommandIn: words)
    let invocation = Invocation(words)
    do {
      _ = try invocation.command()
      return nil
    } catch let error as UsageError {
      return UsageMessage(invocation, words).text(complaint: error.description)
    } catch {
      return "not a usage error: \(error)"
    }
  }

  // MARK: Whatever is wrong

  /// Invalid words for an option, each with the end of the message about them.
  private static func mistakes(_ facts: ArgumentFacts) -> [([String], String)] {
    guard let name = facts.names.last else { return [] }
    switch facts.kind {
    case .flag:
      return name.hasPrefix("--") ? [([name + "=x"], "\(name) takes no value")] : []
    case .option:
      let values = facts.values.joined(separator: " ")
      let none = [([name], "\(name) requires \(values)")]
      return facts.choices.isEmpty
        ? none
        : none + [
          ([name, "no word"], "\(name) takes \(facts.choices.alternatives), not “no word”")
        ]
    case .optionWithOptionalValue, .operand: return []
    }
  }

  /// Whether a recipe reads the value only when the command runs.
  private static func isOfRecipe(_ facts: ArgumentFacts, of command: any ProgramCommand.Type)
    -> Bool
  {
    command == NewCommand.self && !facts.choices.isEmpty
  }

  /// Refused options are not in the help, and the message is one line with the command's name.
  @Test func refusedOptionsAreNotInHelp() throws {
    let program = try Program()
    let review = try program.run("review", "--help").output
    for option in ["--format", "--print0", "--limit"] { #expect(!review.contains("  \(option) ")) }
    #expect(try !program.run("pick", "--help").output.contains("  --limit "))
    #expect(
      try program.run("show", "-q", "a").error
        == "targets: show: -q is not an option here; write the QUERY as an argument; "
        + "see targets show --help\n")
    #expect(
      try program.run("new", "z", "--section-column", "c").error
        == "targets: new: --section-column requires --csv or --delimiter\n")
    #expect(
      try program.run("dead", "--add", "-l", "z", "-", input: .text("a\na\nb\n")).error
        == "targets: dead: 1 duplicate row in the input\n")
    _ = try program.environment.home.write("x\n", to: "n.txt")
    let file = program.environment.home.path("n.txt")
    #expect(
      try program.run("show", "-l", "z", file).error
        == "targets: show: no row matches “\(file)”; to read the file use --input \(file)\n")
  }

  @Test func twoListsAreAMistake() throws {
    let program = try Program()
    for words in [["dead", "-l", "a", "-l", "b", "x"], ["-l", "a", "dead", "-l", "b", "x"]] {
      let run = try program.run(words)
      #expect(run.error == "targets: dead: -l names one list, not two; see targets dead --help\n")
    }
    #expect(try program.run("-l", "a", "add", "--list", "a", "x").status == .code(0))
  }

  @Test func everyMistakeIsOneLineWithTheNameOfTheCommand() {
    for command in [BrowseCommand.self] + CommandList.shown {
      let name = command == BrowseCommand.self ? nil : command.about.name
      let mistakes =
        command.facts.filter { $0.isShown && !Self.isOfRecipe($0, of: command) }
        .flatMap(Self.mistakes)
        + [(["--nothing"], "unknown option --nothing"), (["-?"], "unknown option -?")]
      for (words, reason) in mistakes {
        let line = Self.complaint(about: (name.map { [$0] } ?? []) + words) ?? ""
        #expect(
          line.hasPrefix((name.map { "\($0): " } ?? "") + reason), "\(name ?? "") \(words): \(line)"
        )
        #expect(line.hasSuffix("; see targets \(name.map { $0 + " " } ?? "")--help"), "\(line)")
        #expect(!line.contains("\n"))
      }
      guard let name, let line = Self.complaint(about: [name]) else { continue }
      #expect(line.hasPrefix("\(name): ") && !line.hasPrefix("\(name): \(name)"), "\(line)")
    }
  }

  // MARK: What has no effect

  @Test(arguments: [
    (["show", "--ok", "--verdict", "dead"], "--verdict dead cannot be combined with --ok"),
    (["show", "--verdict", "dead", "--open"], "--verdict dead cannot be combined with --open"),
    (["show", "--verdict", "own", "--open"], "--verdict own cannot be combined with --open"),
    (
      ["show", "--verdict", "a", "--verdict", "b"], "--verdict a cannot be combined with --verdict"
    ),
    (["show", "--dead", "--changed"], "--dead cannot be combined with --changed"),
    (["show", "--csv", "--id-column", "1"], "--csv and --id-column require --input"),
    (["show", "--input", "x", "--csv", "--read0"], "--read0 cannot be combined with --csv"),
    (["import", "x", "--yes"], "--yes requires --mirror"),
    (["import", "x", "--force", "--yes"], "--force and --yes require --mirror"),
    (["import", "x", "--format", "csv", "--csv"], "--csv cannot be combined with --format"),
    (["import", "x", "--order", "name"], "--order takes input, not “name”"),
    (["confirm", "--changed", "--every"], "--every cannot be combined with --changed"),
    (["note", "x", "--clear", "--add"], "--add cannot be combined with --clear"),
    (["why", "--strict", "x"], "--strict requires -, which reads names"),
    (["why", "--read0", "x"], "--read0 requires -, which reads names"), (["why"], "a NAME or --id"),
    (["log", "--archive", "3d", "f", "Ada"], "NAME cannot be combined with --archive"),
    (["log", "--archive", "3d", "f", "--limit", "3"], "--limit cannot be combined with --archive"),
    (["log", "--archive", "3d", "f", "--id", "3"], "--id cannot be combined with --archive"),
    (["lists", "--delete", "a", "--format", "csv"], "--format cannot be combined with --delete"),
    (["lists", "--move", "a", "b", "--limit", "1"], "--limit cannot be combined with --move"),
    (
      ["lists", "--move", "a", "b", "--rename", "a", "b"], "--rename cannot be combined with --move"
    ),
    (["recipe", "--edit", "--approve"], "--approve cannot be combined with --edit"),
    (["run", "--release", "3", "-j", "2"], "-j cannot be combined with --release"),
    (["run", "--release", "3", "x"], "QUERY cannot be combined with --release"),
    (["run", "--all", "--liked"], "--all cannot be combined with --liked"),
    (["run", "--all", "x"], "--all cannot be combined with QUERY"),
    (["--time-limit", "3"], "--time-limit requires --from"),
    (["--id-field", "x", "--source-option", "a=b"], "--id-field and --source-option require"),
    (["--from", "demo:", "--csv"], "--csv cannot be combined with --from"),
    (["review", "--from", "demo:", "--input", "x"], "--from cannot be combined with --input"),
    (["pick", "--limit", "3"], "--limit cannot be combined with pick"),
    (["review", "--limit", "3"], "--limit cannot be combined with review"),
    (["--nth", "2"], "--nth requires pick or -f"),
    (
      ["pick", "-l", "x", "--ansi", "--nth", "2"], "--nth and --ansi cannot be combined with --list"
    ),
    (["pick", "--csv", "--ansi"], "--ansi cannot be combined with --csv"),
    (
      ["-f", "", "-d", ",", "--with-nth", "2", "--name-column", "1"],
      "--with-nth cannot be combined with --name-column"
    ),
    (["add"], "a NAME is required"), (["add", "--id", "5"], "--id cannot be combined with add"),
    (["shell", "bash", "--key", ""], "--key takes a key in the notation of bash, not “”"),
    (["shell", "zsh", "--key", "^X'"], "--key takes a key in the notation of zsh, not “^X'”"),
    (["shell", "bash", "--key", "\\e'"], "--key takes a key in the notation of bash"),
    (["shell", "bash", "--key", "\\e\""], "--key takes a key in the notation of bash"),
    (["shell", "bash", "--key", "\\"], "--key takes a key in the notation of bash"),
    (["shell", "zsh", "--key", "a\nb"], "--key takes a key in the notation of zsh"),
    (["shell", "fish", "--key", "\\cx; ls"], "--key takes a key in the notation of fish"),
    (["-f", "a", "--search-details"], "--search-details requires --list or columns"),
    (["-f", "a", "--unsorted", "--locale", "sv"], "--locale cannot be combined with --unsorted"),
    (
      ["-f", "a", "--unsorted", "--sections", "none"],
      "--sections none cannot be combined with --unsorted"
    ),
    (["-f", "a", "-q", "b"], "-f cannot be combined with --query"),
    (["--commands", "-", "--height", "9"], "--height cannot be combined with --commands"),
    (["pick", "--commands", "-", "--header", "x"], "--header cannot be combined with --commands"),
    (["review", "--preview", "x", "--commands", "-"], "--preview cannot be combined with"),
    (["import", "x", "--sections", "column"], "--sections requires --format csv or ndjson"),
    (["import", "x", "--format", "todo", "--sections", "column"], "--sections requires --format"),
    (["import", "x", "--format", "csv", "--ascii"], "--ascii cannot be combined with --format"),
    (["stats", "--ascii", "--format", "csv"], "--ascii requires --format text"),
    (["-m", "x"], "unknown option -m; did you mean “targets pick -m”?"),
    (["+i", "x"], "+i is an option of fzf; use --case exact"),
  ])
  func whatHasNoEffectIsRefusedByName(words: [String], reason: String) {
    let line = Self.complaint(about: words) ?? ""
    let command = CommandList.command(named: words[0])?.about.name
    #expect(line.hasPrefix((command.map { "\($0): " } ?? "") + reason), "\(line)")
  }

  @Test(arguments: [
    (["-f", "a", "--dead"], "--dead requires --list"),
    (["-f", "a", "--liked", "--verdict", "x"], "--liked and --verdict require --list"),
    (["pick", "-1", "--not-dead"], "pick: --not-dead requires --list"),
    (["--sections", "column"], "--sections column requires --section-column"),
    (["-f", "a", "--section-order", "x"], "--section-order requires --section-column"),
    (
      ["pick", "-1", "--sections=column", "--section-order", "x"],
      "pick: --sections column and --section-order require --section-column"
    ),
    (["show", "--input", "-", "--sections", "column"], "show: --sections column requires"),
    (["sections", "--input", "-", "--section-order=x"], "sections: --section-order requires"),
    (
      ["run", "-l", "x", "--all", "--input", "-", "--sections=column", "--", "true"],
      "run: --sections"
    ),
    (
      ["show", "--input", "-", "--id-column", "1"],
      "show: --id-column requires --csv or --delimiter"
    ),
    (["-f", "a", "--name-column", "1"], "--name-column requires --csv or --delimiter"),
    (
      ["import", "--merge-repeated", "-"], "import: --merge-repeated requires --csv or --delimiter"
    ),
    (["import", "-l", "x", "--mirror", "--yes", "-"], "import: the input has no rows"),
    (["mark", "--help"], "no command or file “mark”"), (["mark", "-h"], "no command or file"),
    (["-l", "x", "shw", "--version"], "no command or file “shw”; did you mean “show”?"),
    (["list"], "no command or file “list”; did you mean “lists”?"),
  ])
  func whatIsKnownOnlyThenIsOneLine(words: [String], reason: String) throws {
    let run = try Program().run(words)
    #expect((run.output, run.status) == ("", .code(2)))
    #expect(run.error.hasPrefix("targets: \(reason)"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
  }

  @Test(arguments: [
    ("bash", "\\C-xt"), ("bash", "\\e\\\""), ("bash", "\\\\"), ("zsh", "^X^T"), ("fish", "\\cxt"),
    ("fish", "ctrl-x,t"), ("fish", "\\e\\;"),
  ])
  func keysOfShellsAreAccepted(shell: String, key: String) {
    #expect(Self.complaint(about: ["shell", shell, "--key", key]) == nil)
  }

  @Test(arguments: [
    ("99999d", "at most 10,000 hours, days, weeks or months, not “99999d”"),
    ("10001h", "at most 10,000 hours, days, weeks or months, not “10001h”"),
    ("99999999999999999999m", "at most 10,000 hours"), ("99999", "a time such as 12h"),
    ("d", "a time such as 12h"), ("0d", "a time such as 12h"), ("99999x", "a time such as 12h"),
  ])
  func aSnoozeThatIsTooLongIsDescribed(time: String, reason: String) throws {
    let run = try Program().run("snooze", "--add", "--for", time, "a")
    #expect(run.error.hasPrefix("targets: snooze: --for takes \(reason)"), "\(run.error)")
    #expect(run.status == .code(2))
  }

  @Test func anOwnVerdictOfTheOtherClassIsRefused() throws {
    let program = try Program()
    _ = try program.run("new", "l", "--verdict", "r=revoke:dead")
    let run = try program.run("show", "-l", "l", "--verdict", "revoke", "--ok")
    #expect(run.error.hasPrefix("targets: show: --verdict revoke cannot be combined with --ok"))
    #expect(run.status == .code(2))
  }

  @Test(
    "Filters: without a list, those are refused that only a list knows",
    arguments: [
      "--ok", "--changed", "--snoozed", "--noted", "--failed", "--succeeded", "--new",
      "--verdict=dead",
    ])
  func filtersOfAList(filter: String) throws {
    let program = try Program()
    try program.environment.home.write("Ada\n", to: "names")
    let name = filter.split(separator: "=")[0]
    for input in [["names"], ["--from", "demo:rows=3,delay=0"]] {
      for words in [["-f", ""], ["pick", "-1"]] {
        let run = try program.run(words + [filter] + input)
        #expect(run.error.hasPrefix("targets: "), "\(run.error)")
        #expect(run.error.contains("\(name) requires --list; see targets "), "\(run.error)")
        #expect(run.error.split(separator: "\n").count == 1)
        #expect(run.status == .code(2))
      }
    }
    let liked = try program.run("-f", "", "--liked", "--from", "demo:rows=300,delay=0")
    #expect(liked.error == "")
  }

  // MARK: Rows by their IDs, and how many

  @Test("Several unknown names and IDs are told in one line", arguments: ["log", "why", "dead"])
  func unknownRows(command: String) throws {
    let program = try Program()
    _ = try program.run("add", "-l", "l", "Ada")
    let run = try program.run(
      command, "-l", "l", "Nobody", "Ada", "No one", "--id", "8", "--id", "9")
    #expect(
      run.error == "targets: \(command): Nobody, No one, --id 8, --id 9: not in list “l”\n")
    #expect(run.status == .code(1))
    #expect(run.output.contains("Ada") == (command != "dead"))
    let many = (1...12).map { "x\($0)" }
    #expect(
      try program.run([command, "-l", "l"] + many).error.hasSuffix(
        "x10, 2 more: not in list “l”\n"))
  }

  @Test func whyAndLogTakeIDs() throws {
    let program = try Program()
    let rows = "1,Ada\n2,Bo\n3,Bo\n"
    _ = try program.run(
      "import", "-l", "l", "--csv", "--id-column", "1", "--name-column", "2", "-",
      input: .text("id,name\n" + rows))
    _ = try program.run("dead", "-l", "l", "--id", "2")
    _ = try program.run("ok", "-l", "l", "--id", "3")
    #expect(try program.run("why", "-l", "l", "--id", "2").output.contains("dead"))
    #expect(try !program.run("why", "-l", "l", "--id", "2").output.contains("ok by"))
    let both = try program.run("why", "-l", "l", "--id", "2", "--id", "3", "Ada", "--id", "9")
    #expect(both.error == "targets: why: --id 9: not in list “l”\n")
    #expect(both.status == .code(1) && both.output.contains("Ada"))
    let log = try program.run("log", "-l", "l", "--id", "3", "--format", "ndjson")
    #expect(log.output.split(separator: "\n").count == 1 && log.output.contains(#""verdict":"ok""#))
    let none = try program.run("log", "-l", "l", "--id", "9")
    #expect((none.output, none.error) == ("", "targets: log: --id 9: not in list “l”\n"))
    #expect(none.status == .code(1))
  }

  @Test(arguments: [
    (["show"], 2), (["sections", "--sections", "first-letter"], 2), (["lists"], 2), (["log"], 2),
    (["show", "--input", "names"], 2), (["names"], 4),
    (["-f", "", "names"], 2), (["-f", "", "--unsorted", "names"], 2),
    (["--from", "demo:rows=90,delay=0"], 2), (["--from", "demo:rows=90,delay=0", "-q", "z"], 2),
  ])
  func theLimitOfPrintedRowsIsObeyed(words: [String], count: Int) throws {
    let program = try Program()
    try program.environment.home.write("Ada\nBo\nCy\n", to: "names")
    for list in ["./default", "b", "c"] {
      _ = try program.run("import", "-l", list, "names")
    }
    for name in ["Ada", "Bo", "Cy"] { _ = try program.run("dead", name) }
    let run = try program.run(words + ["--limit", "2"])
    #expect((run.error, run.status) == ("", .code(0)))
    #expect(run.output.split(separator: "\n").count == count, "\(run.output)")
  }

  @Test(arguments: [["log"], ["lists"], ["sections"], ["show", "--format", "sections"]])
  func longOutputIsShownByThePagerByDefault(words: [String]) throws {
    let program = try Program(["PAGER": "sed 's/^/paged: /'"])
    for name in ["Ada", "Bo", "Cy"] { _ = try program.run("dead", "--add", "-l", name, name) }
    for name in ["Ada", "Bo", "Cy"] { _ = try program.run("dead", "--add", name) }
    for (options, isPaged) in [
      ([], true), (["--no-pager"], false), (["--limit", "1"], false),
    ] {
      let session = try program.open(words + options, rows: 3, columns: 120, oracle: nil)
      #expect(session.waitForExit() == .code(0))
      #expect(session.screen.contains("paged: ") == isPaged, "\(words) \(options)")
    }
  }

  @Test func aPagerThatCannotBeStartedIsAnError() throws {
    let program = try Program(["PAGER": "no-such-pager"])
    _ = try program.run("add", "-l", "x", "Ada", "Bo", "Cy", "Di")
    // More than a pipe holds, so that it is written while nobody reads it.
    let many = (0..<20_000).map { "row \($0)\n" }.joined()
    _ = try program.run("import", "-l", "many", "-", input: .text(many))
    for words in [["show", "-l", "x"], ["log", "-l", "x"], ["show", "-l", "many"]] {
      let session = try program.open(words, rows: 3, columns: 120, oracle: nil)
      #expect(session.waitForExit() == .code(2))
      #expect(session.screen.contains("cannot start the pager “no-such-pager”"), "\(words)")
    }
  }

  // MARK: Lists

  @Test(arguments: [
    ["show"], ["log"], ["stats"], ["sections"], ["report"], ["dead", "Ada"], ["undo"],
    ["confirm", "--changed"],
  ])
  func anUnknownListOfTheEnvironmentIsAnError(words: [String]) throws {
    let program = try Program(["TARGETS_LIST": "branchs"])
    _ = try program.run("add", "-l", "branches", "Ada")
    let run = try program.run(words)
    #expect(run.status == .code(2), "\(words)")
    #expect(run.error.contains("no list “branchs”; did you mean “branches”?"), "\(run.error)")
  }

  // MARK: Inputs

  @Test func reviewTakesAnInput() throws {
    let program = try Program()
    try program.environment.home.write("Ada\nBo\nCy\n", to: "names")
    let script = try program.run(
      "review", "-l", "l", "--input", "names", "--commands", "-",
      input: .text(":dead Bo\n:reopen Bo\n"))
    #expect(script.status == .code(0), "\(script.error)")
    let piped = try program.run(
      "review", "-l", "l", "--input", "-", "--commands", "-", input: .text("Ada\n"))
    #expect(piped.error.contains("--commands - cannot be combined with"))
    let session = try program.open("review", "--input", "names", "b")
    session.wait { $0.contains("▸") && $0.contains("Bo") && !$0.contains("Ada") }
    session.send("d")
    session.waitForStatus("1 of")
    session.send("q")
    session.expectEnd(.code(0))
    #expect(try program.run("show", "-l", "./names", "--dead").output == "Bo\n")
  }

  /// An option on the command line overrides that of the recipe.
  @Test func theRecipeDeterminesHowAnInputIsRead() throws {
    let program = try Program()
    let home = program.environment.home
    try home.write("7;Ada;high\n8;Bo;low\n", to: "rows")
    _ = try program.run(
      "new", "l", "--delimiter", ";", "--id-column", "1", "--name-column", "2",
      "--section-column", "3")
    let rows = try home.write("7;Ada;high\n8;Bo;low\n", to: "rows")
    let sections = "high\n   Ada\nlow\n   Bo\n"
    for words in [
      ["show", "-l", "l", "--format", "sections", "--input", rows], ["-l", "l", rows],
      ["-l", "l", "-f", "", "--format", "sections", rows],
    ] {
      let run = try program.run(words)
      #expect((run.output, run.error) == (sections, ""), "\(words)")
    }
    let piped = try program.run("-l", "l", input: .text("7;Ada;high\n8;Bo;low\n"))
    #expect(piped.output == sections)
    #expect(
      try program.run("pick", "-l", "l", "-1", "-q", "b", rows).output == "Bo\n")
    let letters = try program.run("sections", "-l", "l", "--input", rows, "--sections", "alphabet")
    #expect(letters.output == "A\t1\nB\t1\n", "\(letters.error)")
    let number = try program.run("show", "-l", "l", "--input", rows, "--name-column", "3")
    #expect(number.output == "high\nlow\n")
    #expect(try program.run("import", "-l", "l", rows).error == "import: 2 rows added to l\n")
    let started = try program.run("run", "-l", "l", "--all", "--input", rows, "--", "echo")
    #expect(started.output == "Ada\nBo\n")
    #expect(try program.run("dead", "-l", "l", "--id", "7").status == .code(0))
    #expect(
      try program.run("show", "-l", "l", "--format", "sections", "--dead").output
        == "high\n†  Ada\n")
    let mirrored = try program.run(
      "import", "-l", "l", "--mirror", "--csv", "--id-column", "id", "-",
      input: .text("id,name\n7,Ada\n"))
    #expect(mirrored.status != .code(0))
  }

  @Test func strictnessNamesTheLineAndStoresNothing() throws {
    let program = try Program()
    try program.environment.home.write("Ada\n\u{0}x\nBo\n", to: "rows")
    for words in [
      ["import", "-l", "l", "rows"], ["import", "-l", "l", "--mirror", "rows"],
    ] {
      let run = try program.run(words + ["--strict"])
      #expect(run.error == "targets: import: input: 1 containing NUL: line 2; nothing was stored\n")
      #expect(run.status == .code(2))
    }
    #expect(try program.run("lists").output == "")
  }
}
