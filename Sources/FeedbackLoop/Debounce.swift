/// Lets a value through when no other has come for an interval, and never loses the last one.
///
/// Each value replaces the one that waits and starts the interval over. A value that comes exactly
/// at the end of the interval, or later, does not replace the one before: that passes first. A
/// value equal to the last one that passed does not pass again; it only drops the one that waits.
///
/// A timer runs only while a value waits. The debounce does not outlive its owner: when it is
/// released, the value that waits is dropped.
@MainActor
public final class Debounce<Value: Equatable & Sendable, C: Clock> {
  private struct Waiting {
    let value: Value
    let end: C.Instant
  }

  private let interval: C.Duration
  private let clock: C
  private let output: @MainActor (Value) -> Void

  private var lastPassed: Value?
  private var waiting: Waiting?
  private var timer: ScopedTask?

  /// Makes a debounce that nothing has passed yet.
  ///
  /// - Parameters:
  ///   - interval: The quiet time after a value. With zero every value passes at once.
  ///   - clock: Measures the interval. Should not jump: a continuous or suspending clock.
  ///   - output: Called with each value that passes.
  public init(
    interval: C.Duration, clock: C, output: @escaping @MainActor (Value) -> Void
  ) {
    self.interval = interval
    self.clock = clock
    self.output = output
  }

  /// Offers a value, in place of the one that waits.
  public func send(_ value: Value) {
    // The timer may be late; what passes should depend on the clock alone.
    if isDue { flush() }
    guard value != lastPassed else { return cancel() }
    guard interval > .zero else { return pass(value) }
    waiting = Waiting(value: value, end: clock.now.advanced(by: interval))
    startTimer()
  }

  /// Lets the value that waits pass now, if there is one; for the end of input.
  public func flush() {
    if let waiting { pass(waiting.value) }
  }

  /// Drops the value that waits, if there is one.
  public func cancel() {
    waiting = nil
    timer = nil
  }

  private var isDue: Bool {
    guard let waiting else { return false }
    return clock.now >= waiting.end
  }

  private func pass(_ value: Value) {
    // Cancelled only afterwards: it may be this timer's task that the output runs in.
    let spentTimer = timer
    defer { spentTimer?.cancel() }
    timer = nil
    waiting = nil
    lastPassed = value
    output(value)
  }

  /// Starts a timer that goes back to sleep when the end has moved meanwhile.
  private func startTimer() {
    guard timer == nil else { return }
    let task = Task { [weak self, clock] in
      while let end = self?.waiting?.end {
        // A clock that cannot sleep costs the delay, not the value.
        let hasSlept = (try? await clock.sleep(until: end, tolerance: .zero)) != nil
        guard !Task.isCancelled, let self else { return }
        if isDue || !hasSlept { return flush() }
      }
    }
    timer = ScopedTask(task)
  }
}
