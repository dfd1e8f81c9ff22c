import Synchronization

/// A multicast asynchronous sequence, for values from outside of a loop.
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
/// Each iterator receives the elements that are sent after its creation. An `AsyncStream` could not
/// replace it: it ends when its first reader is cancelled, and gives later readers nothing.
public final class Relay<Element: Sendable>: AsyncSequence, Sendable {
  /// An iterator over the elements that are sent from now on.
  public typealias AsyncIterator = AsyncStream<Element>.Iterator

  private struct State {
    var readers: [Int: AsyncStream<Element>.Continuation] = [:]
    var lastReader = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Makes a relay without iterators.
  public init() {}

  deinit { finish() }

  /// Sends an element to every active iterator; without iterators, the element is dropped.
  ///
  /// - Complexity: O(*n*) for *n* iterators. Each of them buffers the elements that are not read yet.
  public func send(_ element: Element) {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(element) }
  }

  /// Ends all iterators, including those that are made later.
  public func finish() {
    let readers = state.withLock { state in
      state.isFinished = true
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }

  /// Makes an iterator, which receives the elements that are sent from now on.
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
  /// Notifies every active iterator.
  public func send() { send(()) }
}
