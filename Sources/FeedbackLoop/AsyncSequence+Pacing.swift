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
  @MainActor
  public func throttled<C: Clock>(
    for interval: C.Duration, clock: C = ContinuousClock(), latest: Bool = true
  ) -> AsyncStream<Element> {
    paced { output in
      let throttle = Throttle(interval: interval, clock: clock, latest: latest, output: output)
      return (throttle.send, throttle.flush)
    }
  }

  /// The elements that a ``Debounce`` passes, in an unbounded stream for one reader.
  ///
  /// Reading starts now and ends as in ``throttled(for:clock:latest:)``.
  @MainActor
  public func debounced<C: Clock>(for interval: C.Duration, clock: C = ContinuousClock())
    -> AsyncStream<Element>
  {
    paced { output in
      let debounce = Debounce(interval: interval, clock: clock, output: output)
      return (debounce.send, debounce.flush)
    }
  }

  @MainActor
  private func paced(
    by makeGate: (@escaping @MainActor (Element) -> Void) -> (
      send: @MainActor (Element) -> Void, flush: @MainActor () -> Void
    )
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let gate = makeGate { continuation.yield($0) }
    let task = Task {
      for await element in self { gate.send(element) }
      gate.flush()
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
