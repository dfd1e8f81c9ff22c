import ListModel
import NameSearch
import PageSources
import Pagination
import TargetStore

struct KeptPages: PageSource {
  let store: TargetStore
  let list: Name

  /// If set, the first page holds the names that come first in this order.
  var order: NameOrder?

  /// Limits grow from 1,000 by a factor of 4 to 100,000, so that the first rows show at once.
  struct Cursor: Hashable, Sendable {
    var position = KeptPage.Cursor.start
    var limit = 1_000

    /// Names of the first page that later pages repeat and that are skipped there.
    var leftOut: Set<Name> = []
  }

  var firstCursor: Cursor { Cursor() }

  func page(at cursor: Cursor) async throws -> Page<NameLines, Cursor> {
    try await store.page(of: self, at: cursor)
  }
}

extension TargetStore {
  /// Reads and converts a page on the store's thread, since a large page takes time.
  fileprivate func page(
    of pages: KeptPages, at cursor: KeptPages.Cursor
  ) throws -> Page<NameLines, KeptPages.Cursor> {
    var next = cursor
    next.limit = min(cursor.limit * 4, 100_000)
    var names = NameBatch()
    let page: KeptPage
    if let order = pages.order, cursor == pages.firstCursor {
      page = try firstNames(in: pages.list, by: PrimaryKeys(of: order), limit: cursor.limit)
      for kept in page.names { names.append(kept) }
      next.leftOut = Set(page.names.map(\.name))
    } else {
      page = try self.names(in: pages.list, after: cursor.position, limit: cursor.limit)
      for kept in page.names {
        let isKnown = !next.leftOut.isEmpty && next.leftOut.remove(kept.name) != nil
        if !isKnown { names.append(kept) }
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

extension NameBatch {
  fileprivate mutating func append(_ kept: StoredRow) {
    append(kept.name, detail: kept.texts.detail, section: kept.texts.section)
  }
}
