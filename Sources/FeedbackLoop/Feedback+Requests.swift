// MARK: A set of requests

extension Feedback {
  /// Makes a feedback out of a query for any number of requests and an effect that answers once.
  ///
  /// Each request is served by itself: one that appears starts an effect, one that stays is left
  /// alone, whether its effect still runs or has ended, and one that disappears is cancelled.
  /// Effects of requests that appear together start in any order.
  ///
  /// - Parameters:
  ///   - requests: Reads the state. It runs after every event, and the set is compared with the one
  ///     before.
  ///   - effect: Does the work and answers with an event, also when it fails; `nil` for no answer.
  public init<Request: Hashable & Sendable>(
    requests: @escaping (State) -> Set<Request>,
    effect: @escaping @Sendable @concurrent (Request) async -> Event?
  ) {
    self.init(requests: requests) { request, send in
      if let event = await effect(request) { await send(event) }
    }
  }

  /// Makes a feedback out of a query for any number of requests and an effect that answers often.
  ///
  /// The requests are served as in ``init(requests:effect:)``.
  ///
  /// - Parameters:
  ///   - requests: Reads the state. It runs after every event, and the set is compared with the one
  ///     before.
  ///   - effects: Does the work and sends events while it does.
  public init<Request: Hashable & Sendable>(
    requests: @escaping (State) -> Set<Request>,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void
  ) {
    self.init { deliver in
      KeyedReaction(
        requests: { state in Dictionary(uniqueKeysWithValues: requests(state).map { ($0, true) }) },
        effects: { request, _, _, send in await effects(request, send) },
        deliver: deliver)
    }
  }
}

// MARK: Requests that change

extension Feedback {
  /// Makes a feedback out of a query for requests with an identity, whose later values are passed on.
  ///
  /// An identity that appears starts an effect with the request it has then. A request that
  /// replaces it does not start another, but comes as an element of the effect's stream; an equal
  /// one does not come. An identity that disappears is cancelled, and its stream ends. When it
  /// appears again, an effect starts anew.
  ///
  /// - Parameters:
  ///   - requests: Reads the state. It runs after every event, and the dictionary is compared with
  ///     the one before.
  ///   - effects: Gets the first request and the stream of later ones, from which none is missing
  ///     however slowly it is read. When it has returned, later requests are ignored.
  public init<ID: Hashable & Sendable, Request: Equatable & Sendable>(
    requests: @escaping (State) -> [ID: Request],
    effects:
      @escaping @Sendable @concurrent (Request, AsyncStream<Request>, Send<Event>) async -> Void
  ) {
    self.init { deliver in
      KeyedReaction(
        requests: requests,
        effects: { _, first, later, send in await effects(first, later, send) },
        deliver: deliver)
    }
  }
}
