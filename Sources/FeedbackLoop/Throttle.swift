/// Lets at most one value through in each interval, and does not lose the last one.
///
/// A value passes at once when nothing has passed for an interval. Otherwise it waits, replaced by
/// any newer one, and passes exactly one interval after the value before it; that starts the next
/// interval. A value equal to the last one that passed does not pass again; it only drops the one
/// that waits, which it is newer than. A throttle that was made without `latest` lets no value wait:
/// those that come within the interval are left out.
///
/// A timer runs only while a value waits. The throttle does not outlive its owner: when it is
/// released, the value that waits is dropped.
@MainActor
public final class Throttle<Value: Equatable & Sendable, C: Clock> {
  private let interval: C.Duration
  private let clock: C
  private let latest: Bool
  private let output: @MainActor (Value) -> Void

  private var lastPassed: Value?
  private var waiting: Value?
  private var windowEnd: C.Instant?
  private var timer: ScopedTask?
  private var isPassing = false

  /// Makes a throttle that nothing has passed yet.
  ///
  /// - Parameters:
  ///   - interval: The least time between two values. With zero every value passes at once.
  ///   - clock: Measures the interval. Should not jump: a continuous or suspending clock.
  ///   - latest: Whether the newest value of an interval passes at its end, or is left out.
  ///   - output: Called with each value that passes. The interval starts when it has returned.
  public init(
    interval: C.Duration, clock: C, latest: Bool = true,
    output: @escaping @MainActor (Value) -> Void
  ) {
    self.interval = interval
    self.clock = clock
    self.latest = latest
    self.output = output
  }

  /// Offers a value: it passes now, or waits in place of the one that waited.
  public func send(_ value: Value) {
    guard value != lastPassed else { return cancel() }
    guard interval > .zero, isClosed else { return pass(value) }
    guard latest else { return }
    waiting = value
    startTimer()
  }

  /// Lets the value that waits pass now, if there is one.
  public func flush() {
    if let waiting { pass(waiting) }
  }

  /// Drops the value that waits, if there is one; the interval goes on.
  public func cancel() {
    waiting = nil
    timer = nil
  }

  /// Whether a value must wait: also while another is on its way out, as long as that takes.
  private var isClosed: Bool {
    if isPassing { return true }
    guard let windowEnd else { return false }
    return clock.now < windowEnd
  }

  private func pass(_ value: Value) {
    // Cancelled only afterwards: it may be this timer's task that the output runs in.
    let spentTimer = timer
    defer { spentTimer?.cancel() }
    timer = nil
    waiting = nil
    lastPassed = value
    isPassing = true
    output(value)
    isPassing = false
    windowEnd = clock.now.advanced(by: interval)
    // The output may have sent a value, which could not wait for an unknown time.
    if waiting != nil { startTimer() }
  }

  private func startTimer() {
    guard timer == nil, !isPassing, let windowEnd else { return }
    let task = Task { [weak self, clock] in
      // A clock that cannot sleep costs the delay, not the value.
      try? await clock.sleep(until: windowEnd, tolerance: .zero)
      if !Task.isCancelled { self?.flush() }
    }
    timer = ScopedTask(task)
  }
}
