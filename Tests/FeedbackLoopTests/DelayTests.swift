import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct DelayTests {
  private struct State: Equatable, Sendable {
    var text: String?
    var settled: [String] = []
  }

  private enum Event: Sendable {
    case typed(String?)
    case settled(String)
  }

  private let clock = TestClock()

  private func loop() -> Loop<State, Event> {
    Loop(
      State(),
      reduce: { state, event in
        switch event {
        case .typed(let text): state.text = text
        case .settled(let text): state.settled.append(text)
        }
      },
      feedbacks: [
        .debounced(
          for: .milliseconds(300), clock: clock, request: \.text, event: Event.settled)
      ])
  }

  @Test func aRequestIsAnsweredOnceItHasBeenTheSameForTheInterval() async {
    let loop = loop()
    loop.send(.typed("a"))
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(299))
    #expect(loop.state.settled == [])
    loop.send(.typed("ab"))
    await eventually { clock.sleeperCount == 1 }
    await clock.advance(by: .milliseconds(299))
    #expect(loop.state.settled == [])
    await clock.advance(by: .milliseconds(1))
    await eventually { loop.state.settled == ["ab"] }
    await clock.advance(by: .seconds(9))
    #expect(loop.state.settled == ["ab"])
  }

  @Test func aRemovedRequestIsNotAnswered() async {
    let loop = loop()
    loop.send(.typed("a"))
    await clock.untilAsleep()
    loop.send(.typed(nil))
    await eventually { clock.sleeperCount == 0 }
    await clock.advance(by: .seconds(9))
    #expect(loop.state.settled == [])
  }
}
