package import ListModel
import NameSearch
import PageSources
package import Pagination
import Threads

extension RowSource {
  /// Reads all rows in order, page by page.
  ///
  /// If the source is paged, failed pages are retried, and repeated rows are skipped.
  ///
  /// - Parameters:
  ///   - limit: How long such a source may take; `nil` for no limit.
  ///   - process: Called with each page before the next one is read.
  /// - Throws: The errors of `process` and of a page that is not retried, and ``LoadError`` if the
  ///   time is up or three pages in a row have no new rows.
  package func readRows(
    within limit: Duration? = nil, _ process: (RowBatch) async throws -> Void
  ) async throws {
    guard isPaged else { return try await readAll { try await process($0.contents) } }
    let time = TimeLimit(limit)
    var known = KnownRows()
    var fruitlessPages = 0
    do {
      try await TimedPages(pages: self, time: time).readAll(
        retrying: .ofSources, clock: TimedClock(time: time)
      ) { page in
        let new = known.addNew(of: page.contents)
        try await process(new)
        fruitlessPages = new.names.isEmpty ? fruitlessPages + 1 : 0
        try time.check()
        if fruitlessPages == mostFruitlessPages, page.next != nil {
          throw LoadError.nothingNew(pages: fruitlessPages)
        }
      }
    } catch is TimeIsUp {
      throw LoadError.outOfTime(limit ?? .zero)
    }
  }
}

/// A source counts as endless after this many successive pages without new rows.
private let mostFruitlessPages = 3

extension RetryPolicy {
  /// How failed pages of a paged source are retried.
  package static let ofSources = RetryPolicy(limit: 3, firstDelay: .milliseconds(500))
}

/// The pages of a source; a request is cancelled when the time is up.
private struct TimedPages<Source: RowSource>: PageSource {
  let pages: Source
  let time: TimeLimit

  var firstCursor: Source.Cursor { pages.firstCursor }

  func page(at cursor: Source.Cursor) async throws -> Page<RowBatch, Source.Cursor> {
    try await time.spend { [pages] in try await pages.page(at: cursor) }
  }
}

/// A clock whose sleeps throw ``TimeIsUp`` at the deadline.
private struct TimedClock: Clock {
  let time: TimeLimit

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { RestingClock().minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await time.spend { try await RestingClock().sleep(until: deadline, tolerance: tolerance) }
  }
}
