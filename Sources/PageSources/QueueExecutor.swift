import Dispatch

/// Runs an actor's jobs one after the other on a thread of their own, which may block.
///
/// The threads that all tasks share must not wait in `poll` or `read`.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
