extension Feedback {
  /// A stream of events that cannot fail, such as an `AsyncStream`.
  public typealias EventStream = any AsyncSequence<Event, Never> & Sendable

  /// Makes a stream of events from the states of a loop.
  public typealias StreamOfEvents = (AsyncStream<State>) -> EventStream

  /// Binds a view to the loop for as long as the loop exists.
  ///
  /// The subscriptions get the first state while the loop is made, and then the state after every
  /// event, in the given order. An event that one of them sends is applied after those already
  /// queued. The streams are read one event at a time, each until its end. An `AsyncStream` also
  /// delivers what it received before the loop existed. A stream that can be read only once serves
  /// only one loop.
  ///
  /// Each function of `derived` turns a stream of states into a stream of events. The stream of
  /// states begins with the first state, contains every state, and ends with the loop:
  ///
  /// ```swift
  /// let lengths = Feedback<Search, Search.Event>.bind(derived: [
  ///   { states in states.map(\.text.count).distinct().filter { $0 > 2 }.map { _ in .moreWanted } }
  /// ])
  /// ```
  public static func bind(
    subscriptions: [(State) -> Void] = [], events: [EventStream] = [],
    derived: [StreamOfEvents] = []
  ) -> Feedback {
    Feedback { host in
      BindingReaction(
        events: events, derived: derived, isAlive: { true },
        show: { state in subscriptions.forEach { $0(state) } }, host: host)
    }
  }

  /// Binds a view to the loop for as long as both exist.
  ///
  /// Like ``bind(subscriptions:events:derived:)``, but holds `owner` weakly and passes it to the
  /// subscriptions. Neither these nor the streams should retain it. Once it is released, no
  /// subscription is called and no event of the streams is applied.
  public static func bind<Owner: AnyObject>(
    _ owner: Owner,
    subscriptions: [(Owner, State) -> Void] = [],
    events: [EventStream] = [], derived: [StreamOfEvents] = []
  ) -> Feedback {
    Feedback { [weak owner] host in
      BindingReaction(
        events: events, derived: derived,
        isAlive: { [weak owner] in owner != nil },
        show: { [weak owner] state in
          if let owner { subscriptions.forEach { $0(owner, state) } }
        },
        host: host)
    }
  }
}
