import PageSources
import Pagination
import QueueExecutor

extension HelperPages {
  static let retryPolicy = RetryPolicy(limit: 3, firstDelay: .milliseconds(500))

  /// After so many consecutive pages without new rows, the source counts as endless.
  private static let mostFruitlessPages = 3

  /// Reads all pages in order and retries failed ones; `process` returns whether a page had new rows.
  ///
  /// - Throws: The errors of `process` and of a page that is not retried, and ``Failure`` if the time
  ///   limit is over or three pages in a row have no new rows.
  func readAll(
    within limit: Duration? = nil, _ process: (SourceRows) async throws -> Bool
  ) async throws {
    let time = TimeLimit(limit)
    var fruitlessPages = 0
    do {
      try await TimedPages(pages: self, time: time).readAll(
        retrying: Self.retryPolicy, clock: TimedClock(time: time)
      ) { page in
        fruitlessPages = try await process(page.contents) ? 0 : fruitlessPages + 1
        try time.check()
        if fruitlessPages == Self.mostFruitlessPages, page.next != nil {
          throw Failure("stopped after \(fruitlessPages) pages that brought nothing new")
        }
      }
    } catch is TimeIsUp {
      let seconds = (limit ?? .zero).components.seconds
      throw Failure("stopped after \(seconds) s; --time-limit gives the source more")
    }
  }
}

/// A helper's pages; a request is cancelled when the time is up.
private struct TimedPages: PageSource {
  let pages: HelperPages
  let time: TimeLimit

  var firstCursor: HelperPages.Cursor { pages.firstCursor }

  func page(at cursor: HelperPages.Cursor) async throws -> Page<SourceRows, HelperPages.Cursor> {
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
