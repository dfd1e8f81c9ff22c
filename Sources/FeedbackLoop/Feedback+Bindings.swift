extension Feedback {
  /// Something that tells of events and cannot fail, such as an `AsyncStream`.
  public typealias EventStream = any AsyncSequence<Event, Never> & Sendable

  /// Ties a view to the loop, for as long as the loop lasts.
  ///
  /// The subscriptions see the first state while the loop is made, and then the state after every
  /// event, in order. An event that one of them sends to the loop is applied after those that
  /// already wait. A stream that ends, or never has an element, changes nothing for the rest.
  ///
  /// What an `AsyncStream` was given before the loop was made is not lost. Use the feedback in one
  /// loop only, unless the streams can be read more than once.
  ///
  /// - Parameters:
  ///   - subscriptions: Show a state. Called in the order given.
  ///   - events: What the view tells of. Read on the main actor until the loop ends.
  /// - Returns: A feedback that only shows and listens.
  public static func bind(
    subscriptions: [@MainActor (State) -> Void] = [], events: [EventStream] = []
  ) -> Feedback {
    Feedback { deliver in
      BindingReaction(
        events: events,
        isAlive: { true },
        show: { state in
          for subscription in subscriptions { subscription(state) }
        },
        deliver: deliver)
    }
  }

  /// Ties a view to the loop, for as long as both last.
  ///
  /// As ``bind(subscriptions:events:)``, but the owner is held weakly. It is handed to the
  /// subscriptions, so that they need not capture it. Once it is gone, no subscription is called
  /// and no event of the streams is applied.
  ///
  /// - Parameters:
  ///   - owner: The view. Its end is noticed at the next state or event.
  ///   - subscriptions: Show a state. Called in the order given.
  ///   - events: What the view tells of. Should not hold the owner.
  /// - Returns: A feedback that only shows and listens.
  public static func bind<Owner: AnyObject>(
    _ owner: Owner,
    subscriptions: [@MainActor (Owner, State) -> Void] = [],
    events: [EventStream] = []
  ) -> Feedback {
    Feedback { [weak owner] deliver in
      BindingReaction(
        events: events,
        isAlive: { [weak owner] in owner != nil },
        show: { [weak owner] state in
          guard let owner else { return }
          for subscription in subscriptions { subscription(owner, state) }
        },
        deliver: deliver)
    }
  }
}
