extension PageSource {
  /// Reads all pages in order, each after `process` has processed the previous one.
  ///
  /// With a `policy`, a page that throws a ``PageFailure`` is retried. `chance` returns a number
  /// from 0 up to 1 for each wait.
  ///
  /// - Throws: The errors of `process`, of the clock, and of a page that is not retried.
  public func readAll<C: Clock>(
    retrying policy: RetryPolicy? = nil, clock: C = ContinuousClock(),
    chance: () -> Double = { .random(in: 0..<1) },
    _ process: (Page<Contents, Cursor>) async throws -> Void
  ) async throws where C.Duration == Duration {
    var state = Pages.State(firstCursor: firstCursor)
    Pages.reduce(&state, .nextPageWanted)
    while let request = state.request {
      let page: Page<Contents, Cursor>
      do {
        page = try await self.page(at: request.cursor)
      } catch let failure as PageFailure {
        Pages.reduce(&state, .pageFailed(failure))
        guard let policy, let retry = state.retry(by: policy) else { throw failure }
        try await clock.sleep(for: policy.delay(before: retry, chance: chance()))
        Pages.reduce(&state, .backOffElapsed)
        continue
      }
      try await process(page)
      Pages.reduce(&state, .pageLoaded(next: page.next))
      Pages.reduce(&state, .nextPageWanted)
    }
  }
}
