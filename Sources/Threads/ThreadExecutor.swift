/// Runs an actor's jobs serially on a thread of its own; the jobs may block.
///
/// So access to files and pipes, and work on long lists, do not delay other tasks.
package final class ThreadExecutor: SerialExecutor {
  private let thread: SerialThread

  package init(label: String) {
    thread = SerialThread(label: label)
  }

  deinit { thread.end() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A waiting job retains its executor.
    thread.run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
