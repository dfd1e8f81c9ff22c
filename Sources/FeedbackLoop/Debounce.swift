/// Passes a value once no other has arrived for an interval, and never drops the last one.
///
/// Each value replaces the waiting one and restarts the interval, unless that has already ended:
/// then the waiting value passes first. A value equal to the last one that passed does not pass
/// again; it only drops the older value that waits. The waiting value is also dropped when the
/// debounce is released. A timer runs only while a value waits.
///
/// ```swift
/// let debounce = Debounce(interval: .milliseconds(300), clock: clock) { searched.append($0) }
/// for text in ["a", "ad", "ada"] { debounce.send(text) }
/// ```
public final class Debounce<Value: Equatable & Sendable, C: Clock> {
  private struct Waiting {
    let value: Value
    let end: C.Instant
  }

  private let interval: C.Duration
  private let clock: C
  private let output: (Value) -> Void
  private let home: any Actor

  private var lastPassed: Value?
  private var waiting: Waiting?
  private var timer: ScopedTask?

  /// Makes a debounce; with a zero interval every value passes at once.
  ///
  /// The clock should be monotonic, for example continuous or suspending.
  public init(
    interval: C.Duration, clock: C = ContinuousClock(),
    isolation: isolated any Actor = #isolation, output: @escaping (Value) -> Void
  ) {
    self.interval = interval
    self.clock = clock
    self.output = output
    home = isolation
  }

  /// Lets a value wait in place of the waiting one.
  public func send(_ value: Value) {
    // The timer may be late, but which values pass should depend only on the clock.
    if isDue { flush() }
    guard value != lastPassed else { return cancel() }
    guard interval > .zero else { return pass(value) }
    waiting = Waiting(value: value, end: clock.now.advanced(by: interval))
    startTimer()
  }

  /// Passes the waiting value now, if there is one; for the end of input.
  public func flush() {
    if let waiting { pass(waiting.value) }
  }

  /// Drops the waiting value, if there is one.
  public func cancel() {
    waiting = nil
    timer = nil
  }

  private var isDue: Bool {
    guard let waiting else { return false }
    return clock.now >= waiting.end
  }

  private func pass(_ value: Value) {
    // The task is cancelled last, because `output` may run in it.
    let spentTimer = timer
    defer { spentTimer?.cancel() }
    timer = nil
    waiting = nil
    lastPassed = value
    output(value)
  }

  /// Starts a timer, which sleeps again if the end of the interval has moved meanwhile.
  private func startTimer() {
    guard timer == nil, let end = waiting?.end else { return }
    let wakeUp = Inlet<Bool, C.Instant?>(home) { [weak self] in self?.wakeUp(hasSlept: $0) }
    let task = Task { [clock] in
      var next: C.Instant? = end
      while let end = next {
        let hasSlept = (try? await clock.sleep(until: end, tolerance: .zero)) != nil
        next = await wakeUp.send(hasSlept)
      }
    }
    timer = ScopedTask(task)
  }

  /// Handles the end of the timer's sleep.
  ///
  /// - Returns: When the timer must wake up again.
  private func wakeUp(hasSlept: Bool) -> C.Instant? {
    guard !Task.isCancelled else { return nil }
    // If the clock cannot sleep, the value passes without delay.
    guard !isDue, hasSlept else {
      flush()
      return nil
    }
    return waiting?.end
  }
}
