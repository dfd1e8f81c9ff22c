import FeedbackLoopTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct TestClockTests {
  private let clock = TestClock()
  private let log = Log()

  private final class Log {
    var entries: [String] = []
  }

  /// Sleeps on a clock of any type.
  private func sleep<C: Clock>(_ clock: C, until deadline: C.Instant) async throws {
    try await clock.sleep(until: deadline, tolerance: .zero)
  }

  private func after(_ seconds: Int) -> TestClock.Instant {
    TestClock.Instant(offset: .seconds(seconds))
  }

  /// Starts a task that reports its name after it has slept.
  private func startSleeper(_ name: String, until seconds: Int) {
    Task {
      try await sleep(clock, until: after(seconds))
      log.entries.append("\(name) at \(clock.now.offset)")
    }
  }

  @Test func sleepersResumeInTheOrderOfTheirDeadlinesAtTheirOwnTimes() async {
    startSleeper("late", until: 3)
    startSleeper("early", until: 1)
    await clock.untilAsleep(2)
    await clock.advance(by: .seconds(5))
    #expect(log.entries == ["early at 1.0 seconds", "late at 3.0 seconds"])
    #expect(clock.now == after(5))
    #expect(clock.sleeperCount == 0)
  }

  @Test func equalDeadlinesResumeInTheOrderOfFallingAsleep() async {
    for name in 0..<20 { startSleeper("\(name)", until: 1) }
    await clock.advance(by: .seconds(1))
    #expect(log.entries == (0..<20).map { "\($0) at 1.0 seconds" })
  }

  @Test func tasksThatAreNotDueKeepSleeping() async {
    startSleeper("late", until: 3)
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(2_999))
    #expect(log.entries.isEmpty)
    await clock.advance(by: .milliseconds(1))
    #expect(log.entries.count == 1)
  }

  @Test func oneAdvanceWakesATaskAsOftenAsItFallsDue() async {
    Task {
      for second in 1...100 {
        try await sleep(clock, until: after(second))
        log.entries.append("\(second)")
      }
    }
    await clock.untilAsleep()
    await clock.advance(by: .seconds(100))
    #expect(log.entries == (1...100).map(String.init))
  }

  @Test func aPastDeadlineDoesNotSleep() async throws {
    await clock.advance(by: .seconds(2))
    try await sleep(clock, until: after(2))
    try await sleep(clock, until: after(1))
    #expect(clock.sleeperCount == 0)
  }

  @Test func cancellingWakesWithAnErrorAndLeavesTheOthersAsleep() async {
    startSleeper("other", until: 1)
    let task = Task { try await sleep(clock, until: after(1)) }
    await clock.untilAsleep(2)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(1))
    #expect(log.entries.count == 1)
  }

  @Test func aCancelledTaskDoesNotFallAsleep() async {
    let task = Task { try await sleep(clock, until: after(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }
}
