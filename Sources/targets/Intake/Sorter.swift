import NameSearch
import QueueExecutor

/// The thread on which names are sorted, while the indexer goes on taking in more.
actor Sorter {
  /// What is to be done to an index at once: names are dropped, then others added.
  struct Step: Sendable {
    var dropped: [Name] = []
    var added = NameBatches()
  }

  private let executor = QueueExecutor(label: "targets.sorter")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Gets ready while the first names are still being read.
  func prepare(_ index: NameIndex) {
    index.prepare()
  }

  func index(_ index: NameIndex, after step: Step) -> NameIndex {
    let kept = step.dropped.isEmpty ? index : index.removing(step.dropped)
    return step.added.isEmpty ? kept : kept.adding(step.added.all)
  }
}
