/// The effects of a ``Feedback`` in one loop; they are cancelled when the reaction is released.
protocol Reaction<State> {
  associatedtype State

  /// Starts and cancels effects as `state` asks.
  func react(to state: State)

  /// Cancels all effects and drops their queued events.
  func end()

  /// The requests in the present state.
  var askedFor: [any Sendable] { get }
}
