import Dispatch

/// Runs a closure once on the main actor after a delay.
///
/// `Task.sleep` would start Swift's thread pool; see ``RestingExecutor``.
@MainActor
struct MainTimer {
  private let item: DispatchWorkItem

  init(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    item = DispatchWorkItem { MainActor.assumeIsolated { body() } }
    let nanoseconds = Int(clamping: Int64((delay / .nanoseconds(1)).rounded(.up)))
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .nanoseconds(max(nanoseconds, 0)), execute: item)
  }

  func cancel() {
    item.cancel()
  }
}
