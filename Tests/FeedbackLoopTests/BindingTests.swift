import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// A view that records what it is shown.
@MainActor
private final class View {
  var shown: [String] = []
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct BindingTests {
  private typealias StringFeedback = Feedback<String, String>

  private func chain(_ feedbacks: [StringFeedback]) -> Loop<String, String> {
    Loop("initial", reduce: { $0 += $1 }, feedbacks: feedbacks)
  }

  private enum Kind: CaseIterable {
    case plain
    case owned
  }

  /// A binding with one subscription, by either function.
  private func bind(
    _ kind: Kind, _ view: View, events: [StringFeedback.EventStream] = [],
    show: @escaping @MainActor (String) -> Void
  ) -> StringFeedback {
    switch kind {
    case .plain: .bind(subscriptions: [show], events: events)
    case .owned: .bind(view, subscriptions: [{ _, state in show(state) }], events: events)
    }
  }

  @Test(arguments: Kind.allCases)
  private func everyStateIsShownInOrderBeforeSendReturns(kind: Kind) {
    let view = View()
    let loop = chain([bind(kind, view) { view.shown.append($0) }])
    #expect(view.shown == ["initial"])
    loop.send("_a")
    loop.send("_b")
    #expect(view.shown == ["initial", "initial_a", "initial_a_b"])
  }

  @Test(arguments: Kind.allCases)
  private func eventsOfASubscriptionAreNotNested(kind: Kind) {
    let view = View()
    var loop: Loop<String, String>?
    let binding = bind(kind, view) { state in
      view.shown.append("in \(state)")
      if state == "initial_a" {
        loop?.send("_b")
        loop?.send("_c")
      }
      view.shown.append("out")
    }
    loop = chain([binding])
    view.shown = []
    loop?.send("_a")
    #expect(
      view.shown == [
        "in initial_a", "out", "in initial_a_b", "out", "in initial_a_b_c", "out",
      ])
    loop = nil
  }

  @Test(arguments: Kind.allCases)
  private func eventsAreMadeOfEveryState(kind: Kind) async {
    let view = View()
    let lengths: StringFeedback.StreamOfEvents = { states in
      states.map { "\($0.count)" }.filter { $0.count == 1 }
    }
    let binding: StringFeedback =
      switch kind {
      case .plain: .bind(derived: [lengths])
      case .owned: .bind(view, derived: [lengths])
      }
    let loop = chain([binding])
    await eventually { loop.state == "initial789" }
    loop.send("!")  // it has ten letters or more from here on, so nothing follows from it
    await TestClock().advance()
    #expect(loop.state == "initial789!")
  }

  @Test func aStreamOfStatesEndsWithItsLoop() async {
    let (states, reader) = AsyncStream.makeStream(of: String.self)
    var loop: Loop? = chain([
      .bind(derived: [
        { given in
          Task {
            for await state in given { reader.yield(state) }
            reader.finish()
          }
          return AsyncStream<String> { $0.finish() }
        }
      ])
    ])
    loop?.send("!")
    loop = nil
    var seen: [String] = []
    for await state in states { seen.append(state) }
    #expect(seen == ["initial", "initial!"])
  }

  @Test(arguments: Kind.allCases)
  private func eventsOfAllStreamsAreApplied(kind: Kind) async {
    let view = View()
    let (keys, typed) = AsyncStream.makeStream(of: String.self)
    let (taps, tapped) = AsyncStream.makeStream(of: String.self)
    let loop = chain([bind(kind, view, events: [keys, taps]) { view.shown.append($0) }])
    typed.yield("_a")
    await eventually { loop.state == "initial_a" }
    tapped.yield("_b")
    await eventually { loop.state == "initial_a_b" }
    typed.finish()
    tapped.yield("_c")
    await eventually { loop.state == "initial_a_b_c" }
    loop.send("_d")
    #expect(view.shown.last == "initial_a_b_c_d")
  }

  @Test(arguments: Kind.allCases)
  private func eventsThatAStreamGetsFromASubscriptionAreApplied(kind: Kind) async {
    let view = View()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let binding = bind(kind, view, events: [events]) { state in
      if state == "initial" { continuation.yield("_a") }
      if state == "initial_a" { continuation.yield("_b") }
    }
    let loop = chain([binding])
    await eventually { loop.state == "initial_a_b" }
  }

  /// In other implementations, events that come before the loop listens are lost.
  @Test(arguments: Kind.allCases)
  private func eventsBeforeTheLoopAreKept(kind: Kind) async {
    let view = View()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let binding = bind(kind, view, events: [events]) { _ in }
    continuation.yield("_appeared")
    let loop = chain([binding])
    #expect(loop.state == "initial")
    await eventually { loop.state == "initial_appeared" }
  }

  @Test(arguments: Kind.allCases)
  private func aBindingWithoutEventsStaysAliveBesideATimer(kind: Kind) async {
    let log = TimedLog()
    let clock = log.clock
    let view = View()
    let timer = StringFeedback(
      when: { $0.count < 10 },
      effects: { @MainActor send in
        var tick = 1
        while !Task.isCancelled {
          try? await clock.sleep(until: .init(offset: .milliseconds(50 * tick)))
          await send(".")
          tick += 1
        }
      })
    let loop = chain([timer, bind(kind, view) { log.note($0) }])
    await clock.untilAsleep()
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["0:initial", "50:initial.", "100:initial..", "150:initial..."])
    #expect(loop.state == "initial...")
  }

  @Test func stoppingTheLoopEndsItsBindings() async {
    let view = View()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let end = StreamEnd(of: continuation)
    let loop = chain([bind(.owned, view, events: [events]) { view.shown.append($0) }])
    loop.stop()
    await eventually { end.hasCome }
    loop.send("_a")
    #expect(view.shown == ["initial"])
  }

  @Test func releasingTheLoopEndsItsBindings() async {
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let end = StreamEnd(of: continuation)
    var loop: Loop? = chain([.bind(events: [events])])
    continuation.yield("_a")
    await eventually { loop?.state == "initial_a" }
    loop = nil
    await eventually { end.hasCome }
  }
}

// MARK: Owners

extension BindingTests {
  @Test func theOwnerIsPassedToSubscriptionsAndHeldWeakly() {
    var view: View? = View()
    weak let held = view
    var count = 0
    let binding = StringFeedback.bind(
      view ?? View(),
      subscriptions: [{ view, state in view.shown.append(state) }, { _, _ in count += 1 }])
    let loop = chain([binding])
    loop.send("_a")
    #expect(view?.shown == ["initial", "initial_a"])
    #expect(count == 2)
    view = nil
    #expect(held == nil)
    loop.send("_b")
    #expect(count == 2)
    #expect(loop.state == "initial_a_b")
  }

  @Test func eventsOfAReleasedOwnerAreDropped() async {
    var view: View? = View()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let end = StreamEnd(of: continuation)
    let loop = chain([.bind(view ?? View(), events: [events])])
    continuation.yield("_a")
    await eventually { loop.state == "initial_a" }
    view = nil
    continuation.yield("_late")
    await eventually { end.hasCome }
    loop.send("_b")
    await TestClock().advance()
    #expect(loop.state == "initial_a_b")
  }

  @Test func aStateAfterTheOwnersReleaseEndsItsStreams() async {
    var view: View? = View()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let end = StreamEnd(of: continuation)
    let loop = chain([.bind(view ?? View(), events: [events])])
    continuation.yield("_a")
    await eventually { loop.state == "initial_a" }
    view = nil
    loop.send("_b")
    await eventually { end.hasCome }
  }

  @Test func aReleasedOwnerMakesAnEmptyBinding() async {
    var view: View? = View()
    var count = 0
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let binding = StringFeedback.bind(
      view ?? View(), subscriptions: [{ _, _ in count += 1 }], events: [events])
    view = nil
    let loop = chain([binding])
    continuation.yield("_a")
    loop.send("_b")
    await TestClock().advance()
    #expect(loop.state == "initial_b")
    #expect(count == 0)
  }
}
