/// Passes at most one value per interval, and never drops the last one.
///
/// A value passes at once if nothing has passed within the interval. Otherwise it waits until the
/// interval ends. A newer value replaces the waiting one. When a value passes, the next interval
/// starts. A value equal to the last one that passed does not pass again; it only drops the older
/// value that waits. The waiting value is also dropped when the throttle is released. A timer runs
/// only while a value waits.
///
/// ```swift
/// let throttle = Throttle(interval: .milliseconds(100), clock: clock) { shown.append($0) }
/// for text in ["a", "ad", "ada"] { throttle.send(text) }
/// ```
public final class Throttle<Value: Equatable & Sendable, C: Clock> {
  private let interval: C.Duration
  private let clock: C
  private let latest: Bool
  private let output: (Value) -> Void

  private let home: any Actor

  private var lastPassed: Value?
  private var waiting: Value?
  private var windowEnd: C.Instant?
  private var timer: ScopedTask?
  private var isPassing = false

  /// Makes a throttle; with a zero interval every value passes at once.
  ///
  /// An interval starts when `output` returns. Without `latest`, values that come within an
  /// interval are dropped. The clock should be monotonic, for example continuous or suspending.
  public init(
    interval: C.Duration, clock: C = ContinuousClock(), latest: Bool = true,
    isolation: isolated any Actor = #isolation, output: @escaping (Value) -> Void
  ) {
    self.interval = interval
    self.clock = clock
    self.latest = latest
    self.output = output
    home = isolation
  }

  /// Passes a value now, or lets it replace the waiting one.
  public func send(_ value: Value) {
    guard value != lastPassed else { return cancel() }
    guard interval > .zero, isClosed else { return pass(value) }
    guard latest else { return }
    waiting = value
    startTimer()
  }

  /// Passes the waiting value now, if there is one.
  public func flush() {
    if let waiting { pass(waiting) }
  }

  /// Drops the waiting value, if there is one; the interval goes on.
  public func cancel() {
    waiting = nil
    timer = nil
  }

  /// True also while `output` runs, however long that takes.
  private var isClosed: Bool {
    if isPassing { return true }
    guard let windowEnd else { return false }
    return clock.now < windowEnd
  }

  private func pass(_ value: Value) {
    // The task is cancelled last, because `output` may run in it.
    let spentTimer = timer
    defer { spentTimer?.cancel() }
    timer = nil
    waiting = nil
    lastPassed = value
    isPassing = true
    output(value)
    isPassing = false
    windowEnd = clock.now.advanced(by: interval)
    // `output` may have sent a value, and only now it is known when the interval ends.
    if waiting != nil { startTimer() }
  }

  private func startTimer() {
    guard timer == nil, !isPassing, let windowEnd else { return }
    let end = Inlet<Void, Void>(home) { [weak self] in
      if !Task.isCancelled { self?.flush() }
    }
    let task = Task { [clock] in
      // If the clock cannot sleep, the value passes without delay.
      try? await clock.sleep(until: windowEnd, tolerance: .zero)
      await end.send(())
    }
    timer = ScopedTask(task)
  }
}
