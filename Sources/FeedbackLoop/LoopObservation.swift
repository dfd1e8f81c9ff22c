/// A running observation of a ``Loop``; releasing it does not end the observation.
@MainActor
public final class LoopObservation {
  private(set) var isCancelled = false

  private let onCancel: (LoopObservation) -> Void

  init(onCancel: @escaping (LoopObservation) -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the observation and releases the observer.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    onCancel(self)
  }
}
