/// Runs an actor's jobs serially on a thread of its own, which may block.
///
/// So file and pipe access, and work on long lists, do not hold up other tasks.
package final class ThreadExecutor: SerialExecutor {
  private let thread: SerialThread

  package init(label: String) {
    thread = SerialThread(label: label)
  }

  deinit { thread.end() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job that waits keeps its executor.
    thread.run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
