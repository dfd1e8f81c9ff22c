import Dispatch
import Glibc
import Synchronization

/// A wait, without a thread, for a descriptor to have something to read.
///
/// It keeps a duplicate of the descriptor, because its owner may close it meanwhile.
package final class Readiness: Sendable {
  private enum State {
    case running
    case awaited(CheckedContinuation<Void, Never>)
    case over
  }

  private static let queue = DispatchQueue(label: "targets.readiness")

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

/// Returns when one of the descriptors has something to read.
///
/// All waits share a thread. The descriptors must not be closed meanwhile; -1 is ignored.
/// Cancelling the task has no effect.
package func untilReadable(_ descriptors: [Int32]) async {
  await withCheckedContinuation { Poller.shared.add(.init(descriptors, $0)) }
}

/// Waits for the descriptors of many tasks on one thread; it sleeps until a descriptor is ready.
///
/// With Dispatch, each wait for a descriptor would need its own source, and many short programs
/// would need thousands.
private final class Poller: Sendable {
  struct Wait: Sendable {
    let descriptors: [Int32]
    let continuation: CheckedContinuation<Void, Never>

    init(_ descriptors: [Int32], _ continuation: CheckedContinuation<Void, Never>) {
      self.descriptors = descriptors
      self.continuation = continuation
    }
  }

  static let shared = Poller()

  private let arrived = Mutex<[Wait]>([])
  private let wakeUp = WakeUp()
  private let thread = SerialThread(label: "targets.readiness")

  private init() {
    thread.run { self.work() }
  }

  func add(_ wait: Wait) {
    let isFirst = arrived.withLock { arrived in
      arrived.append(wait)
      return arrived.count == 1
    }
    if isFirst { wakeUp.signal() }
  }

  private func work() -> Never {
    var waits: [Wait] = []
    while true {
      var set = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
      for wait in waits {
        set += wait.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      }
      guard poll(&set, nfds_t(set.count), -1) > 0 else { continue }
      var rest = set.dropFirst()
      var left: [Wait] = []
      for wait in waits {
        let isReady = rest.prefix(wait.descriptors.count).contains { $0.revents != 0 }
        rest = rest.dropFirst(wait.descriptors.count)
        if isReady { wait.continuation.resume() } else { left.append(wait) }
      }
      waits = left
      guard set[0].revents != 0 else { continue }
      wakeUp.acknowledge()
      waits += arrived.withLock { arrived in
        defer { arrived = [] }
        return arrived
      }
    }
  }
}
