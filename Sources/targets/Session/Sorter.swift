import NameIndex
import QueueExecutor

/// The thread on which names are sorted, while the indexer goes on taking in more.
actor Sorter {
  /// What is to be done to an index at once: names are dropped, then others added.
  struct Step: Sendable {
    var dropped: [Name] = []
    private(set) var added: [NameBatch] = []

    /// The number of names to be added.
    var addedCount: Int { added.reduce(0) { $0 + $1.count } }

    /// Batches up to this size are gathered; larger ones are not worth copying.
    private static let smallBatch = 1 << 16

    mutating func add(_ names: NameBatch) {
      if let last = added.last, last.byteCount + names.byteCount <= Self.smallBatch {
        added[added.count - 1].append(contentsOf: names)
      } else {
        added.append(names)
      }
    }

    mutating func add(_ name: Name) {
      var batch = NameBatch()
      batch.append(name)
      add(batch)
    }
  }

  private let executor = QueueExecutor(label: "targets.sorter")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Gets ready while the first names are still being read.
  func prepare(_ index: NameIndex) {
    index.prepare()
  }

  func index(_ index: NameIndex, after step: Step) -> NameIndex {
    let kept = step.dropped.isEmpty ? index : index.removing(step.dropped)
    return step.added.isEmpty ? kept : kept.adding(step.added)
  }
}
