/// The way from a running effect to its loop.
///
/// Call it like a function. From outside the main actor the call is awaited, and returns when the
/// event has been applied: so events arrive in the order in which one task sends them, and a task
/// that awaits each of them cannot outrun the loop.
public struct Send<Event: Sendable>: Sendable {
  private let deliver: @MainActor @Sendable (Event) -> Void

  init(_ deliver: @escaping @MainActor @Sendable (Event) -> Void) {
    self.deliver = deliver
  }

  /// Hands an event to the loop, unless the state no longer calls for the effect.
  @MainActor
  public func callAsFunction(_ event: Event) {
    deliver(event)
  }
}
