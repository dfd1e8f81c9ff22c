// MARK: A condition

extension Feedback {
  /// Makes a feedback for a condition, whose effect sends its result.
  ///
  /// The effect starts when `condition`, which runs after every event, becomes true and is
  /// cancelled when it becomes false. The effect sends nothing if its result is `nil`.
  public init(
    when condition: @escaping (State) -> Bool,
    effect: @escaping @Sendable @concurrent () async -> Event?
  ) {
    self.init(request: { condition($0) ? true : nil }, effect: { _ in await effect() })
  }

  /// Makes a feedback for a condition, whose effect sends any number of events.
  ///
  /// The effect starts and ends as in ``init(when:effect:)``.
  public init(
    when condition: @escaping (State) -> Bool,
    effects: @escaping @Sendable @concurrent (Send<Event>) async -> Void
  ) {
    self.init(request: { condition($0) ? true : nil }, effects: { _, send in await effects(send) })
  }
}

// MARK: A request that cannot be compared

extension Feedback {
  /// Makes a feedback for requests that cannot be compared, whose effect sends its result.
  ///
  /// The effect starts with the first request after `nil` and is cancelled when the request becomes
  /// `nil`. A request that replaces another is ignored. A result of `nil` is not sent.
  public init<Request: Sendable>(
    presenceOf request: @escaping (State) -> Request?,
    effect: @escaping @Sendable @concurrent (Request) async -> Event?
  ) {
    self.init(presenceOf: request) { request, send in
      if let event = await effect(request) { await send(event) }
    }
  }

  /// Makes a feedback for requests that cannot be compared, whose effect sends many events.
  ///
  /// The effect starts and ends as in ``init(presenceOf:effect:)``.
  public init<Request: Sendable>(
    presenceOf request: @escaping (State) -> Request?,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void
  ) {
    self.init { host in
      RequestReaction(
        request: request, areSame: { _, _ in true }, effects: effects, host: host)
    }
  }
}
