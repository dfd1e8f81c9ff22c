import NameSearch
import QueueExecutor
import Synchronization

/// Indexes words on a thread of its own, while names are being sorted.
actor WordIndexer {
  private let executor = QueueExecutor(label: "targets.word-indexer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Reports cancellation to worker threads, which do not run in the task.
  private final class Cancellation: Sendable {
    let hasCome = Atomic(false)
  }

  /// Returns `nil` if the task was cancelled.
  func indexWords(of index: NameIndex) async -> NameIndex? {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      index.indexingWords(isCancelled: { cancellation.hasCome.load(ordering: .relaxed) })
    } onCancel: {
      cancellation.hasCome.store(true, ordering: .relaxed)
    }
  }
}
