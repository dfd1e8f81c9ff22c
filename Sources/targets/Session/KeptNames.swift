import Edits
import NameSearch
import TargetStore

/// Compares the names of a kept list with an index.
enum KeptNames {
  /// The changes after which an index holds exactly the names of the list.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of names.
  static func changes(
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
