/// A running observation of a ``Loop``.
///
/// Letting go of it does not end the observation; only ``cancel()`` and the loop's end do.
@MainActor
public final class LoopObservation {
  private(set) var isCancelled = false

  private let onCancel: (LoopObservation) -> Void

  init(onCancel: @escaping (LoopObservation) -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the observation: the observer is not called again, and let go of.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    onCancel(self)
  }
}
