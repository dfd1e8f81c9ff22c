/// Notices when a stream has ended, or is not read any more.
@MainActor
final class StreamEnd {
  private(set) var hasCome = false

  init(of continuation: AsyncStream<some Sendable>.Continuation) {
    continuation.onTermination = { _ in
      Task { @MainActor in self.hasCome = true }
    }
  }
}
