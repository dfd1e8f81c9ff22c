import Dispatch

/// Something to be done once, on the main actor, after a while.
///
/// `Task.sleep` on the main actor waits by way of the pool of threads that Swift comes with, and that pool, once
/// used, wakes the process every second for good: see ``RestingExecutor``.
@MainActor
struct MainTimer {
  private let item: DispatchWorkItem

  /// Starts to wait.
  init(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    item = DispatchWorkItem { MainActor.assumeIsolated { body() } }
    let nanoseconds = Int(clamping: Int64((delay / .nanoseconds(1)).rounded(.up)))
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .nanoseconds(max(nanoseconds, 0)), execute: item)
  }

  /// Does nothing, unless it has been done already.
  func cancel() {
    item.cancel()
  }
}
