import NameSearch
import QueueExecutor

/// Sorts on a thread of its own, while the indexer accepts more names.
actor Sorter {
  /// Names to remove from an index, and then names to add.
  struct Step: Sendable {
    var dropped: [Name] = []
    var added = NameBatches()
  }

  private let executor = QueueExecutor(label: "targets.sorter")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Loads what sorting needs while the first names are being read.
  func prepare(_ index: NameIndex) {
    index.prepare()
  }

  /// - Throws: `ListTooLong`.
  func index(_ index: NameIndex, after step: Step) throws(ListTooLong) -> NameIndex {
    let kept = step.dropped.isEmpty ? index : index.removing(step.dropped)
    return step.added.isEmpty ? kept : try kept.addingIfTheyFit(step.added.all)
  }
}
