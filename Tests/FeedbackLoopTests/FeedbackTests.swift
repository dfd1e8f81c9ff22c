import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FeedbackTests {
  private typealias Effect = ManualEffect<String, String>

  /// A loop whose events are appended to the state.
  private func chain(_ state: String, _ feedbacks: Feedback<String, String>...)
    -> Loop<String, String>
  {
    Loop(state, reduce: { $0 += $1 }, feedbacks: feedbacks)
  }

  private func feedback(
    _ effect: Effect, request: @escaping (String) -> String?
  ) -> Feedback<String, String> {
    Feedback(request: request) { await effect($0) }
  }

  @Test func withoutARequestNothingRuns() async {
    let effect = Effect()
    let loop = chain("initial", feedback(effect) { _ in nil })
    loop.send("+")
    await TestClock().advance()
    #expect(effect.started.isEmpty)
  }

  @Test func aRequestStartsTheEffectAndItsAnswerIsAnEvent() async {
    let effect = Effect()
    let loop = chain("initial", feedback(effect) { $0 == "initial+" ? $0 : nil })
    loop.send("+")
    await eventually { effect.started == ["initial+"] }
    effect.answer("initial+", with: "_a")
    await eventually { loop.state == "initial+_a" }
  }

  @Test func theFirstStateStartsItsEffects() async {
    let effect = Effect()
    let loop = chain("initial", feedback(effect) { $0 })
    await eventually { effect.started == ["initial"] }
    loop.stop()
    effect.finish()
  }

  @Test func anEqualRequestDoesNotRestartTheEffect() async {
    let effect = Effect()
    let loop = chain("", feedback(effect) { _ in "same" })
    await eventually { effect.started.count == 1 }
    loop.send("+")
    effect.answer("same", with: "a")
    await eventually { loop.state == "+a" }
    loop.send("+")
    await TestClock().advance()
    #expect(effect.started == ["same"])
    #expect(effect.cancelled.isEmpty)
  }

  @Test func anEffectRunsAgainAfterNoRequestInBetween() async {
    let effect = Effect()
    let loop = chain("", feedback(effect) { $0.hasSuffix("-") ? nil : "same" })
    await eventually { effect.started.count == 1 }
    loop.send("-")
    loop.send("+")
    await eventually { effect.started.count == 2 }
    await eventually { effect.cancelled.count == 1 }
    effect.finish()
  }

  @Test func aNilAnswerSendsNoEvent() async {
    let effect = Effect()
    let loop = chain("", feedback(effect) { $0.isEmpty ? "a" : nil })
    await eventually { effect.started == ["a"] }
    effect.answer("a", with: nil)
    await eventually { effect.endCount == 1 }
    await TestClock().advance()
    #expect(loop.state == "")
  }

  @Test func aChangedRequestCancelsAndStarts() async {
    let effect = Effect()
    let loop = chain("a", feedback(effect) { $0 })
    await eventually { effect.started == ["a"] }
    loop.send("b")
    await eventually { effect.started == ["a", "ab"] && effect.cancelled == ["a"] }
    effect.answer("ab", with: "c")
    await eventually { effect.started == ["a", "ab", "abc"] }
    #expect(loop.state == "abc")
    effect.finish()
  }

  @Test func theAnswerOfAnEffectThatIgnoresItsCancellationIsDropped() async {
    let effect = Effect()
    let loop = chain("", feedback(effect) { $0.isEmpty ? "a" : $0 == "1" ? "b" : nil })
    await eventually { effect.started == ["a"] }
    loop.send("1")
    await eventually { effect.started == ["a", "b"] }
    effect.answer("a", with: "stale")
    await eventually { effect.endCount == 1 }
    effect.answer("b", with: "2")
    await eventually { loop.state == "12" }
    #expect(effect.cancelled == ["a"])
  }

  @Test func aLateAnswerIsDroppedAfterTheRequest() async {
    let effect = Effect()
    let loop = chain("", feedback(effect) { $0.isEmpty ? "a" : nil })
    await eventually { effect.started == ["a"] }
    effect.answer("a", with: "stale")
    // The answer was given, but this task still holds the main actor.
    loop.send("1")
    await eventually { effect.endCount == 1 }
    await TestClock().advance()
    #expect(loop.state == "1")
  }

  @Test func aRequestRemovedAtOnceNeverStartsItsEffect() async {
    let effect = Effect()
    let loop = chain("", feedback(effect) { $0 == "1" ? "gone" : $0 == "12" ? "here" : nil })
    loop.send("1")
    loop.send("2")
    await eventually { effect.started == ["here"] }
    effect.answer("here", with: "3")
    await eventually { loop.state == "123" }
  }

  @Test func oneFeedbackReactsToTheAnswerOfAnother() async {
    let loop = chain(
      "initial",
      Feedback(request: { $0 == "initial" ? $0 : nil }, effect: { _ in "_a" }),
      Feedback(request: { $0 == "initial_a" ? $0 : nil }, effect: { _ in "_b" }))
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
      feedback(slow) { $0 == "initial" ? "slow" : nil },
      feedback(quick) { $0 == "initial" ? "quick" : nil })
    await eventually { slow.started.count + quick.started.count == 2 }
    quick.answer("quick", with: "!")
    await eventually { slow.cancelled == ["slow"] }
    slow.answer("slow", with: "?")
    await eventually { slow.endCount == 1 }
    await TestClock().advance()
    #expect(loop.state == "initial!")
  }

  @Test func ofEqualFeedbacksOnlyOneAnswerCounts() async {
    let effect = Effect()
    let same = feedback(effect) { $0.count < 3 ? $0 : nil }
    let loop = chain("", same, same, same)
    for (state, letter) in [("", "a"), ("a", "b"), ("ab", "c")] {
      await eventually { effect.started.count { $0 == state } == 3 }
      for _ in 0..<3 { effect.answer(state, with: letter) }
    }
    await eventually { effect.endCount == 9 }
    await TestClock().advance()
    #expect(loop.state == "abc")
  }

  @Test func oneFeedbackWorksSeparatelyInSeveralLoops() async {
    let effect = Effect()
    let same = feedback(effect) { $0.count < 2 ? $0 : nil }
    let first = chain("a", same)
    let second = chain("b", same)
    await eventually { Set(effect.started) == ["a", "b"] }
    effect.answer("a", with: "1")
    effect.answer("b", with: "2")
    await eventually { first.state == "a1" && second.state == "b2" }
  }

  @Test func effectsRunOutsideTheMainActorByDefault() async {
    let loop = chain(
      "",
      Feedback(
        request: { $0.isEmpty ? 1 : nil },
        effect: { _ in place() }),
      Feedback(
        request: { $0 == "outside" ? 1 : nil },
        effect: { @MainActor _ in ", then \(place())" }))
    await eventually { loop.state == "outside, then inside" }
  }
}

/// Whether the caller is on the main actor or outside.
private func place(of caller: isolated (any Actor)? = #isolation) -> String {
  caller === MainActor.shared ? "inside" : "outside"
}
