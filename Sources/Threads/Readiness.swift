import Dispatch
import Glibc
import Synchronization

/// A wait for a descriptor to have something to read, which uses no thread.
///
/// It keeps a duplicate of the descriptor: whoever owns that may close it meanwhile.
package final class Readiness: Sendable {
  private enum State {
    case running
    case awaited(CheckedContinuation<Void, Never>)
    case over
  }

  fileprivate static let queue = DispatchQueue(label: "targets.readiness")

  private let state = Mutex(State.running)
  /// A source may be used on any thread; `nil` if there are no descriptors left.
  private nonisolated(unsafe) let source: (any DispatchSourceRead)?

  package init(of descriptor: Int32) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    source =
      copy < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: copy, queue: Self.queue)
    source?.setEventHandler { [weak self] in self?.end() }
    source?.setCancelHandler { close(copy) }
    source?.activate()
    if source == nil { end() }
  }

  deinit { source?.cancel() }

  package func end() {
    source?.cancel()
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .over }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }

  /// Returns when there is something to read, after ``end()``, or when the task is cancelled.
  package func untilEnd() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if case .over = state { return true }
          state = .awaited(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      end()
    }
  }
}

/// Returns when there is something to read from one of the descriptors; uses no thread.
///
/// They must not be closed meanwhile; those that are -1 are ignored. Cancelling the task changes
/// nothing.
package func untilReadable(_ descriptors: [Int32]) async {
  await withCheckedContinuation { continuation in
    let over = DispatchGroup()
    // A source may be used on any thread.
    nonisolated(unsafe) let sources = descriptors.filter { $0 >= 0 }.map {
      DispatchSource.makeReadSource(fileDescriptor: $0, queue: Readiness.queue)
    }
    for source in sources {
      over.enter()
      // A descriptor may be closed when its source has been cancelled, not before.
      source.setCancelHandler { over.leave() }
      source.setEventHandler { for source in sources { source.cancel() } }
    }
    for source in sources { source.activate() }
    over.notify(queue: Readiness.queue) { continuation.resume() }
  }
}
