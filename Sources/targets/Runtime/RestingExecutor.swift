import CGlobalExecutor
import Dispatch
import Threads

/// Replaces Swift's thread pool for jobs that belong to no actor.
///
/// Once used, that pool wakes the process every second, although this program mostly waits for
/// keys. One thread is enough, since slow work has its own actors. The thread must not be blocked.
enum RestingExecutor {
  private static let thread = SerialThread(label: "targets.global")
  private static let timers = DispatchQueue(label: "targets.timers")

  /// Call it before the first task.
  static func install() {
    _ = cglobalexecutor_install { job, delay in
      guard let job else { return }
      let number = UInt(bitPattern: job)
      let run: @Sendable () -> Void = {
        cglobalexecutor_run(UnsafeMutableRawPointer(bitPattern: number))
      }
      if delay == 0 {
        RestingExecutor.thread.run(run)
      } else {
        let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: delay))
        RestingExecutor.timers.asyncAfter(deadline: deadline) { RestingExecutor.thread.run(run) }
      }
    }
  }
}
