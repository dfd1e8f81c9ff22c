import Edits
import NameIndex
import PageSources
import Pagination

extension HelperPages {
  /// When a failed page is tried again without anybody asking.
  static let retryPolicy = RetryPolicy(limit: 3, firstDelay: .milliseconds(500))

  /// So many pages in a row without a new name are the end of a list that leads nowhere.
  private static let mostFruitlessPages = 3

  /// Reads all pages, one after the other, and failed ones again as the policy has it.
  ///
  /// - Parameter take: Takes the rows of a page, and says whether any of them was new.
  /// - Throws: What `take` throws, and the failure of a page that is not tried again.
  func readAll(_ take: (SourceRows) throws -> Bool) async throws {
    var state = Pages.State(firstCursor: firstCursor)
    var fruitlessPages = 0
    Pages.reduce(&state, .nextPageWanted)
    while let request = state.request {
      do {
        let page = try await page(at: request.cursor)
        fruitlessPages = try take(page.contents) ? 0 : fruitlessPages + 1
        Pages.reduce(&state, .pageLoaded(next: page.next))
        if fruitlessPages == Self.mostFruitlessPages, page.next != nil {
          throw Failure("stopped after \(fruitlessPages) pages that brought nothing new")
        }
        Pages.reduce(&state, .nextPageWanted)
      } catch let failure as PageFailure {
        Pages.reduce(&state, .pageFailed(failure))
        guard let retry = state.retry(by: Self.retryPolicy) else { throw failure }
        let wait = Self.retryPolicy.delay(before: retry, chance: .random(in: 0..<1))
        try await Task.sleep(for: wait)
        Pages.reduce(&state, .backOffElapsed)
      }
    }
  }
}

extension SourceRows {
  /// The flags that the source has for names; for most it has none.
  var flags: [Name: Flags] {
    var flags: [Name: Flags] = [:]
    for (place, note) in notes.enumerated() where note.isDead || note.isLiked {
      var found: Flags = []
      if note.isDead { found.insert(.dead) }
      if note.isLiked { found.insert(.liked) }
      let name = lines.names[place]
      flags[name] = flags[name] ?? found
    }
    return flags
  }
}

/// All rows of a helper, read to the end.
struct HelperRows {
  private(set) var names = NameBatch()
  private(set) var report = LineReport()

  /// The flags that the source has for names.
  private(set) var flags: [Name: Flags] = [:]

  /// Whether the source has looked for the query itself.
  private(set) var isSearched = false

  init(of pages: HelperPages) async throws {
    var seen: Set<Name> = []
    try await pages.readAll { rows in
      names.append(contentsOf: rows.lines.names)
      report.merge(rows.lines.report)
      flags.merge(rows.flags) { first, _ in first }
      isSearched = rows.isSearched
      let known = seen.count
      for place in 0..<rows.lines.names.count { seen.insert(rows.lines.names[place]) }
      return seen.count > known
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
