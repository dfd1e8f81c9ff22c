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
    Feedback(request: retry) { retry in
      let delay = policy.delay(before: retry, chance: chance())
      do {
        try await clock.sleep(until: clock.now.advanced(by: delay), tolerance: .zero)
        return event
      } catch {
        return nil
      }
    }
  }
}
