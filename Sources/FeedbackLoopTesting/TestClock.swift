import Synchronization

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let throttle = Throttle(interval: .milliseconds(100), clock: clock) { shown.append($0) }
/// for text in ["a", "ad", "ada"] { throttle.send(text) }
/// await clock.untilAsleep()
/// await clock.advance(by: .milliseconds(100))
/// ```
///
/// Sleeping tasks resume in the order of their deadlines; with equal deadlines, in the order in
/// which they fell asleep. The order is exact for tasks on the main actor, because they do not
/// leave it when they sleep and resume.
public final class TestClock: Clock {
  /// A time on the clock, as the distance from the clock's start.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes a time that is `offset` after the clock's start.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The time `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How much later `other` is.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether `left` is earlier than `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    var lastNumber = 0

    /// The sleepers that have been woken and have run until they suspended again.
    var awake: Set<Int> = []
  }

  // `now`, and the end of a sleep by cancellation, are accessed from any thread, without suspending.
  private let state = Mutex(State())

  /// Makes a clock that shows zero.
  public init() {}

  /// The time that the clock shows.
  public var now: Instant {
    state.withLock(\.now)
  }

  /// The clock is exact.
  public var minimumResolution: Duration {
    .zero
  }

  /// How many tasks are asleep.
  public var sleeperCount: Int {
    state.withLock(\.sleepers.count)
  }

  /// Suspends the task until the clock shows `deadline`; ignores the tolerance.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  @MainActor
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard deadline > now else { return }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      remove { $0.number == number }?.continuation.resume(throwing: CancellationError())
    }
    // If the caller is on the main actor, it continues in this same turn, so other code on the main
    // actor runs after everything that the caller does until it suspends.
    _ = state.withLock { $0.awake.insert(number) }
  }

  private func fallAsleep(_ sleeper: Sleeper) {
    state.withLock { $0.sleepers.append(sleeper) }
    if Task.isCancelled {
      // Cancelled while falling asleep: the handler may have come too early to find the sleeper.
      remove { $0.number == sleeper.number }?.continuation.resume(throwing: CancellationError())
    }
  }

  private func remove(where isWanted: (Sleeper) -> Bool) -> Sleeper? {
    state.withLock { state in
      state.sleepers.firstIndex(where: isWanted).map { state.sleepers.remove(at: $0) }
    }
  }
}

// MARK: Advancing

extension TestClock {
  /// Advances the clock by `duration`, and resumes each task at its deadline.
  ///
  /// A task that falls asleep again is resumed again if it is due. Returns when the main actor is
  /// idle. Work on other executors may still be running: await its results.
  @MainActor
  public func advance(by duration: Duration = .zero) async {
    let end = now.advanced(by: duration)
    await settle()
    while let sleeper = firstDue(by: end) {
      state.withLock { $0.now = max($0.now, sleeper.deadline) }
      sleeper.continuation.resume()
      // A continuation may take any number of steps to come back to the main actor.
      while state.withLock({ $0.awake.remove(sleeper.number) }) == nil { await Task.yield() }
      await settle()
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Returns when at least `count` tasks are asleep, or the test is cancelled.
  @MainActor
  public func untilAsleep(_ count: Int = 1) async {
    var turns = 0
    while sleeperCount < count, !Task.isCancelled {
      turns += 1
      // A task that takes longer runs elsewhere and needs the processor.
      if turns < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  private func firstDue(by end: Instant) -> Sleeper? {
    state.withLock { state in
      // Sleepers are in the order of their numbers, and `min` returns the first of equal ones.
      let first = state.sleepers.indices.min {
        state.sleepers[$0].deadline < state.sleepers[$1].deadline
      }
      guard let first, state.sleepers[first].deadline <= end else { return nil }
      return state.sleepers.remove(at: first)
    }
  }

  @MainActor
  private func settle() async {
    for _ in 0..<5 {
      // Jobs of the main actor run in the order of their arrival, so this one runs after the others.
      for _ in 0..<5 { await Task.yield() }
      await Task.detached(priority: .background) {}.value
    }
  }
}
