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
        git branch --format='%(refname:short)' | targets --list branches
        targets list --list branches --dead --format names | xargs git branch -D
        printf 'Arya Stark\\nSansa Stark\\n' | targets -f ar

      Exit status: 0 rows printed, picked or changed; 1 nothing matched or picked; 2 wrong usage, \
      unreadable input, or the store failed; 130 a picker was left.
      """,
    version: "targets 0.1.0",
    subcommands: [
      BrowseCommand.self, ReviewingCommand.self, ListCommand.self, IndexCommand.self,
      DecisionCommand<MarkDead>.self, DecisionCommand<Spare>.self, DecisionCommand<Revive>.self,
      DecisionCommand<Reopen>.self, DecisionCommand<Like>.self, DecisionCommand<Unlike>.self,
      SnoozeCommand.self, DecisionCommand<Wake>.self, NoteCommand.self,
      AddCommand.self, DropCommand.self, UndoCommand.self, RedoCommand.self, LogCommand.self,
      StatsCommand.self,
      ImportCommand.self, ExportCommand.self, RunCommand.self, RefreshSnapshotCommand.self,
      ListsCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)

  /// Parses the arguments of the program.
  ///
  /// Those of a subcommand are parsed by it alone, which takes half the time: looked at from the root,
  /// the options of the default subcommand are gone through as well. What is wrong with arguments,
  /// and help, is told of from the root.
  static func parseDirectly() throws -> any ParsableCommand {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let rest = RunCommand.takeCommand(from: &arguments)
    let named = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return RunCommand.given(rest, to: command)
    }
    return try RunCommand.given(rest, to: parseAsRoot(arguments))
  }
}
