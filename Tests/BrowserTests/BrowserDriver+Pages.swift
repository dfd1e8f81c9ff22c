import ListModel
import NameSearch
import Pagination

@testable import Browser

// Simulates a session with a list that is loaded page by page.

extension Browser.Settings {
  /// Makes the list arrive page by page, as it is viewed.
  mutating func pages() {
    browsesKeptList = false
    isPaged = true
    retryPolicy = RetryPolicy()
  }
}

extension BrowserDriver {
  /// A browser with a paged list, of which nothing is loaded yet.
  static func paged(rows: Int = 12, columns: Int = 60) throws -> BrowserDriver {
    try BrowserDriver(rows: rows, columns: columns) { $0.pages() }
  }

  /// A browser with a paged list and its first page.
  static func paged(_ names: [String]) throws -> BrowserDriver {
    var browser = try paged()
    try browser.load(names)
    return browser
  }

  /// A browser with a paged list and its first page.
  static func paged(_ rows: [Row]) throws -> BrowserDriver {
    var browser = try paged()
    browser.load(rows)
    return browser
  }

  /// Begins loading with the first page of a list.
  mutating func beginPages(query: String = "", generation: Int = 1, isSearched: Bool = false) {
    if generation > 1 || query != state.intake.query { send(.intake(.textSettled(query))) }
    if isSearched { send(.intake(.pageRead(.of(count: 0, isSearched: true)))) }
  }

  /// Requests the next page, also after a failed page.
  mutating func startPage() {
    send(.intake(.pages(.nextPageWanted)))
    send(.intake(.pages(.retried)))
  }

  mutating func fail(_ reason: String, wait: Duration? = nil) {
    startPage()
    let advice = wait.map { RetryAdvice.after($0) } ?? .never
    send(.intake(.pages(.pageFailed(PageFailure(reason: reason, retryAdvice: advice)))))
  }

  /// A page arrives: first its rows, then the report that it is complete.
  mutating func load(_ names: [String], total: Int? = nil, isLast: Bool = false) throws {
    load(try names.map { .init(name: try Name($0)) }, total: total, isLast: isLast)
  }

  mutating func load(_ rows: [Row], total: Int? = nil, isLast: Bool = false) {
    startPage()
    say(rows, total: total)
    var batch = NameBatch()
    for row in rows { batch.append(row.name, detail: row.detail) }
    endPage(state.list.index.adding(batch), isLast: isLast)
  }

  /// Adds facts that a source has about rows, and those that are stored.
  mutating func say(
    _ rows: [Row], kept: [Name: Flags] = [:], total: Int? = nil
  ) {
    send(
      .intake(
        .pageRead(
          RowBatch(rows, stored: kept, total: total, isSearched: state.intake.isSearched))))
  }

  /// The first page arrives after the list was started over.
  mutating func replace(with batch: NameBatch) {
    endPage(NameIndex(order: state.list.index.order).adding(batch))
  }

  private mutating func endPage(_ index: NameIndex, isLast: Bool = false) {
    send(.list(.indexed(index, of: state.intake.pages.generation, areAll: isLast)))
    let next = Browser.PageCursor(
      searchingFor: state.intake.query, at: AnyPageCursor(state.intake.pages.pageCount + 1))
    send(.intake(.pages(.pageLoaded(next: isLast ? nil : next))))
  }

  /// Reads flags that someone else has set.
  mutating func readStore(_ flags: [Name: Flags]) {
    send(.following(.storeTouched))
    // The store refuses the edits of another list.
    var mark = state.following.mark
    mark.version += 1
    guard let look = state.changesToRead else { return }
    let names = Set((0..<state.list.index.count).map { state.list.index.name(at: NameRow($0)) })
      .union(flags.keys)
    let isKept = state.settings.browsesKeptList
    send(
      .following(
        .storeRead(
          look,
          isKept
            ? .changes(names.map { ($0, flags[$0] ?? []) }, upTo: mark) : .all(flags, at: mark))))
  }
}
