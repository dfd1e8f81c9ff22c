/// The continuation of a stream, which is finished when this object is released.
final class StreamOutlet<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  /// Returns `false` if the stream has no reader any more.
  func yield(_ element: Element) -> Bool {
    if case .terminated = continuation.yield(element) { return false }
    return true
  }
}
