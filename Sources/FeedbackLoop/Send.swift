/// Sends events from a running effect to its loop; call it like a function.
///
/// Outside the main actor the call is awaited and returns when the event has been applied. So the
/// events of one task arrive in order and no faster than the loop applies them.
public struct Send<Event: Sendable>: Sendable {
  private let deliver: @MainActor @Sendable (Event) -> Void

  init(_ deliver: @escaping @MainActor @Sendable (Event) -> Void) {
    self.deliver = deliver
  }

  /// Applies an event, unless the state no longer asks for the effect.
  @MainActor
  public func callAsFunction(_ event: Event) {
    deliver(event)
  }
}
