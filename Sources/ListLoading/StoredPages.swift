package import ListModel
package import NameSearch
import PageSources
package import Pagination
package import TargetStore

/// The rows of a list in the store.
package struct StoredPages: RowSource {
  package let store: TargetStore
  package let list: ListName

  /// If set, the first page has the first names of this order.
  fileprivate var order: NameOrder?

  /// The column by which the rows are ordered, if one is.
  package private(set) var orderColumn: OrderColumn?

  /// If set, only matching names are returned.
  fileprivate var filter: NameFilter?

  package init(store: TargetStore, list: ListName) {
    self.store = store
    self.list = list
  }

  /// Limits grow from 1,000 by a factor of 4 to 100,000, so that the first rows show at once.
  package struct Cursor: Hashable, Sendable {
    var position = KeptPage.Cursor.start
    var limit = 1_000

    /// The names of the first page, which later pages skip.
    var leftOut: Set<Name> = []
  }

  package var scope: FlagTable.Scope { .keptList }
  package var firstCursor: Cursor { Cursor() }

  package func beginning(in order: NameOrder) -> StoredPages {
    var pages = self
    // In an order other than by name, the first names need not be the first rows.
    if order.rows == .name, !order.isReversed { pages.order = order }
    return pages
  }

  package func ordered(by order: NameOrder) async throws -> StoredPages {
    var pages = self
    switch order.rows {
    case .name: break
    case .input:
      if try await store.keepsOrder(list) == false { throw LoadError.keepsNoOrder(list) }
    case .column(let title, _):
      pages.orderColumn = try await store.orderColumn(of: list, in: order)
      if pages.orderColumn != nil { break }
      let known = try await store.titles(of: list).all
      // A list without rows may have a recipe that names its columns.
      if known.isEmpty, try await store.names(in: list, limit: 1).names.isEmpty { break }
      throw PageSourceError.noOrderColumn(list.text, title, known: known)
    }
    return pages
  }

  package func filtered(by filter: NameFilter) -> StoredPages {
    var pages = self
    pages.filter = filter
    return pages
  }

  package func page(at cursor: Cursor) async throws -> Page<RowBatch, Cursor> {
    try await store.page(of: self, at: cursor)
  }
}

extension TargetStore {
  /// The column by which an order sorts the rows of a list; `nil` if it uses none, or if the list lacks it.
  func orderColumn(of list: ListName, in order: NameOrder) throws -> OrderColumn? {
    guard case .column(let title, _) = order.rows else { return nil }
    return try titles(of: list).column(called: title)
  }

  /// Reads and converts a page on the store's thread, since a large page takes time.
  fileprivate func page(
    of pages: StoredPages, at cursor: StoredPages.Cursor
  ) throws -> Page<RowBatch, StoredPages.Cursor> {
    var next = cursor
    next.limit = min(cursor.limit * 4, 100_000)
    var batch = RowBatch()
    let page: KeptPage
    if let order = pages.order, cursor == pages.firstCursor {
      page = try firstNames(in: pages.list, by: PrimaryKeys(of: order), limit: cursor.limit)
      for kept in page.names { batch.append(kept, by: pages.orderColumn) }
      next.leftOut = Set(page.names.map(\.name))
    } else {
      page = try self.names(in: pages.list, after: cursor.position, limit: cursor.limit)
      for kept in page.names {
        let isKnown = !next.leftOut.isEmpty && next.leftOut.remove(kept.name) != nil
        if !isKnown { batch.append(kept, by: pages.orderColumn) }
      }
    }
    if let filter = pages.filter { batch.keep(filter) }
    return Page(
      contents: batch,
      next: page.next.map { position in
        next.position = position
        return next
      })
  }
}

extension RowBatch {
  fileprivate mutating func append(_ kept: StoredRow, by column: OrderColumn?) {
    names.append(kept.name, kept.texts, by: column)
    flags.append(kept.flags)
    count += 1
  }

  /// Removes names that do not match, so that their flags need not be read.
  fileprivate mutating func keep(_ filter: NameFilter) {
    names = filter.matches(in: names)
    flags = []
  }
}
