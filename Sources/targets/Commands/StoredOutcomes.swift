import ListModel
import CommandRunning
import ShellText
import NameSearch
import Processes
import Threads
import Synchronization
import TargetStore

/// Stores the outcomes of a command with the rows of a list.
///
/// So a second run continues where the first ended, and concurrent runs start each command once.
final class StoredOutcomes: Sendable {
  private let store: TargetStore
  private let list: ListName

  /// The command as it was given, quoted for a shell.
  private let command: String

  /// The outcomes by row when the run began.
  let seen: [Name: Outcome]

  private let lease = Mutex(ClaimLease(from: .now))
  private let lock = Mutex<Int32?>(nil)
  let retriesUnknown: Bool

  /// The filter that rows must still pass when they are claimed.
  private let wanted: Show
  private let verdicts: VerdictWords?

  /// The revisions with which the rows were read.
  private let revisions: SeenRevisions

  /// The version of the list that was read, if rows that changed since then are skipped.
  private let readAt: Int64?

  init(
    store: TargetStore, list: ListName, command words: [String], revisions: SeenRevisions,
    wanted: Show, _ verdicts: VerdictWords?, readAt: Int64?, retriesUnknown: Bool
  ) async throws {
    (self.wanted, self.verdicts) = (wanted.ofDecisions, verdicts)
    (self.readAt, self.revisions) = (readAt, revisions)
    self.store = store
    self.list = list
    self.retriesUnknown = retriesUnknown
    command = ShellLine(words).text
    seen = try await store.outcomes(of: command, on: revisions, in: list)
  }

  /// Stores outcomes and claims rows for the next commands; returns why rows were not claimed.
  ///
  /// An outcome without an ending releases the claim on its row.
  func take(
    ended: [(row: Name, outcome: CommandOutcome)], next: [Name]
  ) async throws -> [Name: ClaimRefusal] {
    var turn = RunTurn(command)
    (turn.next, turn.seen, turn.retriesUnknown) = (next, seen, retriesUnknown)
    (turn.wanted, turn.verdicts, turn.readAt) = (wanted, verdicts, readAt)
    turn.revisions = revisions
    for (row, outcome) in ended {
      // The claim stays, like that of a run that was killed.
      if outcome.ending == .unknown { continue }
      let known = outcome.ending.map { ending in
        Outcome(command: command, status: ending.status, message: message(of: outcome, ending))
      }
      turn.ended.append((row, known))
    }
    let refused = try await store.settle(turn, in: list)
    let lock = await store.heldByCommands
    self.lock.withLock { $0 = lock }
    return refused
  }

  /// A descriptor that stays open while a command runs, so that other runs see that its row is claimed.
  var heldByCommands: Int32? { lock.withLock { $0 } }

  private func message(of outcome: CommandOutcome, _ ending: ChildProcess.Ending) -> String? {
    if let line = outcome.lastErrorLine { return line }
    return ending.status == 0 ? nil : "\(ending)"
  }

  // MARK: Renewing

  /// Shows others that the run is alive, until the task is cancelled.
  func renewClaims() async {
    guard store.isOnServer else { return }
    while (try? await RestingClock().sleep(for: .seconds(20))) != nil {
      let start = ContinuousClock.now
      // A failed renewal is tried again.
      guard (try? await store.renewClaims(in: list)) != nil else { continue }
      lease.withLock { $0.renew(sent: start, answered: .now) }
    }
  }

  /// Whether the claims were renewed recently enough that no other run takes them over.
  var areClaimsSafe: Bool {
    !store.isOnServer || lease.withLock { $0.isSafe(at: .now) }
  }
}

extension ChildProcess.Ending {
  /// The exit status as shells report it: 128 plus the number of the signal, 127 if the command
  /// could not be started.
  fileprivate var status: Int {
    switch self {
    case .exited(let status): Int(status)
    case .signalled(let signal): 128 + Int(signal)
    case .notStarted, .unknown: 127
    }
  }
}
