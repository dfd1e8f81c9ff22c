extension Feedback {
  /// Several feedbacks as one; they read each state in the given order.
  public static func all(_ feedbacks: [Feedback]) -> Feedback {
    Feedback { host in CombinedReaction(feedbacks.map { $0.makeReaction(host) }) }
  }
}

/// The reactions of several feedbacks.
private final class CombinedReaction<State>: Reaction {
  private let reactions: [any Reaction<State>]

  init(_ reactions: [any Reaction<State>]) {
    self.reactions = reactions
  }

  func react(to state: State) {
    for reaction in reactions { reaction.react(to: state) }
  }

  var askedFor: [any Sendable] { reactions.flatMap { $0.askedFor } }

  func end() {
    for reaction in reactions { reaction.end() }
  }
}
