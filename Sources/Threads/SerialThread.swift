import CSignals
import Dispatch
import Glibc
import Synchronization

/// Runs closures one after another on its own thread, which starts with the first closure.
///
/// A Dispatch queue shares threads with other queues. Dispatch starts more threads if the present
/// ones do not get a processor in time, each with its own stack and memory cache.
package final class SerialThread: Sendable {
  package typealias Work = @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var isStarted = false
    var isOver = false
  }

  private let label: String
  private let state = Mutex(State())
  /// Signalled when new work waits, and at the end.
  private let arrivals = DispatchSemaphore(value: 0)

  /// - Parameter label: The name of the thread in the system, which keeps 15 bytes.
  package init(label: String) {
    self.label = label
  }

  /// Runs `work` after the work that is already waiting; can be called from any thread.
  ///
  /// - Complexity: O(1), amortized.
  package func run(_ work: @escaping Work) {
    let (isFirst, isStarted) = state.withLock { state in
      defer { state.isStarted = true }
      state.waiting.append(work)
      return (state.waiting.count == 1, state.isStarted)
    }
    if !isStarted { start() }
    if isFirst { arrivals.signal() }
  }

  /// Ends the thread when it has no more work; nothing may be added after this.
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
    // The program cannot work without this thread, so try again until other threads have ended.
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
