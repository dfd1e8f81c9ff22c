import CSignals
import Dispatch

/// Runs an actor's jobs one after the other on a thread of their own, which may block.
///
/// The threads that all tasks share must not wait for a disk or a pipe, nor be kept from others for
/// as long as sorting or searching a long list takes.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes a queue.
  ///
  /// - Parameter label: What debuggers call it.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Puts a job at the end of the queue.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      csignals_prepare_thread()
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
