import Browser
import Edits
import NameSearch
import PageSources
import Pagination
import QueueExecutor
import TargetStore

/// The pages of a source as the browser takes them: names, what is kept of them, what was left out.
///
/// A page whose flags cannot be read has failed: what was crossed off must not look alive.
actor IntakePages {
  /// A page.
  struct Contents: Sendable {
    var names: NameBatch
    var news: Browser.PageNews
    var isLast = false
  }

  private let executor = QueueExecutor(label: "targets.intake")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let source: NameSource
  private let store: TargetStore
  private let list: Name
  private let order: NameOrder

  /// What has come since the first page.
  private var report = LineReport()
  private var known = KnownRows()

  /// What the source was asked to look for.
  private var sought = ""

  init(of source: NameSource, store: TargetStore, list: Name, order: NameOrder) {
    self.source = source
    self.store = store
    self.list = list
    self.order = order
  }

  /// Reads the page at `cursor`.
  ///
  /// - Throws: What the source throws, and why the store could not be read.
  func page(at cursor: Browser.PageCursor) async throws -> Page<Contents, Browser.PageCursor> {
    if case .first(let text) = cursor { sought = text }
    var page: Page<Contents, Browser.PageCursor>
    switch source {
    case .lines(let pages):
      page = try await self.page(at: cursor, of: pages).map { contents(of: $0, from: cursor) }
    case .kept(let store, let list):
      let pages = KeptPages(store: store, list: list, order: order)
      page = try await self.page(at: cursor, of: pages).map { contents(of: $0, from: cursor) }
    case .helper(let pages):
      let pages = MarkedPages(pages: pages.looking(for: sought), store: store, list: list)
      page = try await self.page(at: cursor, of: pages).map { contents(of: $0, from: cursor) }
    }
    page.contents.isLast = page.next == nil
    return page
  }

  private func page<Source: PageSource>(
    at cursor: Browser.PageCursor, of source: Source
  ) async throws -> Page<Source.Contents, Browser.PageCursor> {
    let source = AnyPageSource(source)
    let here = if case .next(let next) = cursor { next } else { source.firstCursor }
    let page = try await source.page(at: here)
    // Another page is wanted by now, and this one is not to count.
    try Task.checkCancellation()
    return Page(contents: page.contents, next: page.next.map(Browser.PageCursor.next))
  }

  private func contents(of lines: NameLines, from cursor: Browser.PageCursor) -> Contents {
    count(lines.report, from: cursor)
    return Contents(
      names: lines.names, news: .init(count: lines.nameCount, remark: remark))
  }

  private func contents(
    of page: MarkedPages.Contents, from cursor: Browser.PageCursor
  ) -> Contents {
    count(page.rows.lines.report, from: cursor)
    let rows = page.rows.newRows(&known).map(\.row)
    return Contents(
      names: NameBatch(of: rows),
      news: .init(
        count: page.rows.notes.count, remark: remark, rows: rows, kept: page.kept,
        total: page.rows.total, isSearched: page.rows.isSearched))
  }

  private func count(_ more: LineReport, from cursor: Browser.PageCursor) {
    if case .first = cursor {
      report = LineReport()
      known = KnownRows()
    }
    report.merge(more)
  }

  private var remark: String? { report.leftOutCount > 0 ? "\(report)" : nil }
}
