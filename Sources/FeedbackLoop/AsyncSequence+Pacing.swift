extension AsyncSequence {
  /// The elements for which `areEqual(previous, element)` is false; the previous one has passed.
  public func distinct(
    by areEqual: @escaping @Sendable (Element, Element) -> Bool
  ) -> AsyncDistinctSequence<Self> {
    AsyncDistinctSequence(base: self, areEqual: areEqual)
  }

  /// The elements without those that are equal to the last one that passed.
  public func distinct() -> AsyncDistinctSequence<Self> where Element: Equatable & Sendable {
    distinct(by: ==)
  }
}

extension AsyncSequence where Self: Sendable, Element: Equatable & Sendable, Failure == Never {
  /// The elements that a ``Throttle`` passes, in an unbounded stream for one reader.
  ///
  /// Reading starts now, even if nobody reads the stream yet. At the end of the sequence the
  /// waiting element passes at once and the stream ends.
  public func throttled<C: Clock>(
    for interval: C.Duration, clock: C = ContinuousClock(), latest: Bool = true,
    isolation: isolated any Actor = #isolation
  ) -> AsyncStream<Element> {
    let (stream, passed) = AsyncStream.makeStream(of: Element.self)
    let throttle = Throttle(interval: interval, clock: clock, latest: latest) { passed.yield($0) }
    read(into: passed, on: isolation, throttle.send, throttle.flush)
    return stream
  }

  /// The elements that a ``Debounce`` passes, in an unbounded stream for one reader.
  ///
  /// Reading starts now and ends as in ``throttled(for:clock:latest:isolation:)``.
  public func debounced<C: Clock>(
    for interval: C.Duration, clock: C = ContinuousClock(),
    isolation: isolated any Actor = #isolation
  ) -> AsyncStream<Element> {
    let (stream, passed) = AsyncStream.makeStream(of: Element.self)
    let debounce = Debounce(interval: interval, clock: clock) { passed.yield($0) }
    read(into: passed, on: isolation, debounce.send, debounce.flush)
    return stream
  }

  private func read(
    into passed: AsyncStream<Element>.Continuation, on actor: any Actor,
    _ send: @escaping (Element) -> Void, _ flush: @escaping () -> Void
  ) {
    let inlet = Inlet<Element?, Void>(actor) { element in
      if let element { send(element) } else { flush() }
    }
    let task = Task {
      for await element in self { await inlet.send(element) }
      await inlet.send(nil)
      passed.finish()
    }
    passed.onTermination = { _ in task.cancel() }
  }
}
