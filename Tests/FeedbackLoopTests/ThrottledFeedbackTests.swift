import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

@MainActor
@Suite("Throttled feedbacks", .timeLimit(.minutes(10)))
struct ThrottledFeedbackTests {
  private struct State: Equatable, Sendable {
    var text: String?
    var isAwaited = false
    var found: [String] = []
  }

  private enum Event: Sendable {
    case typed(String?)
    case awaited
    case found(String)
  }

  private let clock = TestClock()
  private let search = ManualEffect<String, Event>()

  private func loop() -> Loop<State, Event> {
    Loop(
      State(),
      reduce: { state, event in
        switch event {
        case .typed(let text): (state.text, state.isAwaited) = (text, false)
        case .awaited: state.isAwaited = true
        case .found(let text): state.found.append(text)
        }
      },
      feedbacks: [
        .throttled(
          for: .milliseconds(50), clock: clock, request: \.text, isUrgent: \.isAwaited,
          effect: { [search] in await search($0) })
      ])
  }

  @Test("The first request starts at once, and later ones only when the interval ends")
  func newestOfAnInterval() async {
    let loop = loop()
    loop.send(.typed("a"))
    await eventually { search.started == ["a"] }
    loop.send(.typed("ar"))
    loop.send(.typed("ary"))
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(49))
    #expect(search.started == ["a"])
    await clock.advance(by: .milliseconds(1))
    await eventually { search.started == ["a", "ary"] && search.cancelled == ["a"] }
    search.answer("ary", with: .found("ary"))
    await eventually { loop.state.found == ["ary"] }
    search.finish()
  }

  @Test("While a request waits, the previous effect continues and its events arrive")
  func effectBefore() async {
    let loop = loop()
    loop.send(.typed("a"))
    await eventually { search.started == ["a"] }
    loop.send(.typed("ar"))
    search.answer("a", with: .found("a"))
    await eventually { loop.state.found == ["a"] }
    #expect(search.cancelled == [])
    search.finish()
  }

  @Test("An urgent request starts at once and does not begin an interval")
  func urgent() async {
    let loop = loop()
    loop.send(.typed("a"))
    await eventually { search.started == ["a"] }
    loop.send(.typed("ar"))
    await clock.untilAsleep()
    loop.send(.awaited)
    await eventually { search.started == ["a", "ar"] && clock.sleeperCount == 0 }
    await clock.advance(by: .milliseconds(50))
    loop.send(.awaited)
    loop.send(.typed("ary"))
    await eventually { search.started == ["a", "ar", "ary"] }
    search.finish()
  }

  @Test("Without a request, the effect and the waiting request end at once; the interval continues")
  func gone() async {
    let loop = loop()
    loop.send(.typed("a"))
    await eventually { search.started == ["a"] }
    loop.send(.typed("ar"))
    await clock.untilAsleep()
    loop.send(.typed(nil))
    await eventually { search.cancelled == ["a"] && clock.sleeperCount == 0 }
    loop.send(.typed("ar"))
    await clock.untilAsleep()
    #expect(search.started == ["a"])
    await clock.advance(by: .milliseconds(50))
    await eventually { search.started == ["a", "ar"] }
    search.finish()
  }

  @Test("After a pause, a request starts at once")
  func rest() async {
    let loop = loop()
    loop.send(.typed("a"))
    await eventually { search.started == ["a"] }
    await clock.advance(by: .milliseconds(50))
    loop.send(.typed("ar"))
    await eventually { search.started == ["a", "ar"] }
    #expect(clock.sleeperCount == 0)
    search.finish()
  }

  @Test("When the loop is released, no waiting request starts")
  func released() async {
    var loop: Loop<State, Event>? = loop()
    loop?.send(.typed("a"))
    await eventually { search.started == ["a"] }
    loop?.send(.typed("ar"))
    await clock.untilAsleep()
    loop = nil
    await eventually { clock.sleeperCount == 0 }
    await clock.advance(by: .seconds(1))
    #expect(search.started == ["a"])
    search.finish()
  }
}
