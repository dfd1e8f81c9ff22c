// MARK: A condition

extension Feedback {
  /// Makes a feedback out of a condition and an effect that answers once.
  ///
  /// The effect starts when the condition becomes true and is cancelled when it becomes false. It
  /// does not run again while the condition stays true.
  ///
  /// - Parameters:
  ///   - condition: Reads the state. Must be cheap: it runs after every event.
  ///   - effect: Does the work and answers with an event, also when it fails; `nil` for no answer.
  public init(
    when condition: @escaping (State) -> Bool,
    effect: @escaping @Sendable @concurrent () async -> Event?
  ) {
    self.init(request: { condition($0) ? true : nil }, effect: { _ in await effect() })
  }

  /// Makes a feedback out of a condition and an effect that answers as often as it likes.
  ///
  /// - Parameters:
  ///   - condition: Reads the state. Must be cheap: it runs after every event.
  ///   - effects: Does the work and sends events while it does; cancelled when the condition
  ///     becomes false.
  public init(
    when condition: @escaping (State) -> Bool,
    effects: @escaping @Sendable @concurrent (Send<Event>) async -> Void
  ) {
    self.init(request: { condition($0) ? true : nil }, effects: { _, send in await effects(send) })
  }
}

// MARK: A request that cannot be compared

extension Feedback {
  /// Makes a feedback out of a query of which only the presence counts and an effect that answers
  /// once.
  ///
  /// For requests that cannot be compared. The effect starts when the request becomes other than
  /// `nil` and is cancelled when it becomes `nil`; a request that replaces another is ignored.
  ///
  /// - Parameters:
  ///   - request: Reads the state. Must be cheap: it runs after every event.
  ///   - effect: Gets the first request after `nil` and answers with an event, also when it fails;
  ///     `nil` for no answer.
  public init<Request: Sendable>(
    presenceOf request: @escaping (State) -> Request?,
    effect: @escaping @Sendable @concurrent (Request) async -> Event?
  ) {
    self.init(presenceOf: request) { request, send in
      if let event = await effect(request) { await send(event) }
    }
  }

  /// Makes a feedback out of a query of which only the presence counts and an effect that answers
  /// as often as it likes.
  ///
  /// - Parameters:
  ///   - request: Reads the state. Must be cheap: it runs after every event.
  ///   - effects: Gets the first request after `nil` and sends events; cancelled when the request
  ///     becomes `nil`.
  public init<Request: Sendable>(
    presenceOf request: @escaping (State) -> Request?,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void
  ) {
    self.init { deliver in
      RequestReaction(
        request: request, areSame: { _, _ in true }, effects: effects, deliver: deliver)
    }
  }
}
