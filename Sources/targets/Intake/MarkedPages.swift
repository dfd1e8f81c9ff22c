import Browser
import ListModel
import NameSearch
import PageSources
import Pagination
import TargetStore

/// A helper's pages with the stored flags; if these cannot be read, the page fails.
struct MarkedPages: PageSource {
  /// The rows of a page, and their stored flags.
  struct Contents: Sendable {
    let rows: SourceRows
    let kept: [Name: Flags]
  }

  let pages: HelperPages
  let store: TargetStore
  let list: Name

  var firstCursor: HelperPages.Cursor { pages.firstCursor }

  func page(at cursor: HelperPages.Cursor) async throws -> Page<Contents, HelperPages.Cursor> {
    let page = try await pages.page(at: cursor)
    let names = page.contents.lines.names
    let kept = try await store.flags(of: (0..<names.count).map { names[$0] }, in: list)
    return Page(contents: .init(rows: page.contents, kept: kept), next: page.next)
  }
}
