import Printing
import ArgumentParser

/// The root command; without a subcommand it browses.
struct TargetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets",
    abstract: "Keeps lists of names in the terminal and helps you work through them.",
    usage: """
      targets [OPTIONS] [FILE ...]
      targets -f QUERY [FILE ...]
      targets COMMAND [OPTIONS]
      """,
    discussion: """
      Pipe names in, name files, or open the kept list; type the start of any word and the list \
      narrows; cross a name off and it is marked dead, for good, until undone.

      EXAMPLES:
        targets data/targets.txt                 browse a file
        git branch --format='%(refname:short)' | targets -l ./branches
        targets list -l ./branches --dead --format names | wc -l
        printf 'Arya Stark\\nSansa Stark\\n' | targets -f ar
        targets review -l ./branches           decide row by row, a key each
        targets run -l ./branches --dead       the command of the list's recipe, for each dead row

      Exit status: 0 rows printed, picked or changed; 1 nothing matched or picked; 2 wrong usage, \
      unreadable input, or the store failed; 130 a picker was left.
      """,
    version: Version.line,
    groupedSubcommands: [
      CommandGroup(
        name: "Browsing",
        subcommands: [BrowseCommand.self, ReviewingCommand.self]),
      CommandGroup(
        name: "Deciding",
        subcommands: [
          DecisionCommand<MarkDead>.self, DecisionCommand<MarkOk>.self,
          DecisionCommand<Reopen>.self, ConfirmCommand.self, DecideCommand.self,
          DecisionCommand<Like>.self,
          DecisionCommand<Unlike>.self, SnoozeCommand.self, DecisionCommand<Wake>.self,
          NoteCommand.self, AddCommand.self, DropCommand.self, UndoCommand.self, RedoCommand.self,
          RunCommand.self,
        ]),
      CommandGroup(
        name: "Printing",
        subcommands: [
          ListCommand.self, WhyCommand.self, IndexCommand.self, ListsCommand.self, LogCommand.self,
          StatsCommand.self, ReportCommand.self,
        ]),
      CommandGroup(
        name: "Other",
        subcommands: [
          NewCommand.self, ImportCommand.self, RefreshCommand.self, RecipeCommand.self,
          ExportCommand.self, StoreCommand.self, ShellSetupCommand.self,
        ]),
      CommandGroup(
        name: "Internal",
        subcommands: [RefreshSnapshotCommand.self, CompleteCommand.self, ManualCommand.self]),
    ],
    defaultSubcommand: BrowseCommand.self)

  /// Parses the arguments of the program.
  ///
  /// Parses the subcommand directly, which is twice as fast: from the root, ArgumentParser tries the
  /// options of the default subcommand as well. Errors and help come from the root.
  static func parseDirectly() throws -> any ParsableCommand {
    var arguments = Arguments.words
    if command(named: arguments.first) == nil { try PickOptions.check(arguments) }
    let rest = RunCommand.takeCommand(from: &arguments)
    if arguments.first == "help", arguments.count > 1, arguments[1] != "help",
      command(named: arguments[1]) == nil, !arguments[1].hasPrefix("-")
    {
      throw Failure("help: \(UsageMessage.unknownCommand(arguments[1]))")
    }
    let named = command(named: arguments.first)
    let given = named == nil ? arguments : Array(arguments.dropFirst())
    let command = named ?? BrowseCommand.self
    if arguments.first != "help", let parsed = try? command.parseAsRoot(given),
      type(of: parsed) == command
    {
      return try completed(parsed, rest, given: given)
    }
    return try completed(parseAsRoot(arguments), rest, given: arguments)
  }

  private static func completed(
    _ command: any ParsableCommand, _ rest: [String], given arguments: [String]
  ) throws -> any ParsableCommand {
    if let browse = command as? BrowseCommand {
      return try DefaultOptions.applied(to: browse, given: arguments)
    }
    return RunCommand.given(rest, to: command)
  }
}
