extension AsyncSequence {
  /// The elements that differ from the last one that passed.
  ///
  /// - Parameter areEqual: Whether the second element repeats the first, which has passed.
  /// - Returns: A sequence that fails as this one does.
  public func distinct(
    by areEqual: @escaping @Sendable (Element, Element) -> Bool
  ) -> AsyncDistinctSequence<Self> {
    AsyncDistinctSequence(base: self, areEqual: areEqual)
  }

  /// The elements that are not equal to the last one that passed.
  public func distinct() -> AsyncDistinctSequence<Self> where Element: Equatable & Sendable {
    distinct(by: ==)
  }
}

extension AsyncSequence where Self: Sendable, Element: Equatable & Sendable, Failure == Never {
  /// The elements let through by a ``Throttle``, in a stream for one reader.
  ///
  /// Reads the sequence from now on, also before the stream is read. At the end of the sequence the
  /// element that waits passes at once, and the stream ends.
  ///
  /// - Parameters:
  ///   - interval: The least time between two elements.
  ///   - clock: Measures the interval.
  ///   - latest: Whether the newest element of an interval passes at its end, or is left out.
  /// - Returns: The stream, which keeps what is not read yet.
  @MainActor
  public func throttled<C: Clock>(
    for interval: C.Duration, clock: C, latest: Bool = true
  ) -> AsyncStream<Element> {
    paced { output in
      let throttle = Throttle(interval: interval, clock: clock, latest: latest, output: output)
      return Gate(send: throttle.send, flush: throttle.flush)
    }
  }

  /// The elements let through by a ``Debounce``, in a stream for one reader.
  ///
  /// Reads the sequence from now on, also before the stream is read. At the end of the sequence the
  /// element that waits passes at once, and the stream ends.
  ///
  /// - Parameters:
  ///   - interval: The quiet time after an element.
  ///   - clock: Measures the interval.
  /// - Returns: The stream, which keeps what is not read yet.
  @MainActor
  public func debounced<C: Clock>(for interval: C.Duration, clock: C) -> AsyncStream<Element> {
    paced { output in
      let debounce = Debounce(interval: interval, clock: clock, output: output)
      return Gate(send: debounce.send, flush: debounce.flush)
    }
  }

  @MainActor
  private func paced(
    by makeGate: (@escaping @MainActor (Element) -> Void) -> Gate<Element>
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

/// What a ``Throttle`` and a ``Debounce`` have in common.
private struct Gate<Value> {
  let send: @MainActor (Value) -> Void
  let flush: @MainActor () -> Void
}
