import LibraryTestSupport
import Threads
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RestingClockTests {
  @Test func aSleepEndsAtItsDeadline() async throws {
    let clock = RestingClock()
    let start = clock.now
    try await clock.sleep(for: .milliseconds(20))
    #expect(clock.now - start >= .milliseconds(20))
    try await clock.sleep(until: start, tolerance: nil)
  }

  @Test func aCancelledSleepEndsAtOnce() async {
    let sleeping = Task { try await RestingClock().sleep(for: .seconds(1_000_000)) }
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }

  @Test func anEndedSleepIsReleased() async {
    weak var kept: RestingClock.Sleep?
    do {
      let sleep = RestingClock.Sleep(for: .seconds(1_000_000))
      kept = sleep
      sleep.end()
      await sleep.untilEnd()
    }
    await eventually { kept == nil }
  }

  @Test func aSleepIsKeptUntilItsDeadline() async {
    let sleeping = Task { await RestingClock.Sleep(for: .milliseconds(20)).untilEnd() }
    await sleeping.value
  }
}
