import NameIndex
import PageSources
import Pagination
import TargetStore

/// The names of a kept list as pages.
struct KeptPages: PageSource {
  let store: TargetStore
  let list: Name

  /// The order in which the names are shown, so that the first page is what comes first in it; `nil`
  /// where nothing is shown before everything is read.
  var order: NameOrder?

  /// The first page is small, so that the first rows show at once.
  struct Cursor: Hashable, Sendable {
    var position = KeptPage.Cursor.start
    var limit = 1_000

    /// The names of the first page, which are in no other.
    var leftOut: Set<Name> = []
  }

  var firstCursor: Cursor { Cursor() }

  func page(at cursor: Cursor) async throws -> Page<NameLines, Cursor> {
    var next = cursor
    let page: KeptPage
    if let order, cursor == firstCursor {
      let keys = PrimaryKeys(of: order)
      page = try await store.firstNames(in: list, by: keys, limit: cursor.limit)
      if page.next != nil { next.leftOut = Set(page.names.map(\.name)) }
    } else {
      page = try await store.names(in: list, after: cursor.position, limit: cursor.limit)
    }
    var names = NameBatch()
    for kept in page.names where !cursor.leftOut.contains(kept.name) { names.append(kept.name) }
    next.limit = min(cursor.limit * 4, 100_000)
    return Page(
      contents: NameLines(names: names, report: LineReport()),
      next: page.next.map { position in
        next.position = position
        return next
      })
  }
}
