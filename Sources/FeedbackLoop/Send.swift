/// Sends events from a running effect to its loop; call it like a function.
///
/// The call returns when the event has been applied. So the events of one task arrive in order and no
/// faster than the loop applies them.
public struct Send<Event: Sendable>: Sendable {
  private let inlet: Inlet<Event, Bool>

  init(_ inlet: Inlet<Event, Bool>) {
    self.inlet = inlet
  }

  /// Applies an event, unless the state no longer asks for the effect.
  public nonisolated(nonsending) func callAsFunction(_ event: Event) async {
    _ = await inlet.send(event)
  }
}
