import CommandSyntax
import Glibc

/// All commands of the program, in the order of help.
enum CommandList {
  static let groups: [(title: String, commands: [any ProgramCommand.Type])] = [
    ("Browsing", [BrowseCommand.self, ReviewingCommand.self, PickCommand.self]),
    (
      "Deciding",
      [
        DeadCommand.self, OkCommand.self, ReopenCommand.self,
        ConfirmCommand.self, DecideCommand.self, LikeCommand.self,
        UnlikeCommand.self, SnoozeCommand.self, WakeCommand.self,
        NoteCommand.self, AddCommand.self, DropCommand.self, UndoCommand.self, RedoCommand.self,
      ]
    ),
    ("Acting", [RunCommand.self]),
    (
      "Filling",
      [NewCommand.self, ImportCommand.self, RefreshCommand.self, RecipeCommand.self]
    ),
    (
      "Printing",
      [
        ShowCommand.self, WhyCommand.self, SectionsCommand.self, ListsCommand.self, LogCommand.self,
        StatsCommand.self, ReportCommand.self,
      ]
    ),
    (
      "Other",
      [
        StoreCommand.self, ShellSetupCommand.self, HelpCommand.self, ManualCommand.self,
        RefreshSnapshotCommand.self, CompleteCommand.self,
      ]
    ),
  ]

  static var all: [any ProgramCommand.Type] { groups.flatMap(\.commands) }

  /// The commands that help and completion show.
  static var shown: [any ProgramCommand.Type] { all.filter { $0.about.isShown } }

  /// The command that a word of a command line calls; `nil` if there is none.
  ///
  /// A command that help does not know is not called by the name of a file, which is browsed.
  static func command(calledBy word: String?) -> (any ProgramCommand.Type)? {
    guard let word, let command = command(named: word) else { return nil }
    let isMeant = command.about.isShown || word.hasPrefix("-") || access(word, F_OK) != 0
    return isMeant ? command : nil
  }

  /// The command of a name; `nil` if there is none.
  static func command(named name: String?) -> (any ProgramCommand.Type)? {
    guard let name else { return nil }
    return all.first { $0.about.name == name || $0.about.aliases.contains(name) }
  }
}

extension ProgramCommand {
  /// Its options and operands, for help, the manual and completion.
  static var facts: [ArgumentFacts] { arguments.facts }
}
