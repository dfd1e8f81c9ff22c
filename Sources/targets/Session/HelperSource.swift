import Browser
import Edits
import NameIndex
import PageSources
import Pagination
import TargetStore

extension HelperPages {
  /// When a failed page is tried again without anybody asking.
  static let retryPolicy = RetryPolicy(limit: 3, firstDelay: .milliseconds(500))

  /// So many pages in a row without a new name are the end of a list that leads nowhere.
  private static let mostFruitlessPages = 3

  /// Reads all pages, one after the other, and failed ones again as the policy has it.
  ///
  /// - Parameters:
  ///   - limit: How long all of it may take.
  ///   - take: Takes the rows of a page, and says whether any of them was new.
  /// - Throws: What `take` throws, and the failure of a page that is not tried again.
  func readAll(
    within limit: Duration? = nil, _ take: (SourceRows) async throws -> Bool
  ) async throws {
    do {
      try await readAll(TimeLimit(limit), take)
    } catch is TimeIsUp {
      let seconds = (limit ?? .zero).components.seconds
      throw Failure("stopped after \(seconds) s; --time-limit gives the source more")
    }
  }

  private func readAll(
    _ time: TimeLimit, _ take: (SourceRows) async throws -> Bool
  ) async throws {
    var state = Pages.State(firstCursor: firstCursor)
    var fruitlessPages = 0
    Pages.reduce(&state, .nextPageWanted)
    while let request = state.request {
      do {
        let page = try await time.spend { try await self.page(at: request.cursor) }
        fruitlessPages = try await take(page.contents) ? 0 : fruitlessPages + 1
        try time.check()
        Pages.reduce(&state, .pageLoaded(next: page.next))
        if fruitlessPages == Self.mostFruitlessPages, page.next != nil {
          throw Failure("stopped after \(fruitlessPages) pages that brought nothing new")
        }
        Pages.reduce(&state, .nextPageWanted)
      } catch let failure as PageFailure {
        Pages.reduce(&state, .pageFailed(failure))
        guard let retry = state.retry(by: Self.retryPolicy) else { throw failure }
        let wait = Self.retryPolicy.delay(before: retry, chance: .random(in: 0..<1))
        try await time.spend { try await RestingClock().sleep(for: wait) }
        Pages.reduce(&state, .backOffElapsed)
      }
    }
  }
}

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

/// What the rows of a source so far are known by.
struct KnownRows {
  private var identities = TextSet()

  /// Notes a row; false when it has come before, maybe by another name.
  mutating func insert(_ name: Name) -> Bool {
    identities.insert(name.sourceID.map { "#" + $0 } ?? "=" + name.text)
  }
}

extension SourceRows {
  /// The rows that have not come before, as the browser takes them; one that comes again is what it was at
  /// first.
  func newRows(_ known: inout KnownRows) -> [(row: Browser.SourceRow, id: String?)] {
    notes.enumerated().compactMap { place, note in
      let name = lines.names[place]
      guard known.insert(name) else { return nil }
      var flags: Flags = []
      if note.isDead { flags.insert(.dead) }
      if note.isLiked { flags.insert(.liked) }
      return (Browser.SourceRow(name: name, flags: flags, detail: note.detail), note.id)
    }
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

extension NameBatch {
  /// The names of rows.
  init(of rows: [Browser.SourceRow]) {
    self.init()
    for row in rows { append(row.name) }
  }
}

/// All rows of a helper, read to the end.
struct HelperRows {
  private(set) var rows: [Browser.SourceRow] = []
  private(set) var report = LineReport()

  /// Whether the source has looked for the query itself.
  private(set) var isSearched = false

  init(of pages: HelperPages, within limit: Duration? = nil) async throws {
    var known = KnownRows()
    try await pages.readAll(within: limit) { page in
      let new = page.newRows(&known).map(\.row)
      rows += new
      report.merge(page.lines.report)
      isSearched = page.isSearched
      return !new.isEmpty
    }
  }
}

extension NameSource {
  /// Does something with the names; a helper that gives them has gone when this returns.
  func whileOpen<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      let result = try await body()
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }

  private func close() async {
    if case .helper(let pages) = self { await pages.close() }
  }
}
