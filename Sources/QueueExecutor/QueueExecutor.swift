/// Runs an actor's jobs serially on a thread of its own, which may block.
///
/// So file and pipe access, and work on long lists, do not hold up other tasks.
package final class QueueExecutor: SerialExecutor {
  private let thread: SerialThread

  package init(label: String) {
    thread = SerialThread(label: label)
  }

  deinit { thread.end() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job that waits keeps its executor.
    run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs `work` on the thread, behind what waits already; can be called from any thread.
  package func run(_ work: @escaping SerialThread.Work) { thread.run(work) }
}
