import Dispatch
import Synchronization

/// A while that somebody waits for, unless it is cut short.
///
/// Not `Task.sleep`, which may use the pool of threads that Swift comes with: see ``RestingExecutor``.
final class Pause: Sendable {
  private static let queue = DispatchQueue(label: "targets.pauses")

  private enum State {
    case running
    case awaited(CheckedContinuation<Void, Never>)
    case over
  }

  private let state = Mutex(State.running)

  init(for duration: Duration) {
    Self.queue.asyncAfter(deadline: .now() + duration / .seconds(1)) { self.cancel() }
  }

  /// Ends it now.
  func cancel() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .over }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }

  /// Returns when it is over; to be called once.
  func end() async {
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
