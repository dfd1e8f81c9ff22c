import Browser
import ListModel
import NameSearch
import PageSources
import Pagination
import QueueExecutor
import TargetStore

/// The pages of a source for the browser: names, stored flags, and a report of skipped lines.
///
/// If the flags cannot be read, the page fails, so that a dead name never looks alive.
actor IntakePages {
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

  /// Whether the first rows are those of a snapshot, and there are no pages to read.
  private var startsWithAll: Bool

  /// Since the first page.
  private var report = LineReport()
  private var known = KnownRows()

  /// The text that the source was asked to search for.
  private var sought = ""

  init(
    of source: NameSource, store: TargetStore, list: Name, order: NameOrder,
    startsWithAll: Bool = false
  ) {
    self.source = source
    self.store = store
    self.list = list
    self.order = order
    self.startsWithAll = startsWithAll
  }

  /// Reads a page; throws the errors of the source and of the store.
  func page(at cursor: Browser.PageCursor) async throws -> Page<Contents, Browser.PageCursor> {
    if case .first(let text) = cursor { sought = text }
    if startsWithAll {
      startsWithAll = false
      return Page(
        contents: Contents(names: NameBatch(), news: .init(count: 0), isLast: true), next: nil)
    }
    var page: Page<Contents, Browser.PageCursor>
    switch source {
    case .lines(let pages):
      let lines = try await self.page(at: cursor, of: pages)
      let rows = pages.hasIdentities ? lines.contents.names.rows : []
      let kept = try await store.flags(of: rows.map(\.name), in: list)
      page = lines.map { contents(of: $0, from: cursor, rows, kept) }
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
    // A cancelled page must not be counted: another one was requested meanwhile.
    try Task.checkCancellation()
    return Page(contents: page.contents, next: page.next.map(Browser.PageCursor.next))
  }

  /// `rows` are those with an identity, of which all is told; of others, names are enough.
  private func contents(
    of lines: NameLines, from cursor: Browser.PageCursor, _ rows: [Row] = [],
    _ kept: [Name: Flags] = [:]
  ) -> Contents {
    count(lines.report, from: cursor)
    return Contents(
      names: lines.names,
      news: .init(count: lines.nameCount, remark: remark, rows: rows, kept: kept))
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

  private var remark: String? { report.isEmpty ? nil : "\(report)" }
}
