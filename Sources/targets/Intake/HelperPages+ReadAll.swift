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
