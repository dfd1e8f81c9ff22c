import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Feedbacks that react to a condition, or to a request that cannot be compared.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PresenceTests {
  private typealias Effect = ManualEffect<String, String>

  /// A request without equality.
  private struct Opaque: Sendable {
    let text: String
  }

  private enum Kind: CaseIterable {
    case condition
    case presence
  }

  /// A feedback whose effect is requested while `isWanted`.
  private func feedback(
    _ kind: Kind, _ effect: Effect, isWanted: @escaping (String) -> Bool
  ) -> Feedback<String, String> {
    switch kind {
    case .condition:
      Feedback(when: isWanted) { await effect("run") }
    case .presence:
      Feedback(presenceOf: { isWanted($0) ? Opaque(text: $0) : nil }) { _ in await effect("run") }
    }
  }

  private func chain(_ feedbacks: Feedback<String, String>...) -> Loop<String, String> {
    Loop("initial", reduce: { $0 += $1 }, feedbacks: feedbacks)
  }

  @Test(arguments: Kind.allCases)
  private func anUnwantedEffectDoesNotRun(kind: Kind) async {
    let effect = Effect()
    let loop = chain(feedback(kind, effect) { _ in false })
    loop.send("+")
    await TestClock().advance()
    #expect(effect.started.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  private func aWantedEffectRuns(kind: Kind) async {
    let effect = Effect()
    let loop = chain(feedback(kind, effect) { $0 == "initial+" })
    loop.send("+")
    await eventually { effect.started == ["run"] }
    effect.answer("run", with: "_a")
    await eventually { loop.state == "initial+_a" }
  }

  @Test(arguments: Kind.allCases)
  private func anEffectThatStaysWantedRunsOnce(kind: Kind) async {
    let effect = Effect()
    let loop = chain(feedback(kind, effect) { _ in true })
    await eventually { effect.started == ["run"] }
    effect.answer("run", with: "_a")
    await eventually { loop.state == "initial_a" }
    loop.send("+")
    await TestClock().advance()
    #expect(effect.started == ["run"])
    #expect(effect.cancelled.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  private func oneFeedbackReactsToTheAnswerOfAnother(kind: Kind) async {
    let first = Effect()
    let second = Effect()
    let loop = chain(
      feedback(kind, first) { $0 == "initial" }, feedback(kind, second) { $0 == "initial_a" })
    await eventually { first.started == ["run"] }
    first.answer("run", with: "_a")
    await eventually { second.started == ["run"] }
    second.answer("run", with: "_b")
    await eventually { loop.state == "initial_a_b" }
  }

  @Test(arguments: Kind.allCases)
  private func anEffectNoLongerWantedIsCancelledAndItsAnswerDropped(kind: Kind) async {
    let effect = Effect()
    let loop = chain(feedback(kind, effect) { $0 != "initial+" })
    await eventually { effect.started == ["run"] }
    loop.send("+")
    await eventually { effect.cancelled == ["run"] }
    loop.send("-")
    await eventually { effect.started == ["run", "run"] }
    effect.answer("run", with: "stale")
    await eventually { effect.endCount == 1 }
    effect.answer("run", with: "fresh")
    await eventually { loop.state == "initial+-fresh" }
  }

  @Test func aRequestThatCannotBeComparedIsReadWhenItAppears() async {
    let feedback = Feedback<String, String>(
      presenceOf: { $0.count < 12 ? Opaque(text: $0) : nil },
      effects: { request, send in
        await send("_1")
        await send("<\(request.text)>")
        await send("never")
      })
    let loop = chain(feedback)
    await eventually { loop.state == "initial_1<initial>" }
    await TestClock().advance()
    #expect(loop.state == "initial_1<initial>")
  }

  @Test func anEffectOfAConditionMaySendManyEvents() async {
    let feedback = Feedback<String, String>(
      when: { $0.count < 10 },
      effects: { send in
        for _ in 0..<5 { await send("+") }
      })
    let loop = chain(feedback)
    await eventually { loop.state == "initial+++" }
    await TestClock().advance()
    #expect(loop.state == "initial+++")
  }
}
