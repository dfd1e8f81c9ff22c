import Dispatch
import Synchronization

/// A continuous clock whose sleeps do not use Swift's thread pool.
///
/// Once used, that pool wakes the process every second.
package struct RestingClock: Clock {
  /// One sleep, which ends at its deadline or when it is cancelled.
  package final class Sleep: Sendable {
    private enum State {
      case running
      case awaited(CheckedContinuation<Void, Never>)
      case over
    }

    private static let queue = DispatchQueue(label: "targets.clock")

    private let state = Mutex(State.running)
    /// A source may be used on any thread.
    private nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)

    package init(for duration: Duration) {
      timer.setEventHandler { self.end() }
      timer.schedule(deadline: .now() + duration / .seconds(1))
      timer.activate()
    }

    package func end() {
      // This also releases the handler, so that nothing is retained until the deadline.
      timer.cancel()
      let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state = .over }
        if case .awaited(let continuation) = state { return continuation }
        return nil
      }
      waiting?.resume()
    }

    package func untilEnd() async {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if case .over = state { return true }
          state = .awaited(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    }
  }

  package init() {}

  package var now: ContinuousClock.Instant { .now }
  package var minimumResolution: Duration { ContinuousClock().minimumResolution }

  /// Sleeps until the deadline; throws `CancellationError` as soon as the task is cancelled.
  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let sleep = Sleep(for: max(deadline - .now, .zero))
    await withTaskCancellationHandler {
      await sleep.untilEnd()
    } onCancel: {
      sleep.end()
    }
    try Task.checkCancellation()
  }
}
