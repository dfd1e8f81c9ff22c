import QueueExecutor
import Synchronization

/// What the thread of a pool and the tasks beside it tell each other.
///
/// Its lock is held for a few instructions at a time, and nothing waits while it is held.
final class PoolMailbox: Sendable {
  struct News {
    /// The rows that may be started; `nil` if no more were announced.
    var announced: [Int]?

    /// Whether no more rows will be announced.
    var hasNoMore = false

    /// The signals for the running commands.
    var signals: [Int32] = []

    /// A signal that the terminal has sent to all programs in the foreground, and so to the commands
    /// that ran then.
    var terminalSignal: (number: Int32, time: ContinuousClock.Instant)?
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

  /// How much later than a command this process may be told of a signal, on a busy machine.
  let latestNews: Duration

  private let state = Mutex(State())

  init(latestNews: Duration) { self.latestNews = latestNews }

  // MARK: From the tasks

  func announce(_ rows: [Int]) {
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
  func stop(with signal: Int32?, fromTerminalAt time: ContinuousClock.Instant? = nil) {
    state.withLock { state in
      state.news.isStopping = true
      guard let signal else { return }
      if let time {
        state.news.terminalSignal = (signal, time)
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
