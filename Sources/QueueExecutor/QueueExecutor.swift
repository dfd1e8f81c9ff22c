import CSignals
import Dispatch

/// Runs an actor's jobs serially on a thread outside the shared pool, which may block.
///
/// So file and pipe access, and work on long lists, leave the pool's threads free for other tasks.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      csignals_prepare_thread()
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
