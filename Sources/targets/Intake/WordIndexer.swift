import NameSearch
import QueueExecutor
import Synchronization

/// Where words are indexed, while names go on being sorted.
actor WordIndexer {
  private let executor = QueueExecutor(label: "targets.word-indexer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Tells the threads that do the work, which are none of the task's, that it was cancelled.
  private final class Cancellation: Sendable {
    let hasCome = Atomic(false)
  }

  /// The index with a word index, or `nil` when the task was cancelled meanwhile.
  func indexWords(of index: NameIndex) async -> NameIndex? {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      index.indexingWords(isCancelled: { cancellation.hasCome.load(ordering: .relaxed) })
    } onCancel: {
      cancellation.hasCome.store(true, ordering: .relaxed)
    }
  }
}
