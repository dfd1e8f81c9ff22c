import FeedbackLoop
import LibraryTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct LoopTests {
  /// A loop that records its events.
  private func journal(_ feedbacks: [Feedback<[Int], Int>] = []) -> Loop<[Int], Int> {
    Loop([], reduce: { $0.append($1) }, feedbacks: feedbacks)
  }

  @Test func eventsAreAppliedInOrderBeforeSendReturns() {
    let loop = journal()
    for event in 1...5 {
      loop.send(event)
      #expect(loop.state.last == event)
    }
    #expect(loop.state == [1, 2, 3, 4, 5])
  }

  @Test func anObserverGetsTheStateAtOnceAndAfterEveryEvent() {
    let loop = journal()
    loop.send(1)
    var seen: [[Int]] = []
    let observation = loop.observe { seen.append($0) }
    defer { observation.cancel() }
    #expect(seen == [[1]])
    loop.send(2)
    loop.send(3)
    #expect(seen == [[1], [1, 2], [1, 2, 3]])
  }

  @Test func aStateThatStaysEqualIsObservedToo() {
    let loop = Loop<Int, Void>(0, reduce: { _, _ in })
    var count = 0
    let observation = loop.observe { _ in count += 1 }
    defer { observation.cancel() }
    loop.send(())
    #expect(count == 2)
  }

  @Test func anObserversEventIsAppliedAfterAllObservers() {
    let loop = journal()
    var seen: [String] = []
    let observation = loop.observe { state in
      seen.append("first in \(state)")
      if state == [1] {
        loop.send(2)
        loop.send(3)
      }
      seen.append("first out")
    }
    defer { observation.cancel() }
    let another = loop.observe { seen.append("second \($0)") }
    defer { another.cancel() }
    seen = []
    loop.send(1)
    #expect(
      seen == [
        "first in [1]", "first out", "second [1]",
        "first in [1, 2, 3]", "first out", "second [1, 2, 3]",
      ])
  }

  @Test func anEventSentDuringTheFirstObservationIsNotNested() {
    let loop = journal()
    var seen: [String] = []
    let observation = loop.observe { state in
      seen.append("in \(state)")
      if state.isEmpty { loop.send(1) }
      seen.append("out")
    }
    defer { observation.cancel() }
    #expect(seen == ["in []", "out", "in [1]", "out"])
  }

  @Test func anObserverAddedByAnObserverSeesEachStateOnce() {
    let loop = journal()
    var seen: [[Int]] = []
    var added: LoopObservation<[Int]>?
    let observation = loop.observe { state in
      if state == [1], added == nil { added = loop.observe { seen.append($0) } }
    }
    defer { observation.cancel() }
    loop.send(1)
    loop.send(2)
    #expect(seen == [[1], [1, 2]])
  }

  @Test func anEventSentByAQueryIsNotLost() {
    var loop: Loop<[Int], Int>?
    let feedback = Feedback<[Int], Int>(
      request: { state -> Int? in
        if state.count == 1 { loop?.send(2) }
        return nil
      }, effect: { _ in nil })
    loop = journal([feedback])
    loop?.send(1)
    #expect(loop?.state == [1, 2])
  }

  @Test(arguments: UInt64(0)..<50)
  func noEventIsLostOrOvertaken(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // The events that an event causes; none causes an earlier one, so this ends.
    let children = (0..<60).map { event in
      (0..<3).map { _ in event + Int.random(in: 1...60, using: &random) }.filter { $0 < 60 }
    }
    let loop = journal()
    var told = 0
    let observation = loop.observe { state in
      for event in state[told...] {
        for child in children[event].prefix(event < 12 ? 3 : 1) { loop.send(child) }
      }
      told = state.count
    }
    defer { observation.cancel() }
    loop.send(0)
    var expected = [0]
    var next = 0
    while next < expected.count {
      let event = expected[next]
      expected += children[event].prefix(event < 12 ? 3 : 1)
      next += 1
    }
    #expect(loop.state == expected)
  }

  @Test func aCancelledObservationIsOver() {
    let loop = journal()
    var seen: [[Int]] = []
    let observation = loop.observe { seen.append($0) }
    loop.send(1)
    observation.cancel()
    observation.cancel()
    loop.send(2)
    #expect(seen == [[], [1]])
  }

  @Test func anObserverThatAnotherCancelsIsNotCalledAnyMore() {
    let loop = journal()
    var seen: [[Int]] = []
    var second: LoopObservation<[Int]>?
    let observation = loop.observe { state in
      if state == [1] { second?.cancel() }
    }
    defer { observation.cancel() }
    second = loop.observe { seen.append($0) }
    loop.send(1)
    #expect(seen == [[]])
  }

  @Test func anObservationEndsWithItsToken() {
    let loop = journal()
    var seen: [[Int]] = []
    var observation: LoopObservation? = loop.observe { seen.append($0) }
    loop.send(1)
    #expect(observation != nil)
    observation = nil
    loop.send(2)
    #expect(seen == [[], [1]])
  }

  @Test func cancellingReleasesTheObserver() {
    let loop = journal()
    weak var held: ManualEffect<Int, Int>?
    let observation = {
      let object = ManualEffect<Int, Int>()
      held = object
      return loop.observe { _ in _ = object }
    }()
    #expect(held != nil)
    observation.cancel()
    #expect(held == nil)
  }

  @Test func afterStoppingEventsAreIgnored() {
    let loop = journal()
    var seen: [[Int]] = []
    let observation = loop.observe { seen.append($0) }
    defer { observation.cancel() }
    loop.send(1)
    loop.stop()
    loop.send(2)
    #expect(loop.state == [1])
    #expect(seen == [[], [1]])
    let another = loop.observe { seen.append($0) }
    defer { another.cancel() }
    #expect(seen == [[], [1], [1]])
  }

  @Test func stoppingDropsTheEventsThatWaitAndTheObserversThatFollow() {
    let loop = journal()
    var seen: [[Int]] = []
    let observation = loop.observe { state in
      guard state == [1] else { return }
      loop.send(2)
      loop.stop()
      loop.send(3)
    }
    defer { observation.cancel() }
    let another = loop.observe { seen.append($0) }
    defer { another.cancel() }
    loop.send(1)
    #expect(loop.state == [1])
    #expect(seen == [[]])
  }
}

// MARK: Streams

extension LoopTests {
  @Test func everyStreamBeginsWithTheCurrentState() async {
    let loop = journal()
    var early = loop.states.makeAsyncIterator()
    #expect(await early.next() == [])
    loop.send(1)
    var late = loop.states.makeAsyncIterator()
    #expect(await late.next() == [1])
    #expect(await early.next() == [1])
  }

  @Test func aSlowReaderGetsTheNewestState() async {
    let loop = journal()
    var states = loop.states.makeAsyncIterator()
    for event in 1...9 { loop.send(event) }
    #expect(await states.next()?.count == 9)
    loop.send(10)
    #expect(await states.next()?.count == 10)
  }

  @Test func streamsEndWhenTheLoopIsStopped() async {
    let loop = journal()
    var states = loop.states.makeAsyncIterator()
    loop.send(1)
    loop.stop()
    #expect(await states.next() == [1])
    #expect(await states.next() == nil)
    var late = loop.states.makeAsyncIterator()
    #expect(await late.next() == [1])
    #expect(await late.next() == nil)
  }

  @Test func streamsEndWhenTheLoopIsReleased() async {
    var loop: Loop? = journal()
    let states = loop?.states
    loop = nil
    var seen: [[Int]] = []
    for await state in states ?? journal().states { seen.append(state) }
    #expect(seen == [[]])
  }

  @Test func anUnreadStreamIsReleased() {
    let loop = journal()
    for _ in 0..<3 { _ = loop.states }
    loop.send(1)
    loop.send(2)
    #expect(loop.state == [1, 2])
  }
}
