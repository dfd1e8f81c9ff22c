import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct DebounceTests {
  private let log = TimedLog()
  private var clock: TestClock { log.clock }

  /// A debounce with an interval in milliseconds, like all times here.
  private func debounce(_ interval: Int) -> Debounce<String, TestClock> {
    Debounce(interval: .milliseconds(interval), clock: clock) { [log] in log.note($0) }
  }

  private func play(_ steps: [PacingStep], interval: Int) async -> [String] {
    let debounce = debounce(interval)
    return await log.play(
      steps, send: { debounce.send($0) }, flush: { debounce.flush() }, cancel: { debounce.cancel() }
    )
  }

  private let keys: [PacingStep] = [
    .send(0, "J"), .send(100, "Jo"), .send(200, "Jon"), .send(450, "Jon "), .send(600, "Jon S"),
  ]

  @Test func typingANameShowsItOnceWhenItIsQuiet() async {
    #expect(await play(keys, interval: 500) == ["1100:Jon S"])
  }

  @Test func theEndOfInputLetsTheLastValuePass() async {
    #expect(await play(keys + [.flush(700)], interval: 500) == ["700:Jon S"])
  }

  @Test func theEndOfInputAddsNothingIfNothingWaits() async {
    #expect(await play(keys + [.flush(1_200)], interval: 500) == ["1100:Jon S"])
  }

  @Test func cancellingDropsTheWaitingValue() async {
    #expect(await play(keys + [.cancel(1_000)], interval: 500).isEmpty)
  }

  @Test func noValuesPassNothing() async {
    #expect(await play([.flush(100), .cancel(200)], interval: 500).isEmpty)
  }

  @Test func aValueAtTheEndOfTheIntervalDoesNotReplaceTheOneBefore() async {
    let steps: [PacingStep] = [.send(0, "a"), .send(499, "b"), .send(999, "c"), .send(1_400, "d")]
    #expect(await play(steps, interval: 500) == ["999:b", "1900:d"])
  }

  @Test func returningToTheLastValueDropsTheWaitingOne() async {
    let steps: [PacingStep] = [.send(0, "a"), .send(600, "ab"), .send(700, "a")]
    #expect(await play(steps, interval: 500) == ["500:a"])
  }

  @Test func withoutAnIntervalEveryChangePassesAtOnce() async {
    let steps: [PacingStep] = [.send(0, "a"), .send(0, "b"), .send(0, "b"), .send(7, "a")]
    #expect(await play(steps, interval: 0) == ["0:a", "0:b", "7:a"])
  }

  @Test func oneTimerRunsAndOnlyWhileAValueWaits() async {
    let debounce = debounce(200)
    for value in ["a", "b", "c"] {
      debounce.send(value)
      await clock.untilAsleep()
      await clock.advance(by: .milliseconds(100))
      #expect(clock.sleeperCount == 1)
    }
    await clock.advance(by: .milliseconds(100))
    #expect(log.lines == ["400:c"])
    #expect(clock.sleeperCount == 0)
    debounce.send("d")
    await clock.untilAsleep()
    debounce.send("c")
    await eventually { clock.sleeperCount == 0 }
  }

  @Test func theWaitingValueIsDroppedWithTheDebounce() async {
    var debounce: Debounce? = debounce(200)
    debounce?.send("a")
    await clock.untilAsleep()
    debounce = nil
    await eventually { clock.sleeperCount == 0 }
    await clock.advance(by: .seconds(1))
    #expect(log.lines.isEmpty)
  }

  @Test func aValueSentByTheOutputStartsAnInterval() async {
    var debounce: Debounce<String, TestClock>?
    debounce = Debounce(interval: .milliseconds(100), clock: clock) { [log] value in
      log.note(value + (Task.isCancelled ? " cancelled" : ""))
      if value == "a" { debounce?.send("b") }
    }
    debounce?.send("a")
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(100))
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(100))
    #expect(log.lines == ["100:a", "200:b"])
  }

  @Test(arguments: UInt64(0)..<100)
  func everyScheduleMatchesTheRules(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let interval = Int.random(in: 0...60, using: &random)
    let sends = PacedValue.random(count: 0...25, until: 600, using: &random)
    let passed = await play(sends.map { .send($0.time, $0.value) }, interval: interval)
    #expect(passed == expected(of: sends, interval: interval).map(\.description))
  }

  /// The rules without tasks or timers: a value passes if the next one comes at least an interval later.
  private func expected(of sends: [PacedValue], interval: Int) -> [PacedValue] {
    var passed: [PacedValue] = []
    for (index, send) in sends.enumerated() {
      let next = sends.dropFirst(index + 1).first?.time ?? .max
      guard next - interval >= send.time, send.value != passed.last?.value else { continue }
      passed.append(PacedValue(time: send.time + interval, value: send.value))
    }
    return passed
  }
}
