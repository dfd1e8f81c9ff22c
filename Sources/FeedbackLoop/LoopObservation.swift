/// A running observation of a ``Loop``; it ends when this object is released.
///
/// ```swift
/// let observation: LoopObservation = loop.observe { [label] count in label.text = "\(count)" }
/// ```
public final class LoopObservation<State> {
  // The loop references only the token, weakly, so that both are released together.
  private var body: ((State) -> Bool)?

  /// An observation that also ends once `body` returns false.
  init(_ body: @escaping (State) -> Bool) {
    self.body = body
  }

  var isOver: Bool { body == nil }

  /// Ends the observation and releases the observer.
  public func cancel() {
    body = nil
  }

  func show(_ state: State) {
    guard let body else { return }
    if !body(state) { cancel() }
  }
}
