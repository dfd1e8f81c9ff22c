import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Synchronization
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ThrottleClockTests {
  @Test func theIntervalStartsWhenTheOutputHasReturned() {
    let clock = StepClock()
    var passed: [Int] = []
    let throttle = Throttle<Int, _>(interval: .seconds(10), clock: clock) { value in
      passed.append(value)
      clock.step(.seconds(7))
    }
    throttle.send(1)
    clock.step(.seconds(5))
    throttle.send(2)
    #expect(passed == [1])
    clock.step(.seconds(5))
    throttle.send(3)
    #expect(passed == [1, 3])
  }

  @Test func aClockThatCannotSleepDoesNotLoseTheValue() async {
    var passed: [Int] = []
    let throttle = Throttle<Int, _>(interval: .seconds(10), clock: StepClock()) { value in
      passed.append(value)
    }
    throttle.send(1)
    throttle.send(2)
    await eventually { passed == [1, 2] }
  }
}

/// A clock that an output can advance while it runs, and that cannot sleep.
private final class StepClock: Clock {
  private struct CannotSleep: Error {}

  private let offset = Mutex(Duration.zero)

  var now: TestClock.Instant { TestClock.Instant(offset: offset.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func step(_ duration: Duration) {
    offset.withLock { $0 += duration }
  }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    throw CannotSleep()
  }
}
