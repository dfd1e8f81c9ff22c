/// Passes pages to `onPage`, one at a time, even if a request is superseded while `onPage` runs.
@MainActor
final class PageDesk<Contents: Sendable> {
  private let onPage: @MainActor (Contents) async -> Void
  private var handover: Task<Void, Never>?

  init(onPage: @escaping @MainActor (Contents) async -> Void) {
    self.onPage = onPage
  }

  /// Returns when no page is in `onPage`.
  func untilFree() async {
    while let handover {
      await handover.value
      if self.handover == handover { self.handover = nil }
    }
  }

  /// Passes a page to `onPage` and waits for it; does nothing in a cancelled task.
  ///
  /// A task that is not cancelled has called ``untilFree()``. Since then only tasks that it
  /// supersedes, which are cancelled, could have passed a page.
  func handOver(_ contents: Contents) async {
    guard !Task.isCancelled else { return }
    let task = Task {
      // The task may be cancelled before it starts to run.
      if !Task.isCancelled { await onPage(contents) }
    }
    handover = task
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
