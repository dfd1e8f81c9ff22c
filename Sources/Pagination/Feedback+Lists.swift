public import FeedbackLoop

// A whole list with a single feedback.

extension Feedback {
  /// Reads the pages that a list asks for, in both directions, and retries what failed as the policy
  /// says.
  ///
  /// ```swift
  /// let reading = Feedback<People, People.Event>.list(
  ///   { $0 }, from: source, retrying: RetryPolicy(), event: { $0 })
  /// ```
  public static func list<Source: PageSource, Item: Sendable, C: Clock>(
    _ list: @escaping (State) -> PaginatedList<Item, Source.Cursor>, from source: Source,
    retrying policy: RetryPolicy? = nil, clock: C = ContinuousClock(),
    event: @escaping @Sendable (PaginatedList<Item, Source.Cursor>.Event) -> Event
  ) -> Feedback where Source.Contents == [Item], C.Duration == Duration {
    let later = Feedback.pages(
      of: source, request: { list($0).request },
      answer: { answer in
        switch answer {
        case .success(let page): event(.pageLoaded(page))
        case .failure(let failure): event(.pageFailed(failure))
        }
      })
    let earlier = Feedback.pages(
      of: source, request: { list($0).earlierRequest },
      answer: { answer in
        switch answer {
        case .success(let page): event(.earlier(.loaded(page)))
        case .failure(let failure): event(.earlier(.failed(failure)))
        }
      })
    return .all([
      later.retrying(
        by: policy, clock: clock, pages: { list($0).pages }, event: event(.backOffElapsed)),
      earlier.retrying(
        by: policy, clock: clock, pages: { list($0).earlierPages },
        event: event(.earlier(.backOffElapsed))),
    ])
  }

  /// Reads the pages that a search asks for, and retries what failed as the policy says.
  ///
  /// ```swift
  /// let reading = Feedback<Search, Search.Event>.search(
  ///   { $0 }, read: { query, page in await server.people(query, page) }, event: { $0 })
  /// ```
  public static func search<Query, Item: Sendable, Cursor, C: Clock>(
    _ search: @escaping (State) -> PaginatedSearch<Query, Item, Cursor>,
    read: @escaping @Sendable (Query, Cursor) async throws -> Page<[Item], Cursor>,
    retrying policy: RetryPolicy? = nil, clock: C = ContinuousClock(),
    event: @escaping @Sendable (PaginatedSearch<Query, Item, Cursor>.Event) -> Event
  ) -> Feedback where C.Duration == Duration {
    let reading = Feedback(request: { search($0).request }) { request in
      do {
        let page = try await read(request.query, request.page.cursor)
        return event(.answered(.success(page), to: request))
      } catch {
        return event(.answered(.failure(PageFailure(error)), to: request))
      }
    }
    return reading.retrying(
      by: policy, clock: clock, pages: { search($0).list.pages }, event: event(.backOffElapsed))
  }

  /// The feedback together with the retries of a policy, if there is one.
  private func retrying<Cursor, C: Clock>(
    by policy: RetryPolicy?, clock: C, pages: @escaping (State) -> Pages.State<Cursor>?,
    event: Event
  ) -> Feedback where C.Duration == Duration {
    guard let policy else { return self }
    let retries = Feedback.retries(
      by: policy, clock: clock, retry: { pages($0)?.retry(by: policy) }, event: event)
    return .all([self, retries])
  }
}
