import FeedbackLoopTesting
import LibraryTestSupport
import Pagination
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ReadAllTests {
  private let source = ScriptedSource()
  private let clock = TestClock()

  private func read(
    retrying policy: RetryPolicy? = nil, _ take: @escaping ([String]) throws -> Void
  ) -> Task<Void, any Error> {
    Task { [source, clock] in
      try await source.readAll(retrying: policy, clock: clock, chance: { 0 }) {
        try take($0.contents)
      }
    }
  }

  @Test func eachPageIsReadAfterThePreviousOneWasProcessed() async throws {
    var taken: [String] = []
    let reading = read { taken += $0 }
    await eventually { source.asked == [1] }
    source.deliver("a", "b", next: 2)
    await eventually { source.asked == [1, 2] }
    #expect(taken == ["a", "b"])
    source.deliver("c", next: nil)
    try await reading.value
    #expect(taken == ["a", "b", "c"])
  }

  @Test func aFailedPageIsRetriedAsOftenAsThePolicyAllows() async {
    let reading = read(retrying: RetryPolicy(limit: 1, firstDelay: .seconds(2))) { _ in }
    await eventually { source.asked == [1] }
    source.fail("busy")
    await clock.untilAsleep()
    await clock.advance(by: .seconds(2))
    await eventually { source.asked == [1, 1] }
    source.fail("still busy")
    let result = await reading.result
    #expect(throws: PageFailure(reason: "still busy")) { try result.get() }
  }

  @Test func anErrorOfProcessEndsTheReading() async {
    struct Enough: Error {}
    let reading = read(retrying: RetryPolicy()) { _ in throw Enough() }
    await eventually { source.asked == [1] }
    source.deliver("a", next: 2)
    let result = await reading.result
    #expect(throws: Enough.self) { try result.get() }
    #expect(source.asked == [1])
  }
}
