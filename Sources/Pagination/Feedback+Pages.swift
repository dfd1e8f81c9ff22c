public import FeedbackLoop

extension Feedback {
  /// Reads the page that the state requests, and sends the result.
  public static func pages<Source: PageSource>(
    of source: Source, request: @escaping (State) -> PageRequest<Source.Cursor>?,
    answer: @escaping @Sendable (Result<Page<Source.Contents, Source.Cursor>, PageFailure>) -> Event
  ) -> Feedback {
    Feedback(request: request) { request in
      do {
        return answer(.success(try await source.page(at: request.cursor)))
      } catch {
        return answer(.failure(PageFailure(error)))
      }
    }
  }

  /// Reads the page that the state asks for, processes it and sends where the next page begins.
  ///
  /// The page counts as loading until `process` returns. In a cancelled task, drop the page.
  public static func pages<Request: Equatable & Sendable, Contents: Sendable, Cursor>(
    request: @escaping (State) -> Request?,
    read: @escaping @Sendable (Request) async throws -> Page<Contents, Cursor>,
    process: @escaping @Sendable (Contents, Request, Send<Event>) async -> Void,
    answer: @escaping @Sendable (Result<Cursor?, PageFailure>) -> Event
  ) -> Feedback {
    Feedback(request: request) { request, send in
      do {
        let page = try await read(request)
        await process(page.contents, request, send)
        await send(answer(.success(page.next)))
      } catch {
        await send(answer(.failure(PageFailure(error))))
      }
    }
  }

  /// Waits before the retry that the state asks for, then sends `event`.
  ///
  /// `retry` usually calls ``Pages/State/retry(by:)`` with the same policy. `chance` returns a
  /// number from 0 up to 1 for each wait. If the clock cannot sleep, there is no retry.
  public static func retries<C: Clock>(
    by policy: RetryPolicy, clock: C = ContinuousClock(),
    chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    retry: @escaping (State) -> PageRetry?, event: Event
  ) -> Feedback where C.Duration == Duration {
    delayed(
      by: { policy.delay(before: $0, chance: chance()) }, clock: clock, request: retry,
      event: { _ in event })
  }
}
