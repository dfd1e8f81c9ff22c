// MARK: A set of requests

extension Feedback {
  /// Makes a feedback for a set of requests, each with an effect that sends its result.
  ///
  /// `requests` runs after every event. A new request starts an effect; a removed one is cancelled;
  /// one that stays is left alone, even if its effect has ended. Effects of requests that are added
  /// together start in any order. An effect sends nothing if its result is `nil`.
  public init<Request: Hashable & Sendable>(
    requests: @escaping (State) -> Set<Request>,
    effect: @escaping @Sendable @concurrent (Request) async -> Event?
  ) {
    self.init(requests: requests) { request, send in
      if let event = await effect(request) { await send(event) }
    }
  }

  /// Makes a feedback for a set of requests, each with an effect that sends many events.
  ///
  /// The effects start and end as in ``init(requests:effect:)``.
  public init<Request: Hashable & Sendable>(
    requests: @escaping (State) -> Set<Request>,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void
  ) {
    self.init { host in
      KeyedReaction(
        requests: { state in Dictionary(uniqueKeysWithValues: requests(state).map { ($0, $0) }) },
        effects: { request, _, send in await effects(request, send) },
        host: host)
    }
  }
}

// MARK: Requests that change

extension Feedback {
  /// Makes a feedback for requests with an identity, whose effects receive them as a stream.
  ///
  /// ```swift
  /// let feedback = Feedback<[Int: String], [String]>(
  ///   requests: { $0 },  // the text of each open search field
  ///   effects: { field, texts, send in
  ///     for await text in texts {
  ///       await send(["\(field)"] + ((try? await server.names(matching: text)) ?? []))
  ///     }
  ///   })
  /// ```
  ///
  /// `requests` runs after every event. A new identity starts an effect, whose stream begins with its
  /// request and goes on with every later one that differs from the previous one; it is unbounded. When
  /// the identity is removed, the effect is cancelled and its stream ends. If it is added again, a new
  /// effect starts. Requests after the effect has returned are ignored.
  public init<ID: Hashable & Sendable, Request: Equatable & Sendable>(
    requests: @escaping (State) -> [ID: Request],
    effects:
      @escaping @Sendable @concurrent (ID, AsyncStream<Request>, Send<Event>) async -> Void
  ) {
    self.init { host in
      KeyedReaction(requests: requests, effects: effects, host: host)
    }
  }
}
