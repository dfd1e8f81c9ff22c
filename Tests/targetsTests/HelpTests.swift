import TestSupport
import Testing

import CommandSyntax
import Substrings
@testable import targets

@Suite(.ownThreads)
struct HelpTests {
  private func help(_ arguments: String...) throws -> String { try help(arguments) }

  private func help(_ arguments: [String]) throws -> String {
    let program = try Program()
    let run = try ProgramRun(program.path, arguments, environment: program.environment)
    #expect(run.status == .code(0))
    #expect(run.error == "")
    return run.output
  }

  /// The headings of a help page, in their order.
  private func headings(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasSuffix(":") && $0 == $0.uppercased()[...] }
      .filter { !$0.hasPrefix(" ") && $0 != "EXAMPLES:" }.map { String($0.dropLast()) }
  }

  @Test func helpListsCommandsFirstAndOptionsInGroups() throws {
    #expect(
      headings(try help("--help")) == [
        "BROWSING COMMANDS", "DECIDING COMMANDS", "ACTING COMMANDS", "FILLING COMMANDS",
        "PRINTING COMMANDS", "OTHER COMMANDS", "HELP",
        "ARGUMENTS", "OPTIONS", "INPUT", "SOURCE",
        "MATCHING", "ORDER", "LIST", "SCREEN", "OUTPUT", "SCRIPT", "FIELDS",
      ])
    #expect(
      headings(try help("show", "--help")) == [
        "ARGUMENTS", "OPTIONS", "INPUT", "MATCHING", "ORDER", "LIST", "OUTPUT",
      ])
  }

  @Test(arguments: ["show", "log", "dead", "import", "run"])
  func helpOfACommandIsAvailableInThreeWays(command: String) throws {
    let text = try help(command, "--help")
    #expect(try help("help", command) == text)
    #expect(text.contains("USAGE: targets "))
  }

  @Test(arguments: [
    ("dead", true), ("ok", true), ("like", true), ("reopen", false), ("unlike", false),
    ("wake", false),
  ])
  func helpOffersToAddRowsWhereThatIsAllowed(command: String, isOffered: Bool) {
    let facts = CommandList.command(named: command)?.facts.filter(\.isShown) ?? []
    #expect(facts.flatMap(\.names).contains("--add") == isOffered)
  }

  /// `targets` without `-f` prints sections also into a pipe.
  @Test func theUsualFormatIsThatOfTheHelp() throws {
    let program = try Program()
    #expect(try program.run(input: .text("a\n")).output == "A\n   a\n")
    #expect(try program.run("-f", "", input: .text("a\n")).output == "a\n")
    let words = try help("--help").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("by default names if show or -f prints to a file or pipe, else sections"))
  }

  @Test func briefHelpFitsOnAScreen() throws {
    for name in [nil] + CommandList.shown.map({ Optional($0.about.name) }) {
      let text = try help((name.map { [$0] } ?? []) + ["-h"])
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 30, "\(text)")
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
      #expect(text.contains("USAGE: targets "))
      let command = CommandList.command(named: name) ?? BrowseCommand.self
      if name != nil {
        #expect(command.facts.filter(\.isShown).flatMap(\.names).allSatisfy { text.contains($0) })
      }
    }
  }

  @Test func commandsWithArgumentsHaveAnExample() {
    for about in CommandList.shown.map({ $0.about }) {
      if ["undo", "redo", "lists", "help"].contains(about.name) { continue }
      let parts = about.discussion.split(
        separator: "EXAMPLES:\n", omittingEmptySubsequences: false)
      let examples = parts.last?.split(separator: "\n").prefix { $0.hasPrefix("  ") } ?? []
      #expect(parts.count == 2 && !examples.isEmpty, "\(about.name)")
      #expect(examples.contains { $0.contains("targets \(about.name) ") })
    }
  }

  @Test(arguments: [
    (["show", "--formt", "csv"], "show: unknown option --formt; did you mean --format?"),
    (["log", "--sinse", "7d"], "log: unknown option --sinse; did you mean --since?"),
    // The nearest option of another command is not suggested.
    (["undo", "--format", "csv"], "undo: unknown option --format"),
    (["--bar"], "unknown option --bar"),
    (["--revrese"], "unknown option --revrese; did you mean --reverse?"),
    (
      ["foo", "--reverze"],
      "unknown option --reverze; did you mean --reverse?; no command or file “foo”"
    ),
    (["lsts", "--x"], "unknown option --x; no command or file “lsts”; did you mean “lists”?"),
    (["show", "--list"], "show: --list requires LIST"),
    (
      ["show", "--format", "xml"],
      "show: --format takes sections, names, csv, json, ndjson or todo, not “xml”"
    ),
    (["show", "--dead=x"], "show: --dead takes no value"),
    (["undo", "x"], "undo: unexpected argument “x”"),
    (["show", "-open"], "show: unknown option -open; did you mean --open?"),
    (["run", "-j", "0", "--all"], "run: -j takes a number from 1 to 1024, not “0”"),
    (["import"], "import: requires a FILE; - is standard input"),
    (
      ["import", "--format", "names", "x"],
      "import: --format takes csv, ndjson or todo, not “names”"
    ),
    (["run", "-l", "x", "--dead", "--"], "run: no command given after --"),
    (
      ["run", "-l", "x", "--release", "3", "-n"],
      "run: -n cannot be combined with --release"
    ),
    (["show", "--format", "json", "--print0"], "show: --print0 requires --format names"),
    (["reopen", "--add", "x"], "reopen: --add cannot be combined with reopen"),
    (["review", "-q", "a", "b"], "review: QUERY cannot be combined with --query"),
    (["-f", "a", "-q", "b"], "-f cannot be combined with --query"),
    (
      ["dead", "x", "-dash"],
      "dead: unknown option -d in -dash; put -- before arguments that start with -"
    ),
    (["--help=3"], "--help takes no value"),
    (["lists", "--delete", "a", "--delete", "b"], "lists: --delete takes one list at a time"),
    (
      ["recipe", "--set", "order", "input", "-l", "x"],
      "recipe: --set order takes one value and must come last; put -l before it"
    ),
    (["recipe", "--unset", "order", "input"], "recipe: --unset order takes no key"),
    (["new"], "new: requires a LIST"), (["decide"], "decide: requires a VERDICT"),
    (["store"], "store: requires create, upgrade, grant, check, backup, restore, copy or set"),
    (["lists", "--move", "a"], "lists: --move requires OLD NEW"),
    (["snooze", "Ada"], "snooze: requires either --for TIME or --until DATE"),
  ])
  func wrongArgumentsAreToldOfWithTheirCommand(arguments: [String], message: String) throws {
    let program = try Program()
    let run = try ProgramRun(
      program.path, arguments, environment: program.environment,
      directory: program.environment.home.path)
    let commands = CommandList.shown.map { $0.about.name }
    let command = arguments.first.flatMap { commands.contains($0) ? "\($0) " : nil } ?? ""
    #expect(run.error == "targets: \(message); see targets \(command)--help\n")
    #expect(run.status == .code(2))
  }

  @Test func anUnknownListIsAnErrorForEveryCommand() throws {
    let program = try Program()
    _ = try program.run("add", "-l", "branches", "x")
    for words in [
      ["undo"], ["redo"], ["dead", "x"], ["like", "x"], ["note", "x", "text"], ["drop", "x"],
      ["why", "x"], ["log"], ["stats"], ["show"], ["sections"], ["report"],
    ] {
      let run = try program.run(words + ["-l", "branchs"])
      #expect(
        run.error == "targets: \(words[0]): no list “branchs”; did you mean “branches”?\n",
        "\(words)")
      #expect(run.status == .code(2))
    }
    // Without input, these read the list.
    for words in [
      ["-f", "a"], ["-f", "a", "--unsorted"], ["-q", "a"], [], ["pick", "-0"], ["pick", "-1"],
    ] {
      let run = try program.run(words + ["-l", "branchs"])
      #expect(run.error.contains("no list “branchs”; did you mean “branches”?"), "\(words)")
      #expect(run.status == .code(2))
    }
    let path = program.environment.home.path + "/targets.db"
    let other = try Program(["TARGETS_LIST": "branchs", "TARGETS_STORE": path])
    _ = try other.run("add", "-l", "branches", "x")
    for words in [["show"], ["show", "--dead"], ["sections"]] {
      let run = try other.run(words)
      #expect(run.error.contains("no list “branchs”; did you mean “branches”?"), "\(words)")
      #expect(run.status == .code(2))
    }
    #expect(try program.run("dead", "--add", "-l", "new", "x").status == .code(0))
  }

  /// With a terminal, too: the answer is not on the screen.
  @Test(arguments: ["-0", "-1"])
  func anUnknownListIsAnErrorWhereNothingIsAsked(option: String) throws {
    let program = try Program()
    _ = try program.run("add", "-l", "branches", "x")
    let session = try program.open("pick", option, "-l", "branchs")
    session.wait { $0.contains("targets: pick: no list “branchs”; did you mean “branches”?") }
    session.expectEnd(.code(2))
    // Which rows of the input are dead is known only to the list.
    let filtered = try program.open(
      "pick", option, "--dead", "-l", "branchs", input: .text("x\n"), output: .pipe)
    filtered.expectEnd(.code(2))
  }

  @Test func plainModeReportsAnUnknownList() throws {
    let program = try Program()
    _ = try program.run("add", "-l", "branches", "x")
    let session = try program.open("--plain", "-l", "branchs", oracle: .plain)
    session.wait { $0.contains("no list “branchs”; did you mean “branches”?") }
    session.wait { $0.contains(":add NAME creates the list") && $0.contains("targets>") }
    session.send(Key.controlD)
    session.expectEnd(.code(0))
  }

  @Test func aMisspelledCommandIsNotReportedAsAFile() throws {
    let program = try Program()
    #expect(
      try program.run("reopn").error
        == "targets: no command or file “reopn”; did you mean “reopen”?\n")
    #expect(try program.run("names.txt").error == "targets: no command or file “names.txt”\n")
    #expect(try program.run("./reopn").error == "targets: ./reopn: no such file\n")
    for (word, now) in [("list", "lists"), ("export", "show"), ("index", "sections")] {
      #expect(
        try program.run(word).error
          == "targets: no command or file “\(word)”; did you mean “\(now)”?\n")
    }
    #expect(
      try program.run("lst").error == "targets: no command or file “lst”; did you mean “lists”?\n")
    #expect(
      try program.run("--verson").error
        == "targets: unknown option --verson; did you mean --version?; see targets --help\n")
    let help = try program.run("help", "improt")
    #expect(help.error == "targets: help: no command “improt”; did you mean “import”?\n")
    #expect(help.status == .code(2))
    #expect(
      try program.run("help", "formts").error
        == "targets: help: no command “formts”; did you mean “formats”?\n")
  }

  @Test(arguments: [
    ("--formt", "--format"), ("--form", "--format"), ("--lsit", "--list"), ("--x", nil),
    ("--zzzzzz", nil), ("--list", "--list"), ("--lists", "--list"), ("--lisst", "--list"),
  ])
  func suggestionsAreSimilar(word: String, meant: String?) {
    #expect(Spelling.nearest(to: word, among: ["--format", "--list", "--limit"]) == meant)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
    ("abc", "acb", 1), ("abc", "bca", 2), ("kitten", "sitting", 3),
  ])
  func distancesCountEdits(first: String, second: String, distance: Int) {
    #expect(Spelling.distance(first, second) == distance)
    #expect(Spelling.distance(second, first) == distance)
  }
}
