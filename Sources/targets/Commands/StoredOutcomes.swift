import CommandRunning
import NameSearch
import Processes
import Threads
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

  private let lease = Mutex(ClaimLease(from: .now))

  /// The claims of killed runs that were found while this one ran, by row.
  private let takenOver = Mutex<[Name: Outcome]>([:])

  init(store: TargetStore, list: Name, command words: [String]) async throws {
    self.store = store
    self.list = list
    command = ShellLine(words).text
    seen = try await store.outcomes(of: command, in: list)
  }

  /// Claims rows for commands that are about to be started.
  func claim(_ rows: [Name]) async throws -> Claims {
    let claims = try await store.claim(rows, for: command, in: list, seen: seen)
    takenOver.withLock { $0.merge(claims.takenOver) { $1 } }
    return claims
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
    let taken = takenOver.withLock { $0 }
    var before: [Name: Outcome] = [:]
    for (name, _) in endings { before[name] = taken[name] ?? seen[name] }
    try await store.keep(endings, of: command, in: list, seen: before)
  }

  private func message(of outcome: CommandOutcome, _ ending: ChildProcess.Ending) -> String? {
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
      lease.withLock { $0.renew(sent: start, answered: .now) }
    }
  }

  /// Whether the claims are renewed often enough that no other run takes them over.
  var areClaimsSafe: Bool {
    !store.isOnServer || lease.withLock { $0.isSafe(at: .now) }
  }
}

extension ChildProcess.Ending {
  /// As shells count: 128 and the number of the signal, 127 for what could not be started.
  fileprivate var status: Int {
    switch self {
    case .exited(let status): Int(status)
    case .signalled(let signal): 128 + Int(signal)
    case .notStarted: 127
    }
  }
}
