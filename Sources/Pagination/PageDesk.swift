/// Where pages are handed over, one at a time.
///
/// A superseded effect may still be handing its page over when its successor starts. The desk
/// makes the successor wait, so that whoever takes the pages never has two in hand.
@MainActor
final class PageDesk<Contents: Sendable> {
  private let onPage: @MainActor (Contents) async -> Void
  private var handover: Task<Void, Never>?

  init(onPage: @escaping @MainActor (Contents) async -> Void) {
    self.onPage = onPage
  }

  /// Returns when no page is being handed over.
  func untilFree() async {
    while let handover {
      await handover.value
      if self.handover == handover { self.handover = nil }
    }
  }

  /// Hands a page over and returns when it has been taken.
  ///
  /// Does nothing in a cancelled task: the page is not wanted any more. A task that is not
  /// cancelled has waited until the desk was free; only those it supersedes could have used it
  /// since, and they are cancelled.
  func handOver(_ contents: Contents) async {
    guard !Task.isCancelled else { return }
    let task = Task {
      // The page may have become unwanted before the task came to run.
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
