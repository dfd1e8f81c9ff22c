import Browser
import Edits
import NameSearch
import QueueExecutor
import TargetStore

/// Runs slow work that has no other actor; on the shared executor it would delay keys.
actor Background {
  private let executor = QueueExecutor(label: "targets.background")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func write(_ listing: Listing, to path: String) throws -> Int {
    try NameFile.write(listing, to: path)
  }

  /// The changes after which an index holds exactly the names of a kept list.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of names.
  func changes(
    of index: NameIndex, to store: TargetStore, _ list: Name
  ) async throws -> [EditResult.Change] {
    var kept: Set<Name> = []
    var cursor: KeptPage.Cursor? = .start
    while let here = cursor {
      let page = try await store.names(in: list, after: here, limit: 100_000)
      kept.formUnion(page.names.map(\.name))
      cursor = page.next
    }
    let added = kept.filter { index.row(of: $0) == nil }
    var changes: [EditResult.Change] = []
    if index.count + added.count > kept.count {
      for row in 0..<index.count where !kept.contains(index.name(at: Row(row))) {
        changes.append(.init(name: index.name(at: Row(row)), before: [], after: nil))
      }
    }
    return changes + added.map { .init(name: $0, before: nil, after: []) }
  }
}
