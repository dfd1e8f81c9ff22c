/// A loop for tests: each event must lead to the state that is expected, and nothing may be left over.
///
/// ```swift
/// let loop = TestLoop(Search(), reduce: Search.reduce, feedbacks: [searching])
/// try loop.send(.textEdited("ad")) { $0.text = "ad" }
/// try loop.expectRequests("ad")
/// try await loop.receive(.found(["Ada"])) { search in
///   search.results = ["Ada"]
///   search.answered = "ad"
/// }
/// try loop.finish()
/// ```
///
/// The effects are those of the feedbacks, so give these what a test can answer. Whatever is not as it
/// was said throws a ``TestLoopFailure``, which any test framework shows.
@MainActor
public final class TestLoop<State: Equatable & Sendable, Event: Equatable & Sendable> {
  /// The state after the last event that was sent or received here.
  public private(set) var state: State

  private let loop: Loop<State, Event>
  private let arrivals: Arrivals

  /// The events that were applied and not yet expected, with the states after them.
  @MainActor
  private final class Arrivals {
    var events: [(event: Event, state: State)] = []
    var waiter: CheckedContinuation<Void, Never>?

    func wake() {
      waiter?.resume()
      waiter = nil
    }
  }

  /// Makes a loop and starts the effects that the first state asks for.
  public init(
    _ state: State, reduce: @escaping Loop<State, Event>.Reduce,
    feedbacks: [Feedback<State, Event>] = []
  ) {
    let arrivals = Arrivals()
    self.arrivals = arrivals
    self.state = state
    loop = Loop(state, reduce: reduce, feedbacks: feedbacks) { event, state in
      arrivals.events.append((event, state))
      arrivals.wake()
    }
  }

  /// What the feedbacks ask for now, in their order; `true` for a condition that holds.
  public var requests: [any Sendable] { loop.requests }

  /// Sends an event, which must make of the state what `change` makes of it.
  ///
  /// - Throws: ``TestLoopFailure``, also if an event that came from an effect was not received.
  public func send(
    _ event: Event, _ change: (inout State) -> Void = { _ in }
  ) throws(TestLoopFailure) {
    try expectNothingLeft()
    loop.send(event)
    try take(event, change)
  }

  /// Waits for the next event of an effect or binding, which must make of the state what `change` does.
  ///
  /// Waits until there is one, or until the test is cancelled: give the test a time limit.
  ///
  /// - Throws: ``TestLoopFailure`` if it is another event, or leads to another state.
  public func receive(
    _ event: Event, _ change: (inout State) -> Void = { _ in }
  ) async throws(TestLoopFailure) {
    await untilArrival()
    try take(event, change)
  }

  /// Checks that the feedbacks ask for just that, in any order.
  ///
  /// - Throws: ``TestLoopFailure``.
  public func expectRequests(_ expected: any Equatable & Sendable...) throws(TestLoopFailure) {
    var left = requests
    for request in expected {
      guard let place = left.firstIndex(where: { Self.isEqual(request, $0) }) else {
        throw TestLoopFailure("expected request \(request), but the state asks for \(requests)")
      }
      left.remove(at: place)
    }
    guard left.isEmpty else { throw TestLoopFailure("unexpected requests: \(left)") }
  }

  /// Checks that no event was left over and nothing is asked for, and stops the loop.
  ///
  /// - Throws: ``TestLoopFailure``.
  public func finish() throws(TestLoopFailure) {
    defer { loop.stop() }
    try expectNothingLeft()
    try expectRequests()
  }

  private func expectNothingLeft() throws(TestLoopFailure) {
    guard let first = arrivals.events.first else { return }
    throw TestLoopFailure("unreceived event: \(first.event)")
  }

  private func take(
    _ expected: Event, _ change: (inout State) -> Void
  ) throws(TestLoopFailure) {
    guard !arrivals.events.isEmpty else {
      throw TestLoopFailure("expected event \(expected), but none arrived")
    }
    let (event, state) = arrivals.events.removeFirst()
    guard event == expected else {
      throw TestLoopFailure("expected event \(expected), but received \(event)")
    }
    var changed = self.state
    change(&changed)
    self.state = state
    guard state == changed else {
      throw TestLoopFailure("after \(event) the state is \(state); expected \(changed)")
    }
  }

  private func untilArrival() async {
    let arrivals = arrivals
    await withTaskCancellationHandler {
      guard arrivals.events.isEmpty, !Task.isCancelled else { return }
      await withCheckedContinuation { arrivals.waiter = $0 }
    } onCancel: {
      Task { @MainActor in arrivals.wake() }
    }
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: any Sendable) -> Bool {
    (other as? Value) == value
  }
}

/// What was not as a test had said.
///
/// ```swift
/// #expect(throws: TestLoopFailure.self) { try loop.send(.moreWanted) { $0.moreCount = 1 } }
/// ```
public struct TestLoopFailure: Error, Hashable, CustomStringConvertible {
  /// One line that says what happened instead.
  public let description: String

  /// Makes a failure.
  public init(_ description: String) {
    self.description = description
  }
}
