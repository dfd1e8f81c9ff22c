import Dispatch

/// The thread of the store: it waits for disks and locks, so that no thread of the program has to.
///
/// Work on the shared pool of Swift concurrency must not block, and a commit blocks for as long as
/// the disk takes.
final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "targets.store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
