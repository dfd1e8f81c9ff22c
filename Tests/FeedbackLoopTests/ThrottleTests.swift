import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ThrottleTests {
  private typealias Step = PacingStep

  private let log = TimedLog()
  private var clock: TestClock { log.clock }

  /// A throttle with an interval in milliseconds, like all times here.
  private func throttle(_ interval: Int, latest: Bool = true) -> Throttle<String, TestClock> {
    Throttle(interval: .milliseconds(interval), clock: clock, latest: latest) { [log] in
      log.note($0)
    }
  }

  private func play(_ steps: [Step], interval: Int, latest: Bool = true) async -> [String] {
    let throttle = throttle(interval, latest: latest)
    return await log.play(
      steps, send: { throttle.send($0) }, flush: { throttle.flush() }, cancel: { throttle.cancel() }
    )
  }

  private let keys: [Step] = [
    .send(210, "2"), .send(250, "3"), .send(310, "4"), .send(350, "5"), .send(410, "6"),
    .send(450, "7"),
  ]

  @Test func theFirstValuePassesAtOnceAndTheNewestAfterEachInterval() async {
    #expect(await play(keys, interval: 200) == ["210:2", "410:6", "610:7"])
  }

  @Test func theEndOfInputLetsTheLastValuePass() async {
    #expect(await play(keys + [.flush(500)], interval: 200) == ["210:2", "410:6", "500:7"])
  }

  @Test func theEndOfInputAddsNothingIfNothingWaits() async {
    #expect(await play(keys + [.flush(900)], interval: 200) == ["210:2", "410:6", "610:7"])
  }

  @Test func withoutTheLatestValuesWithinTheIntervalAreDropped() async {
    #expect(await play(keys, interval: 200, latest: false) == ["210:2", "410:6"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func withoutTheLatestNothingIsLeftForTheEndOfInput() async {
    let passed = await play(keys + [.flush(500)], interval: 200, latest: false)
    #expect(passed == ["210:2", "410:6"])
  }

  @Test func withoutTheLatestCancellingChangesNothing() async {
    let passed = await play(
      keys.dropLast(2) + [.cancel(410)], interval: 200, latest: false)
    #expect(passed == ["210:2"])
  }

  @Test func cancellingDropsTheWaitingValue() async {
    #expect(await play(keys.dropLast(2) + [.cancel(410)], interval: 200) == ["210:2"])
  }

  @Test func noValuesPassNothing() async {
    #expect(await play([.flush(100), .cancel(200)], interval: 200).isEmpty)
  }

  @Test func typingANameShowsItInThreeSteps() async {
    let steps: [Step] = [
      .send(0, "J"), .send(100, "Jo"), .send(200, "Jon"), .send(450, "Jon "), .send(600, "Jon S"),
    ]
    #expect(await play(steps, interval: 500) == ["0:J", "500:Jon ", "1000:Jon S"])
  }

  @Test func typingANameShowsItInTwoStepsWithoutTheLatest() async {
    let steps: [Step] = [
      .send(0, "J"), .send(100, "Jo"), .send(200, "Jon"), .send(450, "Jon "), .send(600, "Jon S"),
    ]
    #expect(await play(steps, interval: 500, latest: false) == ["0:J", "600:Jon S"])
  }

  @Test func returningToTheLastValueDropsTheWaitingOne() async {
    let steps: [Step] = [.send(0, "a"), .send(100, "ab"), .send(200, "a")]
    #expect(await play(steps, interval: 500) == ["0:a"])
  }

  @Test func aValueAtTheEndOfTheIntervalReplacesTheWaitingOne() async {
    let steps: [Step] = [.send(0, "a"), .send(100, "ab"), .send(500, "abc")]
    #expect(await play(steps, interval: 500) == ["0:a", "500:abc"])
  }

  @Test func theLateValueStartsAnInterval() async {
    let steps: [Step] = [.send(0, "a"), .send(100, "b"), .send(550, "c")]
    #expect(await play(steps, interval: 500) == ["0:a", "500:b", "1000:c"])
  }

  @Test func aFlushedValueStartsAnInterval() async {
    let steps: [Step] = [.send(0, "a"), .send(100, "b"), .flush(200), .send(550, "c")]
    #expect(await play(steps, interval: 500) == ["0:a", "200:b", "700:c"])
  }

  @Test func theIntervalGoesOnAfterCancelling() async {
    let steps: [Step] = [.send(0, "a"), .send(100, "b"), .cancel(200), .send(300, "c")]
    #expect(await play(steps, interval: 500) == ["0:a", "500:c"])
  }

  @Test func neighboursThatAreEqualPassOnce() async {
    let values = ["2", "3", "3", "2", "2", "1", "2"]
    let steps = values.enumerated().map { Step.send(1_000 * $0, $1) }
    #expect(await play(steps, interval: 10) == ["0:2", "1000:3", "3000:2", "5000:1", "6000:2"])
  }

  @Test func withoutAnIntervalEveryValuePassesAtOnce() async {
    let steps: [Step] = [.send(0, "a"), .send(0, "b"), .send(0, "b"), .send(7, "a")]
    #expect(await play(steps, interval: 0) == ["0:a", "0:b", "7:a"])
  }

  @Test(arguments: [
    Duration.seconds(2), .milliseconds(2_000), .microseconds(2_000_000),
    .nanoseconds(2_000_000_000),
  ])
  func theIntervalIsExactInEveryUnit(interval: Duration) async {
    var passed: [Duration] = []
    let throttle = Throttle<Int, _>(interval: interval, clock: clock) { [clock] _ in
      passed.append(clock.now.offset)
    }
    throttle.send(1)
    throttle.send(2)
    await clock.untilAsleep()
    await clock.advance(by: .seconds(2) - .nanoseconds(1))
    #expect(passed == [.zero])
    await clock.advance(by: .nanoseconds(1))
    #expect(passed == [.zero, .seconds(2)])
  }

  @Test func aTimerRunsOnlyWhileAValueWaits() async {
    let throttle = throttle(200)
    throttle.send("a")
    await clock.advance()
    #expect(clock.sleeperCount == 0)
    throttle.send("b")
    throttle.send("c")
    await clock.untilAsleep()
    #expect(clock.sleeperCount == 1)
    throttle.send("a")
    await eventually { clock.sleeperCount == 0 }
    throttle.send("d")
    await clock.untilAsleep()
    throttle.flush()
    await eventually { clock.sleeperCount == 0 }
    #expect(log.lines == ["0:a", "0:d"])
  }

  @Test func theWaitingValueIsDroppedWithTheThrottle() async {
    var throttle: Throttle? = throttle(200)
    throttle?.send("a")
    throttle?.send("b")
    await clock.untilAsleep()
    throttle = nil
    await eventually { clock.sleeperCount == 0 }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["0:a"])
  }

  @Test func aValueSentByTheOutputWaitsItsTurn() async {
    var passed: [String] = []
    var throttle: Throttle<String, TestClock>?
    throttle = Throttle(interval: .milliseconds(100), clock: clock) { [clock] value in
      passed.append("\(value) at \(clock.now.offset)")
      if value == "a" {
        throttle?.send("b")
        throttle?.send("c")
      }
    }
    throttle?.send("a")
    #expect(passed == ["a at 0.0 seconds"])
    await clock.untilAsleep()
    await clock.advance(by: .seconds(1))
    #expect(passed == ["a at 0.0 seconds", "c at 0.1 seconds"])
  }

  @Test func theOutputOfALateValueDoesNotRunInACancelledTask() async {
    var wasCancelled: [Bool] = []
    let throttle = Throttle<Int, _>(interval: .seconds(1), clock: clock) { _ in
      wasCancelled.append(Task.isCancelled)
    }
    throttle.send(1)
    throttle.send(2)
    await clock.untilAsleep()
    await clock.advance(by: .seconds(1))
    #expect(wasCancelled == [false, false])
  }

  @Test(arguments: UInt64(0)..<100)
  func everyScheduleMatchesTheRules(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let interval = Int.random(in: 0...120, using: &random)
    let sends = PacedValue.random(count: 0...25, until: 600, using: &random)
    let passed = await play(sends.map { .send($0.time, $0.value) }, interval: interval)
    #expect(passed == expected(of: sends, interval: interval).map(\.description))
  }

  /// The rules, without tasks or timers.
  private func expected(of sends: [PacedValue], interval: Int) -> [PacedValue] {
    var passed: [PacedValue] = []
    var waiting: String?
    func passWaiting(before time: Int) {
      guard let last = passed.last, let value = waiting, last.time + interval < time else { return }
      passed.append(PacedValue(time: last.time + interval, value: value))
      waiting = nil
    }
    for send in sends {
      passWaiting(before: send.time)
      waiting = nil
      if send.value == passed.last?.value { continue }
      if let last = passed.last, send.time < last.time + interval {
        waiting = send.value
      } else {
        passed.append(send)
      }
    }
    passWaiting(before: .max)
    return passed
  }
}
