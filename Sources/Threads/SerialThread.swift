import CSignals
import Dispatch
import Glibc
import Synchronization

/// Runs closures, one after the other, on a thread of its own, which starts with the first of them.
///
/// A queue of Dispatch shares threads with others, of which more are started whenever those that are
/// woken get no processor in time, each with a stack and a memory cache of its own.
package final class SerialThread: Sendable {
  package typealias Work = @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var isStarted = false
    var isOver = false
  }

  private let label: String
  private let state = Mutex(State())
  /// Signalled when something waits again, and at the end.
  private let arrivals = DispatchSemaphore(value: 0)

  /// - Parameter label: What the system calls the thread; it keeps 15 bytes.
  package init(label: String) {
    self.label = label
  }

  /// Runs `work` behind what waits already; can be called from any thread.
  ///
  /// - Complexity: O(1), amortised.
  package func run(_ work: @escaping Work) {
    let (isFirst, isStarted) = state.withLock { state in
      defer { state.isStarted = true }
      state.waiting.append(work)
      return (state.waiting.count == 1, state.isStarted)
    }
    if !isStarted { start() }
    if isFirst { arrivals.signal() }
  }

  /// Ends the thread when it has nothing more to do; nothing may be added any more.
  package func end() {
    state.withLock { $0.isOver = true }
    arrivals.signal()
  }

  private func start() {
    let argument = Unmanaged.passRetained(self).toOpaque()
    let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      if let argument { Unmanaged<SerialThread>.fromOpaque(argument).takeRetainedValue().work() }
      return nil
    }
    // Nothing works without this thread, so try again until other threads have ended.
    while csignals_start_thread(label, body, argument) != 0 { usleep(10_000) }
  }

  private func work() {
    while true {
      arrivals.wait()
      let (waiting, isOver) = state.withLock { state in
        defer { state.waiting = [] }
        return (state.waiting, state.isOver)
      }
      for work in waiting { work() }
      if isOver { return }
    }
  }
}
