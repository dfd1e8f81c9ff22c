import CGlobalExecutor
import Dispatch

/// Replaces Swift's thread pool for jobs that belong to no actor.
///
/// That pool, once used, wakes the process every second for good, while this program mostly waits
/// for keys. One thread is enough, since slow work has actors of its own. It must not be blocked.
enum RestingExecutor {
  private static let queue = DispatchQueue(label: "targets.global")

  /// Call it before the first task.
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
