import QueueExecutor
import Synchronization

/// What the thread of a pool and the tasks beside it tell each other.
///
/// Its lock is held for a few instructions at a time, and nothing waits while it is held.
final class PoolBoard: Sendable {
  struct News {
    /// The rows that were announced.
    var announced: Range<Int>?

    /// Whether no more rows will be announced.
    var hasNoMore = false

    /// The signals for the running commands.
    var signals: [Int32] = []

    /// A signal that the terminal has sent to all programs in the foreground, and so to the commands
    /// that ran then.
    var terminalSignal: Int32?
    var isStopping = false

    /// The outcomes that were not reported yet.
    var unreported = 0
  }

  private struct State {
    var news = News()
    var outcomes: [CommandOutcome] = []
  }

  /// Signalled when there is news.
  let wakeUp = WakeUp()

  private let state = Mutex(State())

  // MARK: From the tasks

  func announce(_ rows: Range<Int>) {
    state.withLock { $0.news.announced = rows }
    wakeUp.signal()
  }

  /// Announces no more rows.
  func endAnnouncements() {
    state.withLock { $0.news.hasNoMore = true }
    wakeUp.signal()
  }

  /// Starts no more commands; those that run get the signal, if there is one and they have not got
  /// it from the terminal.
  func stop(with signal: Int32?, isFromTerminal: Bool = false) {
    state.withLock { state in
      state.news.isStopping = true
      guard let signal else { return }
      if isFromTerminal {
        state.news.terminalSignal = signal
      } else {
        state.news.signals.append(signal)
      }
    }
    wakeUp.signal()
  }

  func takeOutcomes() -> [CommandOutcome] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }

  func reported(_ count: Int) {
    state.withLock { $0.news.unreported -= count }
    wakeUp.signal()
  }

  // MARK: From the thread

  /// The news; rows and signals only once.
  func takeNews() -> News {
    state.withLock { state in
      defer {
        state.news.announced = nil
        state.news.signals = []
        state.news.terminalSignal = nil
      }
      return state.news
    }
  }

  func add(_ outcomes: [CommandOutcome]) {
    state.withLock { state in
      state.outcomes += outcomes
      state.news.unreported += outcomes.count
    }
  }
}
