import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Feedbacks for a part of the state.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ScopeTests {
  private struct Whole {
    var part: String?
    var count = 0
  }

  private enum WholeEvent: Sendable {
    case counted
    case opened(String)
    case closed
    case part(String)
  }

  private typealias Effect = ManualEffect<String, String>

  private func loop(_ part: String?, _ effect: Effect) -> Loop<Whole, WholeEvent> {
    let feedback = Feedback<String, String>(request: { $0 }, effect: { await effect($0) })
    return Loop(
      Whole(part: part),
      reduce: { whole, event in
        switch event {
        case .counted: whole.count += 1
        case .opened(let part): whole.part = part
        case .closed: whole.part = nil
        case .part(let text): whole.part? += text
        }
      },
      feedbacks: [feedback.scoped(to: \.part, event: WholeEvent.part)])
  }

  @Test func answersOfThePartAreEventsOfTheWhole() async {
    let effect = Effect()
    let loop = loop("a", effect)
    await eventually { effect.started == ["a"] }
    loop.send(.counted)
    effect.answer("a", with: "b")
    await eventually { loop.state.part == "ab" && effect.started == ["a", "ab"] }
    effect.finish()
    #expect(effect.started == ["a", "ab"])
  }

  @Test func withoutThePartNothingRunsAndItsAnswersAreDropped() async {
    let effect = Effect()
    let loop = loop(nil, effect)
    loop.send(.counted)
    loop.send(.opened("a"))
    await eventually { effect.started == ["a"] }
    loop.send(.closed)
    await eventually { effect.cancelled == ["a"] }
    loop.send(.opened("b"))
    await eventually { effect.started == ["a", "b"] }
    effect.answer("a", with: "stale")
    await eventually { effect.endCount == 1 }
    effect.answer("b", with: "c")
    await eventually { loop.state.part == "bc" && effect.started.count == 3 }
    effect.finish()
  }

  @Test func aLateAnswerIsDroppedAfterThePartIsClosed() async {
    let effect = Effect()
    let loop = loop("a", effect)
    await eventually { effect.started == ["a"] }
    effect.answer("a", with: "stale")
    loop.send(.closed)
    loop.send(.opened("b"))
    await eventually { effect.endCount == 1 && effect.started == ["a", "b"] }
    await TestClock().advance()
    #expect(loop.state.part == "b")
    effect.finish()
  }

  @Test func allKindsOfFeedbackCanBeScoped() async {
    let keyed = Feedback<Int, Int>(
      requests: { [0: $0] },
      effects: { _, requests, send in
        for await request in requests where request < 5 { await send(1) }
      })
    var shown: [Int] = []
    let view = Feedback<Int, Int>.bind(subscriptions: [{ shown.append($0) }])
    let loop = Loop<[Int], Int>(
      [0],
      reduce: { $0[0] += $1 },
      feedbacks: [
        keyed.scoped(to: \.first, event: { $0 }),
        view.scoped(to: \.first, event: { $0 }),
      ])
    await eventually { loop.state == [5] }
    #expect(shown == [0, 1, 2, 3, 4, 5])
  }
}
