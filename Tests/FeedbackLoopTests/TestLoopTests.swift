import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// The loop for tests: it accepts what is expected, and reports everything else.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct TestLoopTests {
  private struct Search: Equatable, Sendable {
    var text = ""
    var answered = ""
    var results: [String] = []
  }

  private enum Event: Equatable, Sendable {
    case edited(String)
    case found([String])
  }

  private let index = ManualEffect<String, [String]>()

  private func loop() -> TestLoop<Search, Event> {
    TestLoop(
      Search(),
      reduce: { search, event in
        switch event {
        case .edited(let text): search.text = text
        case .found(let names):
          search.results = names
          search.answered = search.text
        }
      },
      feedbacks: [
        Feedback(
          request: { $0.text == $0.answered ? nil : $0.text },
          effect: { [index] text in await index(text).map { .found($0) } })
      ])
  }

  @Test func expectedEventsPass() async throws {
    let loop = loop()
    try loop.expectRequests()
    try loop.send(.edited("a")) { $0.text = "a" }
    try loop.expectRequests("a")
    await eventually { index.started == ["a"] }
    index.answer("a", with: ["Ada"])
    try await loop.receive(.found(["Ada"])) { search in
      search.results = ["Ada"]
      search.answered = "a"
    }
    #expect(loop.state.results == ["Ada"])
    try loop.finish()
  }

  @Test func anUnexpectedStateIsReported() {
    let loop = loop()
    #expect(throws: TestLoopFailure.self) { try loop.send(.edited("a")) { $0.text = "b" } }
    #expect(loop.state.text == "a")
  }

  @Test func anUnexpectedEventIsReported() async throws {
    let loop = loop()
    try loop.send(.edited("a")) { $0.text = "a" }
    await eventually { index.started == ["a"] }
    index.answer("a", with: [])
    await #expect(throws: TestLoopFailure.self) { try await loop.receive(.found(["Ada"])) }
  }

  @Test func anEventThatWasNotReceivedIsReported() async throws {
    let loop = loop()
    try loop.send(.edited("a")) { $0.text = "a" }
    await eventually { index.started == ["a"] }
    index.answer("a", with: ["Ada"])
    await eventually { loop.requests.isEmpty }
    #expect(throws: TestLoopFailure.self) { try loop.send(.edited("b")) { $0.text = "b" } }
    let failure = #expect(throws: TestLoopFailure.self) { try loop.finish() }
    #expect(failure?.description == #"unreceived event: found(["Ada"])"#)
  }

  @Test func remainingRequestsAreReported() throws {
    let loop = loop()
    try loop.send(.edited("a")) { $0.text = "a" }
    let other = #expect(throws: TestLoopFailure.self) { try loop.expectRequests("b") }
    #expect(other?.description == #"expected request b, but the state asks for ["a"]"#)
    let failure = #expect(throws: TestLoopFailure.self) { try loop.finish() }
    #expect(failure?.description == #"unexpected requests: ["a"]"#)
  }

  @Test func eventsAfterTheEndOfTheLoopAreReported() throws {
    let loop = loop()
    try loop.finish()
    let failure = #expect(throws: TestLoopFailure.self) { try loop.send(.edited("a")) }
    #expect(failure?.description == #"expected event edited("a"), but none arrived"#)
  }

  @Test func aCancelledTestWaitsNoLonger() async {
    let loop = loop()
    let waiting = Task { try await loop.receive(.found([])) }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: TestLoopFailure("expected event found([]), but none arrived")) {
      try await waiting.value
    }
  }

  @Test func aReceiveEndsAtItsTimeLimit() async {
    let clock = TestClock()
    let loop = TestLoop<Search, Event>(
      Search(), reduce: { _, _ in }, timeLimit: .seconds(3), clock: clock)
    let waiting = Task { try await loop.receive(.found([])) }
    await clock.untilAsleep()
    await clock.advance(by: .seconds(3))
    await #expect(
      throws: TestLoopFailure("expected event found([]), but none arrived within 3.0 seconds")
    ) {
      try await waiting.value
    }
    let shorter = Task { try await loop.receive(.found([]), within: .seconds(1)) }
    await clock.untilAsleep()
    await clock.advance(by: .seconds(1))
    await #expect(
      throws: TestLoopFailure("expected event found([]), but none arrived within 1.0 seconds")
    ) {
      try await shorter.value
    }
  }

  @Test func theTimerOfAReceiveEndsWithIt() async throws {
    let clock = TestClock()
    // A stream keeps an event for its reader, who may come later than the clock has a sleeper.
    let (events, outlet) = AsyncStream.makeStream(of: Event.self)
    let loop = TestLoop<Search, Event>(
      Search(), reduce: { _, _ in }, feedbacks: [.bind(events: [events])], clock: clock)
    let waiting = Task { try await loop.receive(.found(["Ada"])) }
    await clock.untilAsleep()
    outlet.yield(.found(["Ada"]))
    try await waiting.value
    await eventually { clock.sleeperCount == 0 }
  }

  /// A state that cannot be compared as a whole.
  private struct Screen: Sendable {
    var search = Search()
    var isBusy = false
    var draw: @Sendable () -> Void = {}
    var count: Int { search.results.count }
  }

  private func screenLoop() -> TestLoop<Screen, Event> {
    TestLoop(
      Screen(),
      reduce: { screen, event in
        screen.isBusy.toggle()
        if case .found(let names) = event { screen.search.results = names }
      }, feedbacks: [], comparing: \Screen.search, \Screen.count)
  }

  @Test func onlyTheGivenPartsAreCompared() throws {
    let loop = screenLoop()
    try loop.send(.found(["Ada"])) { $0.search.results = ["Ada"] }
    #expect(loop.state.isBusy)
    try loop.finish()
  }

  @Test func eachPartThatDiffersIsNamed() {
    let failure = #expect(throws: TestLoopFailure.self) { try screenLoop().send(.found(["Ada"])) }
    #expect(failure?.description.hasSuffix(" is 1, not 0") == true)
    #expect(failure?.description.contains(".search is Search(") == true)
  }

  @Test func aRequestOfAnotherTypeIsReported() throws {
    let loop = TestLoop<Int, Int>(
      7, reduce: { $0 = $1 }, feedbacks: [Feedback(request: { Int64($0) }, effect: { _ in nil })])
    let failure = #expect(throws: TestLoopFailure.self) { try loop.expectRequests(7) }
    #expect(failure?.description == "expected request 7 as Int, but the state asks for it as Int64")
    try loop.expectRequests(Int64(7))
    #expect(loop.requests(of: Int64.self) == [7])
    #expect(loop.requests(of: Int.self).isEmpty)
  }

  @Test func allKindsOfRequestsAreReported() throws {
    let effect: @Sendable @concurrent (Int) async -> Int? = { _ in nil }
    let loop = TestLoop<Int, Int>(
      1, reduce: { $0 = $1 },
      feedbacks: [
        Feedback(request: { $0 }, effect: effect),
        Feedback(requests: { [$0 + 1, $0 + 2] }, effect: effect),
        Feedback(requests: { ["text": "\($0)"] }, effects: { _, _, _ in }),
        Feedback(when: { $0 == 1 }, effect: { nil }),
        .all([Feedback(request: { $0 * 10 }, effect: effect)]),
        Feedback(request: { $0 * 100 }, effect: effect).scoped(to: { $0 }, event: { $0 }),
        .bind(subscriptions: [{ _ in }]),
      ])
    try loop.expectRequests(1, 3, 2, "1", true, 10, 100)
    try loop.send(0) { $0 = 0 }
    try loop.expectRequests(0, 1, 2, "0", 0, 0)
  }
}
