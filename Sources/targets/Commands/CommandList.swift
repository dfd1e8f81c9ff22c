import CommandSyntax
import Printing
import TargetStore

/// All commands of the program, in the order of help.
enum CommandList {
  static let groups: [(title: String, commands: [any ProgramCommand.Type])] = [
    ("Browsing", [ReviewingCommand.self, PickCommand.self]),
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

  /// The commands that help and completion list.
  static var shown: [any ProgramCommand.Type] { all.filter { $0.about.isShown } }

  /// The command with a name; `nil` if there is none.
  static func command(named name: String?) -> (any ProgramCommand.Type)? {
    guard let name else { return nil }
    return all.first { $0.about.name == name || $0.about.aliases.contains(name) }
  }
}

/// A command that reads the store, and mostly changes nothing in it.
protocol ReadingCommand: ProgramCommand {
  /// Whether it changes nothing, so that its errors need not say so.
  var onlyReads: Bool { get }
}

extension ReadingCommand {
  var onlyReads: Bool { true }

  /// The error as it is reported.
  func reported(_ error: any Error) -> any Error {
    guard onlyReads, let failure = error as? StoreError else { return error }
    return Failure(failure.descriptionOfReading)
  }
}

extension ProgramCommand {
  /// Its options and operands, for help, the manual and completion.
  static var facts: [ArgumentFacts] { arguments.facts }
}
