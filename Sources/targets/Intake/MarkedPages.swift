import Browser
import Edits
import NameSearch
import PageSources
import Pagination
import TargetStore

/// The pages of a helper with what is kept of their rows: a page of which that cannot be read has failed.
struct MarkedPages: PageSource {
  /// The rows of a page, and what the store has of them and of their bare names.
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
    let kept = try await store.flags(of: (0..<names.count).map { names[$0] }.withBare, in: list)
    return Page(contents: .init(rows: page.contents, kept: kept), next: page.next)
  }
}

extension [Browser.SourceRow] {
  /// The names of which it matters what is kept of them.
  var namesKnown: [Name] { map(\.name).withBare }
}

extension [Name] {
  /// These names, and what those with an identity are called.
  fileprivate var withBare: [Name] {
    self + Set(lazy.filter { $0.sourceID != nil }.map(\.bare))
  }
}
