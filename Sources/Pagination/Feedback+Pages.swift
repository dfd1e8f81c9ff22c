public import FeedbackLoop

extension Feedback {
  /// Reads the page that the state asks for, and answers with what came of it.
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

  /// Reads the page that the state asks for, has its contents taken, and says where the next page begins.
  ///
  /// The page counts as loading until its contents are taken: the next one is not asked for before.
  ///
  /// - Parameters:
  ///   - request: Reads the state: which page of which list.
  ///   - read: Reads that page.
  ///   - take: Takes the contents. In a task that was cancelled another page is wanted by now.
  ///   - answer: Makes an event out of where the next page begins, or of why there is no page.
  /// - Returns: A feedback that sends one answer for each request, and what `take` sends before it.
  public static func pages<Request: Equatable & Sendable, Contents: Sendable, Cursor>(
    request: @escaping (State) -> Request?,
    read: @escaping @Sendable (Request) async throws -> Page<Contents, Cursor>,
    take: @escaping @Sendable (Contents, Request, Send<Event>) async -> Void,
    answer: @escaping @Sendable (Result<Cursor?, PageFailure>) -> Event
  ) -> Feedback {
    Feedback(request: request) { request, send in
      do {
        let page = try await read(request)
        await take(page.contents, request, send)
        await send(answer(.success(page.next)))
      } catch {
        await send(answer(.failure(PageFailure(error))))
      }
    }
  }

  /// Waits before the retry that the state asks for, and says when the wait is over.
  ///
  /// - Parameters:
  ///   - policy: How long to wait.
  ///   - clock: Measures the wait. If it cannot sleep, there is no retry.
  ///   - chance: Gives a number from 0 up to 1 for each wait.
  ///   - retry: Reads the state, as a rule by ``Pages/State/retry(by:)`` with the same policy.
  ///   - event: Says that the wait is over.
  /// - Returns: A feedback that sends `event` once for each retry.
  public static func retries<C: Clock>(
    by policy: RetryPolicy, clock: C,
    chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    retry: @escaping (State) -> PageRetry?, event: Event
  ) -> Feedback where C.Duration == Duration {
    delayed(
      by: { policy.delay(before: $0, chance: chance()) }, clock: clock, request: retry,
      event: { _ in event })
  }
}
