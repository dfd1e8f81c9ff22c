import CGlobalExecutor
import Dispatch

/// Runs what belongs to no actor, in place of the pool of threads that Swift comes with.
///
/// That pool, once used, wakes the process every second to look after its threads, for good; a program
/// that waits for keys most of its life should sleep. Little runs here: what takes time has an actor
/// with a queue of its own. So one thread is enough, and it must not be blocked.
enum RestingExecutor {
  private static let queue = DispatchQueue(label: "targets.global")

  /// Takes the place of the pool; to be called before the first task.
  static func install() {
    _ = cglobalexecutor_install { job, delay in
      guard let job else { return }
      let number = UInt(bitPattern: job)
      let run: @Sendable () -> Void = {
        cglobalexecutor_run(UnsafeMutableRawPointer(bitPattern: number))
      }
      if delay == 0 {
        RestingExecutor.queue.async(execute: run)
      } else {
        RestingExecutor.queue.asyncAfter(
          deadline: .now() + .nanoseconds(Int(clamping: delay)), execute: run)
      }
    }
  }
}
