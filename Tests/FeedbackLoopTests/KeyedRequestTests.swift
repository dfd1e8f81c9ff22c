import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Feedbacks with requests by identity, whose later values are passed to the same effect.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct KeyedRequestTests {
  private struct Desk {
    var requests: [Int: String]
    var answers: [String] = []
  }

  private enum Event {
    case asked([Int: String])
    case answered(String)
  }

  private typealias DeskLoop = Loop<Desk, Event>
  private typealias DeskFeedback = Feedback<Desk, Event>

  private let log = TimedLog()

  private func desk(_ feedback: DeskFeedback, asked requests: [Int: String] = [:]) -> DeskLoop {
    DeskLoop(
      Desk(requests: requests),
      reduce: { desk, event in
        switch event {
        case .asked(let requests): desk.requests = requests
        case .answered(let answer): desk.answers.append(answer)
        }
      },
      feedbacks: [feedback])
  }

  /// Answers every request with itself, and records when runs begin and end.
  private func echo() -> DeskFeedback {
    DeskFeedback(
      requests: \.requests,
      effects: { @MainActor [log] id, requests, send in
        log.note("begin \(id)")
        for await request in requests { await send(.answered(request)) }
        log.note("end \(id)")
      })
  }

  @Test func effectsFollowTheirIdentities() async {
    let loop = desk(echo())
    // The time, the requests, the next event, and what was recorded and answered before the next step.
    let steps: [(Int, [Int: String], String?, [String])] = [
      (210, [0: "0:1"], "210:begin 0", ["0:1"]),
      (220, [0: "0:2"], nil, ["0:1", "0:2"]),
      (230, [0: "0:2", 1: "1:3"], "230:begin 1", ["0:1", "0:2", "1:3"]),
      (240, [1: "1:3"], "240:end 0", ["0:1", "0:2", "1:3"]),
      (250, [0: "0:2", 1: "1:3"], "250:begin 0", ["0:1", "0:2", "1:3", "0:2"]),
      (260, [1: "1:3"], "260:end 0", ["0:1", "0:2", "1:3", "0:2"]),
    ]
    var expected: [String] = []
    for (time, requests, line, answers) in steps {
      await log.clock.advance(to: time)
      loop.send(.asked(requests))
      if let line { expected.append(line) }
      await eventually { log.lines == expected && loop.state.answers == answers }
    }
    await log.clock.advance(to: 1_000)
    loop.stop()
    await eventually { log.lines == expected + ["1000:end 1"] }
    #expect(loop.state.answers == ["0:1", "0:2", "1:3", "0:2"])
  }

  @Test func theFirstStateStartsItsEffects() async {
    let loop = desk(echo(), asked: [0: "a", 1: "b"])
    await eventually { Set(loop.state.answers) == ["a", "b"] }
  }

  @Test func anEqualRequestIsNotPassedOn() async {
    let loop = desk(echo(), asked: [0: "a"])
    await eventually { loop.state.answers == ["a"] }
    for requests in [[0: "a"], [0: "b"], [0: "b"], [0: "b", 1: "c"], [0: "d", 1: "c"]] {
      loop.send(.asked(requests))
    }
    await eventually { loop.state.answers.filter { $0 != "c" } == ["a", "b", "d"] }
    await eventually { loop.state.answers.contains("c") }
    await TestClock().advance()
    #expect(loop.state.answers.count == 4)
  }

  @Test func slowReadersMissNoRequest() async {
    let gate = ManualEffect<String, String>()
    let feedback = DeskFeedback(
      requests: \.requests,
      effects: { _, requests, send in
        var requests = requests.makeAsyncIterator()
        _ = await gate(requests.next() ?? "none")
        while let request = await requests.next() { await send(.answered(request)) }
      })
    let loop = desk(feedback, asked: [0: "first"])
    for number in 1...100 { loop.send(.asked([0: "\(number)"])) }
    await eventually { gate.started == ["first"] }
    gate.finish()
    await eventually { loop.state.answers.count == 100 }
    #expect(loop.state.answers == (1...100).map(String.init))
  }

  @Test func anEndedEffectIgnoresLaterRequestsAndOthersContinue() async {
    let feedback = DeskFeedback(
      requests: \.requests,
      effects: { _, requests, send in
        for await request in requests {
          await send(.answered(request))
          if request == "short" { return }
        }
      })
    let loop = desk(feedback, asked: [0: "short"])
    await eventually { loop.state.answers == ["short"] }
    loop.send(.asked([0: "short", 1: "long"]))
    await eventually { loop.state.answers == ["short", "long"] }
    loop.send(.asked([0: "ignored", 1: "longer"]))
    await eventually { loop.state.answers == ["short", "long", "longer"] }
    await TestClock().advance()
    #expect(loop.state.answers == ["short", "long", "longer"])
  }

  @Test func stoppingTheLoopEndsAllEffectsAndNothingComesAfter() async {
    await log.clock.advance(to: 210)
    let loop = desk(echo(), asked: [0: "a", 1: "b"])
    await eventually { loop.state.answers.count == 2 }
    await log.clock.advance(to: 220)
    loop.stop()
    await eventually { log.lines.count == 4 }
    #expect(Set(log.lines.suffix(2)) == ["220:end 0", "220:end 1"])
    loop.send(.asked([2: "c"]))
    await TestClock().advance()
    #expect(log.lines.count == 4)
  }

  @Test func releasingTheLoopEndsItsEffects() async {
    var loop: DeskLoop? = desk(echo(), asked: [0: "a"])
    await eventually { loop?.state.answers == ["a"] }
    loop = nil
    await eventually { log.lines == ["0:begin 0", "0:end 0"] }
  }

  @Test func eventsForARemovedIdentityAreDroppedEvenIfItReturns() async {
    let effect = ManualEffect<String, String>()
    let feedback = DeskFeedback(
      requests: \.requests,
      effects: { _, requests, send in
        for await request in requests {
          if let answer = await effect(request) { await send(.answered(answer)) }
        }
      })
    let loop = desk(feedback, asked: [0: "old"])
    await eventually { effect.started == ["old"] }
    loop.send(.asked([:]))
    loop.send(.asked([0: "new"]))
    await eventually { effect.started == ["old", "new"] }
    effect.answer("old", with: "stale")
    await eventually { effect.endCount == 1 }
    effect.answer("new", with: "fresh")
    await eventually { loop.state.answers == ["fresh"] }
  }

  @Test(arguments: UInt64(0)..<20)
  func everyRunGetsExactlyTheChangesOfItsIdentity(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let loop = desk(echo())
    var expected = 0
    var current: [Int: String] = [:]
    for step in 0..<30 {
      var next = current
      let id = Int.random(in: 0..<4, using: &random)
      next[id] = Bool.random(using: &random) ? "\(step / 2)" : nil
      expected += next[id] != nil && next[id] != current[id] ? 1 : 0
      loop.send(.asked(next))
      current = next
      await eventually { loop.state.answers.count == expected }
    }
    await TestClock().advance()
    #expect(loop.state.answers.count == expected)
  }
}
