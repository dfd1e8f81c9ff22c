import Dispatch
import Synchronization

/// A delay that can be cut short.
///
/// `Task.sleep` could start Swift's thread pool; see ``RestingExecutor``.
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

  func cancel() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .over }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }

  /// Waits for the end; call it once only.
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
