import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Effects that send any number of events, and how effects end with their loop.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FeedbackStreamTests {
  private typealias Effect = ManualEffect<String, String>

  @Test func allEventsOfAnEffectArriveInOrder() async {
    let feedback = Feedback<[Int], Int>(
      request: { _ in true },
      effects: { _, send in
        for number in 0..<1_000 { await send(number) }
      })
    let loop = Loop([], reduce: { $0.append($1) }, feedbacks: [feedback])
    await eventually { loop.state.count == 1_000 }
    #expect(loop.state == Array(0..<1_000))
  }

  @Test func anEventIsAppliedWhenSendReturns() async {
    let box = LoopBox()
    let feedback = Feedback<[Int], Int>(
      request: { $0.first == 1 ? "count" : nil },
      effects: { _, send in
        await send(2)
        let count = await box.count
        await send(count * 10)
      })
    let loop = Loop([Int](), reduce: { $0.append($1) }, feedbacks: [feedback])
    box.loop = loop
    loop.send(1)
    await eventually { loop.state == [1, 2, 20] }
  }

  @Test func eventsOfASupersededEffectAreDropped() async {
    let gate = Effect()
    let feedback = Feedback<String, String>(
      request: { $0.hasSuffix("stop") ? nil : "run" },
      effects: { request, send in
        await send("1 ")
        _ = await gate(request)
        await send("2 ")
        await send("3 ")
      })
    let loop = Loop("", reduce: { $0 += $1 }, feedbacks: [feedback])
    await eventually { gate.started == ["run"] }
    loop.send("stop")
    gate.finish()
    await eventually { gate.endCount == 1 }
    await TestClock().advance()
    #expect(loop.state == "1 stop")
  }

  @Test func anEffectCanEndItselfByItsEvent() async {
    let feedback = Feedback<[Int], Int>(
      request: { $0.count < 3 ? true : nil },
      effects: { _, send in
        var number = 0
        while !Task.isCancelled {
          await send(number)
          number += 1
        }
      })
    let loop = Loop([], reduce: { $0.append($1) }, feedbacks: [feedback])
    await eventually { loop.state.count == 3 }
    await TestClock().advance()
    #expect(loop.state == [0, 1, 2])
  }

  @Test func stoppingCancelsTheEffectsAndDropsTheirAnswers() async {
    let effect = Effect()
    let feedback = Feedback<String, String>(request: { $0 }, effect: { await effect($0) })
    let loop = Loop("a", reduce: { $0 += $1 }, feedbacks: [feedback])
    await eventually { effect.started == ["a"] }
    loop.stop()
    await eventually { effect.cancelled == ["a"] }
    effect.answer("a", with: "b")
    await eventually { effect.endCount == 1 }
    await TestClock().advance()
    #expect(loop.state == "a")
    #expect(effect.started == ["a"])
  }

  @Test func releasingTheLoopCancelsItsEffects() async {
    let effect = Effect()
    let feedback = Feedback<String, String>(request: { $0 }, effect: { await effect($0) })
    var loop: Loop? = Loop("a", reduce: { $0 += $1 }, feedbacks: [feedback])
    weak let released = loop
    await eventually { effect.started == ["a"] }
    loop = nil
    #expect(released == nil)
    await eventually { effect.cancelled == ["a"] }
    effect.answer("a", with: "b")
    await eventually { effect.endCount == 1 }
  }
}

/// Lets an effect access the loop in which it runs.
@MainActor
private final class LoopBox {
  var loop: Loop<[Int], Int>?

  var count: Int { loop?.state.count ?? 0 }
}
