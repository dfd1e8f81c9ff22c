import NameSearch
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

    /// The names of the first page that are still to come a second time.
    var leftOut: Set<Name> = []
  }

  var firstCursor: Cursor { Cursor() }

  func page(at cursor: Cursor) async throws -> Page<NameLines, Cursor> {
    try await store.page(of: self, at: cursor)
  }
}

extension TargetStore {
  /// Reads a page and makes it what is asked for, all on the store's thread: a large one takes time.
  fileprivate func page(
    of pages: KeptPages, at cursor: KeptPages.Cursor
  ) throws -> Page<NameLines, KeptPages.Cursor> {
    var next = cursor
    next.limit = min(cursor.limit * 4, 100_000)
    var names = NameBatch()
    let page: KeptPage
    if let order = pages.order, cursor == pages.firstCursor {
      page = try firstNames(in: pages.list, by: PrimaryKeys(of: order), limit: cursor.limit)
      for kept in page.names { names.append(kept.name) }
      next.leftOut = Set(page.names.map(\.name))
    } else {
      page = try self.names(in: pages.list, after: cursor.position, limit: cursor.limit)
      for kept in page.names {
        let isKnown = !next.leftOut.isEmpty && next.leftOut.remove(kept.name) != nil
        if !isKnown { names.append(kept.name) }
      }
    }
    return Page(
      contents: NameLines(names: names, report: LineReport()),
      next: page.next.map { position in
        next.position = position
        return next
      })
  }
}
