import CommandRunning
import NameSearch
import QueueExecutor
import Synchronization
import TargetStore

/// Keeps the outcomes of a command with the rows of a list, so that a second run goes on where one
/// has ended, and runs side by side start each command once.
final class StoredOutcomes: Sendable {
  private let store: TargetStore
  private let list: Name

  /// The command as it was given, quoted for a shell.
  private let command: String

  /// The outcomes by row when the run began.
  let seen: [Name: Outcome]

  /// When the claims were renewed last.
  private let renewed = Mutex(ContinuousClock.now)

  init(store: TargetStore, list: Name, command words: [String]) async throws {
    self.store = store
    self.list = list
    command = ShellLine(words).text
    seen = try await store.outcomes(of: command, in: list)
  }

  /// Claims rows, and returns those that were not claimed.
  func claim(_ rows: [Name]) async throws -> [Name: ClaimRefusal] {
    try await store.claim(rows, for: command, in: list, seen: seen)
  }

  /// Keeps outcomes; one without an ending takes back the claim of its row.
  func keep(_ outcomes: [(row: Name, outcome: CommandOutcome)]) async throws {
    let endings = outcomes.map { row, outcome in
      (
        name: row,
        outcome: outcome.ending.map { ending in
          Outcome(command: command, status: ending.status, message: message(of: outcome, ending))
        }
      )
    }
    try await store.keep(endings, of: command, in: list, seen: seen)
  }

  private func message(of outcome: CommandOutcome, _ ending: CommandEnding) -> String? {
    if let line = outcome.lastErrorLine { return line }
    return ending.status == 0 ? nil : "\(ending)"
  }

  // MARK: Renewing

  /// Shows others that the run is under way, until the task is cancelled.
  func renewClaims() async {
    guard store.isOnServer else { return }
    while (try? await RestingClock().sleep(for: .seconds(20))) != nil {
      let start = ContinuousClock.now
      // One that fails is tried again.
      guard (try? await store.renewClaims(for: command, in: list)) != nil else { continue }
      renewed.withLock { $0 = start }
    }
  }

  /// Whether the claims are renewed often enough that no other run takes them over.
  var areClaimsSafe: Bool {
    !store.isOnServer || ContinuousClock.now - renewed.withLock { $0 } < .seconds(60)
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
