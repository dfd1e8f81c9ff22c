import Synchronization

/// Values from outside of a loop, which may be read again and again, and by several at once.
///
/// ```swift
/// let nearEnd = Relay<Void>()
/// let scrolling = Feedback<Search, Search.Event>(
///   when: { $0.moreCount < 2 },
///   effects: { (send: Send<Search.Event>) in
///     for await _ in nearEnd { await send(.moreWanted) }
///   })
/// ```
///
/// Each reading gets what is sent from its first moment on. An `AsyncStream` in its place would end
/// with the first reader that is cancelled, and say nothing to the next one.
public final class Relay<Element: Sendable>: AsyncSequence, Sendable {
  /// One reading of the relay.
  public typealias AsyncIterator = AsyncStream<Element>.Iterator

  private struct State {
    var readers: [Int: AsyncStream<Element>.Continuation] = [:]
    var lastReader = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Makes a relay without readers.
  public init() {}

  deinit { finish() }

  /// Hands a value to all that read now; it is lost if there is none.
  ///
  /// - Complexity: O(*n*) for *n* readers, each of which keeps what it has not read yet.
  public func send(_ element: Element) {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(element) }
  }

  /// Ends all readings, those that begin later as well.
  public func finish() {
    let readers = state.withLock { state in
      state.isFinished = true
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }

  /// Begins a reading.
  public func makeAsyncIterator() -> AsyncIterator {
    let (stream, reader) = AsyncStream.makeStream(of: Element.self)
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.lastReader += 1
      state.readers[state.lastReader] = reader
      return state.lastReader
    }
    if let number {
      reader.onTermination = { [weak self] _ in
        self?.state.withLock { $0.readers[number] = nil }
      }
    } else {
      reader.finish()
    }
    return stream.makeAsyncIterator()
  }
}

extension Relay<Void> {
  /// Hands on that something has happened.
  public func send() { send(()) }
}
