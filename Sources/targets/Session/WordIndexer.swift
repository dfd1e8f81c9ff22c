import NameIndex
import QueueExecutor

/// The thread on which words are indexed, while names go on being sorted.
actor WordIndexer {
  private let executor = QueueExecutor(label: "targets.word-indexer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The index with a word index, or `nil` when the task was cancelled meanwhile.
  func indexWords(of index: NameIndex) -> NameIndex? {
    index.indexingWords(isCancelled: { Task.isCancelled })
  }
}
