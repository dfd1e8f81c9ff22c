import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Feedbacks with a set of requests.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RequestSetTests {
  private typealias Effect = ManualEffect<String, String>

  private func chain(_ state: String, _ feedbacks: Feedback<String, String>...)
    -> Loop<String, String>
  {
    Loop(state, reduce: { $0 += $1 }, feedbacks: feedbacks)
  }

  private func feedback(
    _ effect: Effect, requests: @escaping (String) -> Set<String>
  ) -> Feedback<String, String> {
    Feedback(requests: requests) { await effect($0) }
  }

  @Test func withoutRequestsNothingRuns() async {
    let effect = Effect()
    let loop = chain("initial", feedback(effect) { _ in [] })
    loop.send("+")
    await TestClock().advance()
    #expect(effect.started.isEmpty)
  }

  @Test func aRequestThatAppearsStartsItsEffect() async {
    let effect = Effect()
    let loop = chain("initial", feedback(effect) { $0 == "initial+" ? [$0] : [] })
    loop.send("+")
    await eventually { effect.started == ["initial+"] }
    effect.answer("initial+", with: "_a")
    await eventually { loop.state == "initial+_a" }
  }

  @Test func anEqualSetDoesNotRestartItsEffects() async {
    let effect = Effect()
    let loop = chain("initial", feedback(effect) { _ in ["a"] })
    await eventually { effect.started == ["a"] }
    effect.answer("a", with: "_a")
    await eventually { loop.state == "initial_a" }
    loop.send("+")
    await TestClock().advance()
    #expect(effect.started == ["a"])
    #expect(effect.cancelled.isEmpty)
  }

  @Test func oneFeedbackReactsToTheAnswerOfAnother() async {
    let loop = chain(
      "initial",
      Feedback(requests: { $0 == "initial" ? [$0] : [] }, effect: { _ in "_a" }),
      Feedback(requests: { $0 == "initial_a" ? [$0] : [] }, effect: { _ in "_b" }))
    var seen: [String] = []
    let observation = loop.observe { seen.append($0) }
    defer { observation.cancel() }
    await eventually { loop.state == "initial_a_b" }
    #expect(seen == ["initial", "initial_a", "initial_a_b"])
  }

  @Test func anAnswerEndsEffectsThatAreNoLongerRequested() async {
    let slow = Effect()
    let quick = Effect()
    let loop = chain(
      "initial",
      feedback(slow) { $0 == "initial" ? ["slow"] : [] },
      feedback(quick) { $0 == "initial" ? ["quick"] : [] })
    await eventually { slow.started.count + quick.started.count == 2 }
    quick.answer("quick", with: "!")
    await eventually { slow.cancelled == ["slow"] }
    slow.answer("slow", with: "?")
    await eventually { slow.endCount == 1 }
    await TestClock().advance()
    #expect(loop.state == "initial!")
  }

  @Test func newRequestsStartOldOnesStayRemovedOnesAreCancelled() async {
    let effect = Effect()
    let feedback = Feedback<Set<String>, Set<String>>(requests: { $0 }) { request in
      _ = await effect(request)
      return nil
    }
    let loop = Loop(["a", "b"], reduce: { $0 = $1 }, feedbacks: [feedback])
    await eventually { Set(effect.started) == ["a", "b"] }
    loop.send(["b", "c"])
    await eventually { effect.cancelled == ["a"] && effect.started.last == "c" }
    loop.send(["a", "b"])
    await eventually { effect.cancelled == ["a", "c"] && effect.started.last == "a" }
    #expect(effect.started.count == 4)
    loop.stop()
    await eventually { Set(effect.cancelled.suffix(2)) == ["a", "b"] }
    effect.finish()
  }

  @Test func aRequestRemovedAtOnceNeverStartsItsEffect() async {
    let effect = Effect()
    let loop = chain("", feedback(effect) { $0 == "1" ? ["gone"] : $0 == "12" ? ["here"] : [] })
    loop.send("1")
    loop.send("2")
    await eventually { effect.started == ["here"] }
    effect.answer("here", with: "3")
    await eventually { loop.state == "123" }
  }

  @Test func theAnswerOfASupersededEffectIsDropped() async {
    let effect = Effect()
    let loop = chain("a", feedback(effect) { [$0] })
    await eventually { effect.started == ["a"] }
    loop.send("b")
    await eventually { effect.started == ["a", "ab"] && effect.cancelled == ["a"] }
    effect.answer("a", with: "stale")
    await eventually { effect.endCount == 1 }
    await TestClock().advance()
    #expect(loop.state == "ab")
    effect.finish()
  }

  @Test func anEffectOfASetMaySendManyEvents() async {
    let feedback = Feedback<Set<Int>, Int>(
      requests: { $0.count < 2 ? [10, 20] : [30] },
      effects: { request, send in
        guard request == 30 else { return await send(request) }
        for number in 1...3 { await send(number) }
      })
    let loop = Loop([], reduce: { $0.insert($1) }, feedbacks: [feedback])
    await eventually { loop.state == [10, 20, 1, 2, 3] }
  }
}

// MARK: Times

extension RequestSetTests {
  /// Requests are numbers; each is answered with itself after its delay, even if it was cancelled.
  private func timed(
    _ delays: [Int: Int], _ log: TimedLog, requests: @escaping ([Int]) -> Set<Int>
  ) -> Loop<[Int], Int> {
    let clock = log.clock
    let feedback = Feedback<[Int], Int>(
      requests: requests,
      effect: { @MainActor request in
        try? await clock.sleep(for: .milliseconds(delays[request] ?? 0))
        return request
      })
    log.note("[]")
    return Loop(
      [], reduce: { $0.append($1) }, feedbacks: [feedback], log: { log.note("\($1)") })
  }

  @Test func theFirstAnswerCancelsTheOthersAndWakesThem() async {
    let log = TimedLog()
    let loop = timed([1: 20, 2: 30, 3: 30, 4: 30], log) { $0 == [0] ? [1, 2, 3, 4] : [] }
    await log.clock.advance(to: 215)
    loop.send(0)
    await log.clock.untilAsleep(4)
    await log.clock.advance(to: 235)
    await eventually { loop.state == [0, 1] && log.clock.sleeperCount == 0 }
    await log.clock.advance(to: 1_000)
    #expect(log.lines == ["0:[]", "215:[0]", "235:[0, 1]"])
  }

  @Test func oneAnswerDoesNotDelayAnother() async {
    let log = TimedLog()
    let loop = timed([1: 20, 2: 30], log) { state in
      state.isEmpty ? [] : Set([1, 2]).subtracting(state)
    }
    await log.clock.advance(to: 217)
    loop.send(0)
    await log.clock.untilAsleep(2)
    await log.clock.advance(to: 237)
    await eventually { loop.state == [0, 1] }
    #expect(log.clock.sleeperCount == 1)
    await log.clock.advance(to: 247)
    await eventually { loop.state == [0, 1, 2] }
    #expect(log.lines == ["0:[]", "217:[0]", "237:[0, 1]", "247:[0, 1, 2]"])
  }
}
