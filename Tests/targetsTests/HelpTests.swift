import TestSupport
import Testing

@testable import targets

@Suite(.ownThreads)
struct HelpTests {
  private func help(_ arguments: String...) throws -> String {
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

  @Test func helpTellsCommandsFirstAndOptionsInGroups() throws {
    #expect(
      headings(try help("--help")) == [
        "BROWSING SUBCOMMANDS", "DECIDING SUBCOMMANDS", "PRINTING SUBCOMMANDS",
        "OTHER SUBCOMMANDS", "BROWSING ARGUMENTS", "OPTIONS", "PICKING", "INPUT", "SOURCE",
        "MATCHING", "ORDER", "KEPT LIST", "SCREEN", "OUTPUT",
      ])
    #expect(
      headings(try help("list", "--help")) == [
        "ARGUMENTS", "OPTIONS", "INPUT", "MATCHING", "ORDER", "KEPT LIST", "OUTPUT",
      ])
  }

  @Test(arguments: ["list", "log", "dead", "import", "run", "browse"])
  func helpOfACommandIsHadInThreeWays(command: String) throws {
    let text = try help(command, "--help")
    #expect(try help("help", command) == text)
    #expect(try help(command, "-h") == text)
    #expect(text.contains("USAGE: targets "))
  }

  @Test func eachCommandThatTakesMoreThanTheListHasAnExampleThatIsParsed() throws {
    let root = try CommandDescription(of: TargetsCommand.self)
    for command in root.subcommands ?? [] where command.shouldDisplay {
      guard !["browse", "undo", "redo", "lists", "help"].contains(command.commandName) else {
        continue
      }
      let parts = (command.discussion ?? "").split(
        separator: "EXAMPLES:\n", omittingEmptySubsequences: false)
      let examples = parts.last?.split(separator: "\n").prefix { $0.hasPrefix("  ") } ?? []
      #expect(parts.count == 2 && !examples.isEmpty, "\(command.commandName)")
      #expect(examples.contains { $0.contains("targets \(command.commandName) ") })
    }
  }

  @Test(arguments: [
    (["list", "--formt", "csv"], "list: unknown option --formt; did you mean --format?"),
    (["log", "--sinse", "7d"], "log: unknown option --sinse; did you mean --since?"),
    // The nearest option of another command is not proposed.
    (["undo", "--format", "csv"], "undo: unknown option --format"),
    (["--bar"], "unknown option --bar"),
    (["--revrese"], "unknown option --revrese; did you mean --reverse?"),
    (["foo", "--reverze"], "unknown option --reverze; did you mean --reverse?; foo is no command"),
    (["lst", "--x"], "unknown option --x; lst is no command, did you mean list?"),
    (["list", "--list"], "list: Missing value for '--list <list>'"),
    (
      ["list", "--format", "xml"],
      "list: The value 'xml' is invalid for '--format <format>'. Please provide one of "
        + "sections, names, csv, json, ndjson, todo"
    ),
    (["snooze", "Ada"], "snooze takes --for TIME or --until DATE"),
  ])
  func wrongArgumentsAreToldOfWithTheirCommand(arguments: [String], message: String) throws {
    let program = try Program()
    let run = try ProgramRun(
      program.path, arguments, environment: program.environment,
      directory: program.environment.home.path)
    let commands = TargetsCommand.commandNames
    let command = arguments.first.flatMap { commands.contains($0) ? "\($0) " : nil } ?? ""
    #expect(run.error == "targets: \(message); see targets \(command)--help\n")
    #expect(run.status == .code(2))
  }

  @Test func aMisspeltCommandIsNoFile() throws {
    let program = try Program()
    #expect(
      try program.run("reopn").error
        == "targets: reopn: no such file; reopn is no command, did you mean reopen?\n")
    #expect(try program.run("names.txt").error == "targets: names.txt: no such file\n")
    let help = try program.run("help", "improt")
    #expect(help.error == "targets: help: improt is no command, did you mean import?\n")
    #expect(help.status == .code(2))
  }

  @Test(arguments: [
    ("--formt", "--format"), ("--form", "--format"), ("--lsit", "--list"), ("--x", nil),
    ("--zzzzzz", nil), ("--list", "--list"), ("--lists", "--list"), ("--lisst", "--list"),
  ])
  func whatIsMeantIsNear(word: String, meant: String?) {
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
