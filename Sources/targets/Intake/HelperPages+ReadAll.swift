import PageSources
import Pagination

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
    let time = TimeLimit(limit)
    var fruitlessPages = 0
    do {
      try await TimedPages(pages: self, time: time).readAll(
        retrying: Self.retryPolicy, clock: TimedClock(time: time)
      ) { page in
        fruitlessPages = try await take(page.contents) ? 0 : fruitlessPages + 1
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

/// The pages of a helper, as long as there is time.
private struct TimedPages: PageSource {
  let pages: HelperPages
  let time: TimeLimit

  var firstCursor: HelperPages.Cursor { pages.firstCursor }

  func page(at cursor: HelperPages.Cursor) async throws -> Page<SourceRows, HelperPages.Cursor> {
    try await time.spend { [pages] in try await pages.page(at: cursor) }
  }
}

/// A clock whose sleepers wake when the time is up.
private struct TimedClock: Clock {
  let time: TimeLimit

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { RestingClock().minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await time.spend { try await RestingClock().sleep(until: deadline, tolerance: tolerance) }
  }
}
