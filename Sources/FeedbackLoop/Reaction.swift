/// The running part of a ``Feedback`` in one loop; its effects are cancelled when it is released.
@MainActor
protocol Reaction<State> {
  associatedtype State

  /// Starts and cancels effects until those run that `state` calls for.
  func react(to state: State)

  /// Cancels all effects; what they have sent and the loop has not applied yet is dropped.
  func end()
}
