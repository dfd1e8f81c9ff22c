import CommandRunning
import NameSearch
import TargetStore

/// Keeps the outcomes of a command with the rows of a list.
struct StoredOutcomes: OutcomeKeeper {
  let store: TargetStore
  let list: Name

  /// The command as it was given, quoted for a shell.
  let command: String

  init(store: TargetStore, list: Name, command words: [String]) {
    self.store = store
    self.list = list
    command = ShellLine(words).text
  }

  func rowsDone() async throws -> Set<Name> {
    try await store.names(in: list, forWhichIsDone: command)
  }

  func rowsUnknown() async throws -> Set<Name> {
    try await store.names(in: list, forWhichIsUnknown: command)
  }

  func claim(_ rows: [Name]) async throws {
    try await store.claim(rows, for: command, in: list)
  }

  func keep(_ outcomes: [(row: Name, outcome: CommandOutcome)]) async throws {
    let endings = outcomes.map { row, outcome in
      (
        name: row,
        outcome: outcome.ending.map { ending in
          Outcome(command: command, status: ending.status, message: message(of: outcome, ending))
        }
      )
    }
    try await store.keep(endings, of: command, in: list)
  }

  private func message(of outcome: CommandOutcome, _ ending: CommandEnding) -> String? {
    if let line = outcome.lastErrorLine { return line }
    return ending.status == 0 ? nil : "\(ending)"
  }
}

extension CommandEnding {
  /// As shells count: 128 and the number of the signal, 127 for what could not be started.
  fileprivate var status: Int {
    switch self {
    case .exited(let status): Int(status)
    case .signalled(let signal): 128 + Int(signal)
    case .notStarted: 127
    }
  }
}
