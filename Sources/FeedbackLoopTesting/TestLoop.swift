public import FeedbackLoop

/// A loop for tests; it checks the event and the state of every step.
///
/// ```swift
/// let loop = TestLoop(Search(), reduce: Search.reduce, feedbacks: [searching])
/// try loop.send(.textEdited("ad")) { $0.text = "ad" }
/// try loop.expectRequests("ad")
/// loop.requests(of: String.self) == ["ad"]
/// try await loop.receive(.found(["Ada"])) { search in
///   search.results = ["Ada"]
///   search.answered = "ad"
/// }
/// try loop.finish()
/// ```
///
/// The effects are those of the feedbacks, so pass feedbacks whose effects a test can answer. An
/// unexpected event, state or request throws a ``TestLoopFailure``, which every test framework shows.
@MainActor
public final class TestLoop<State: Sendable, Event: Equatable & Sendable> {
  /// The state after the last event that was sent or received here.
  public private(set) var state: State

  private let loop: Loop<State, Event>
  private let arrivals: Arrivals
  private let comparisons: [(State, State) -> String?]
  private let timeLimit: Duration
  private let clock: any Clock<Duration>

  /// The events that were applied but not yet expected, with the states after them.
  @MainActor
  private final class Arrivals {
    var events: [(event: Event, state: State)] = []
    var waiter: CheckedContinuation<Void, Never>?

    func wake() {
      waiter?.resume()
      waiter = nil
    }
  }

  /// Makes a loop whose states are compared as a whole, and starts the first state's effects.
  ///
  /// ``receive(_:within:_:)`` waits for an event until `clock` has advanced by `timeLimit`.
  public convenience init(
    _ state: State, reduce: @escaping Loop<State, Event>.Reduce,
    feedbacks: [Feedback<State, Event>] = [], timeLimit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock()
  ) where State: Equatable {
    self.init(
      state, reduce: reduce, feedbacks: feedbacks, timeLimit: timeLimit, clock: clock,
      comparisons: [{ $0 == $1 ? nil : "the state is \($0), not \($1)" }])
  }

  /// Makes a loop that compares only some parts of its states, and starts the first state's effects.
  ///
  /// The state need not be `Equatable`. A part may be a computed property:
  ///
  /// ```swift
  /// let loop = TestLoop(
  ///   Screen(), reduce: Screen.reduce, feedbacks: [], comparing: \Screen.search, \Screen.title)
  /// ```
  public convenience init<each Part: Equatable>(
    _ state: State, reduce: @escaping Loop<State, Event>.Reduce,
    feedbacks: [Feedback<State, Event>], comparing part: repeat KeyPath<State, each Part>,
    timeLimit: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock()
  ) {
    var comparisons: [(State, State) -> String?] = []
    for path in repeat each part { comparisons.append(Self.comparison(of: path)) }
    self.init(
      state, reduce: reduce, feedbacks: feedbacks, timeLimit: timeLimit, clock: clock,
      comparisons: comparisons)
  }

  private init(
    _ state: State, reduce: @escaping Loop<State, Event>.Reduce,
    feedbacks: [Feedback<State, Event>], timeLimit: Duration, clock: any Clock<Duration>,
    comparisons: [(State, State) -> String?]
  ) {
    let arrivals = Arrivals()
    self.arrivals = arrivals
    self.state = state
    self.comparisons = comparisons
    self.timeLimit = timeLimit
    self.clock = clock
    loop = Loop(state, reduce: reduce, feedbacks: feedbacks) { event, state in
      arrivals.events.append((event, state))
      arrivals.wake()
    }
  }

  /// The current requests of the feedbacks, in their order; `true` for a condition that holds.
  public var requests: [any Sendable] { loop.requests }

  /// The current requests that have a type, in the order of the feedbacks.
  ///
  /// ```swift
  /// loop.requests(of: String.self) == ["ad"]
  /// ```
  public func requests<Request>(of type: Request.Type) -> [Request] {
    loop.requests.compactMap { $0 as? Request }
  }

  /// Sends an event and checks that it changes the state as `change` does.
  ///
  /// - Throws: ``TestLoopFailure``, also if an effect's event has arrived and was not received.
  public func send(
    _ event: Event, _ change: (inout State) -> Void = { _ in }
  ) throws(TestLoopFailure) {
    try expectNothingLeft()
    loop.send(event)
    guard !arrivals.events.isEmpty else {
      throw TestLoopFailure("expected event \(event), but none arrived")
    }
    try take(event, change)
  }

  /// Waits for the next event of an effect or binding, and checks that it changes the state as
  /// `change` does.
  ///
  /// Waits no longer than `limit`, or else the loop's time limit.
  ///
  /// - Throws: ``TestLoopFailure`` if no event comes, or another event, or the state differs.
  public func receive(
    _ event: Event, within limit: Duration? = nil, _ change: (inout State) -> Void = { _ in }
  ) async throws(TestLoopFailure) {
    let limit = limit ?? timeLimit
    let isLate = await waitForArrival(within: limit)
    guard !arrivals.events.isEmpty else {
      throw TestLoopFailure(
        "expected event \(event), but none arrived" + (isLate ? " within \(limit)" : ""))
    }
    try take(event, change)
  }

  /// Checks that the feedbacks have exactly these requests, in any order.
  ///
  /// A request must also have the expected type: an `Int64` is not an `Int`.
  ///
  /// - Throws: ``TestLoopFailure``.
  public func expectRequests<each Request: Equatable & Sendable>(
    _ expected: repeat each Request
  ) throws(TestLoopFailure) {
    var left = requests
    for request in repeat each expected { try Self.remove(request, from: &left) }
    guard left.isEmpty else { throw TestLoopFailure("unexpected requests: \(left)") }
  }

  /// Checks that all events were received and there are no requests, and stops the loop.
  ///
  /// - Throws: ``TestLoopFailure``.
  public func finish() throws(TestLoopFailure) {
    defer { loop.stop() }
    try expectNothingLeft()
    try expectRequests()
  }
}

// MARK: Checks

extension TestLoop {
  private func expectNothingLeft() throws(TestLoopFailure) {
    guard let first = arrivals.events.first else { return }
    throw TestLoopFailure("unreceived event: \(first.event)")
  }

  private func take(
    _ expected: Event, _ change: (inout State) -> Void
  ) throws(TestLoopFailure) {
    let (event, state) = arrivals.events.removeFirst()
    guard event == expected else {
      throw TestLoopFailure("expected event \(expected), but received \(event)")
    }
    var changed = self.state
    change(&changed)
    self.state = state
    let differences = comparisons.compactMap { $0(state, changed) }
    guard differences.isEmpty else {
      throw TestLoopFailure("after \(event) \(differences.joined(separator: ", and "))")
    }
  }

  private static func comparison<Part: Equatable>(
    of path: KeyPath<State, Part>
  ) -> (State, State) -> String? {
    { state, expected in
      let (part, expectedPart) = (state[keyPath: path], expected[keyPath: path])
      return part == expectedPart ? nil : "\(path) is \(part), not \(expectedPart)"
    }
  }

  private static func remove<Request: Equatable>(
    _ request: Request, from left: inout [any Sendable]
  ) throws(TestLoopFailure) {
    if let place = left.firstIndex(where: { ($0 as? Request) == request }) {
      left.remove(at: place)
    } else if let other = left.first(where: { "\($0)" == "\(request)" }) {
      throw TestLoopFailure(
        "expected request \(request) as \(Request.self), but the state asks for it as \(type(of: other))"
      )
    } else {
      throw TestLoopFailure("expected request \(request), but the state asks for \(left)")
    }
  }

  @MainActor
  private final class Timeout {
    var isOver = false
  }

  /// Returns whether the time is over; returns at the latest when the test is cancelled.
  private func waitForArrival(within limit: Duration) async -> Bool {
    let (arrivals, clock, timeout) = (arrivals, clock, Timeout())
    let timer = Task {
      guard (try? await clock.sleep(for: limit)) != nil else { return }
      timeout.isOver = true
      arrivals.wake()
    }
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      while arrivals.events.isEmpty, !timeout.isOver, !Task.isCancelled {
        await withCheckedContinuation { arrivals.waiter = $0 }
      }
    } onCancel: {
      Task { @MainActor in arrivals.wake() }
    }
    return timeout.isOver
  }
}

/// A mismatch between what a test expected and what happened.
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
