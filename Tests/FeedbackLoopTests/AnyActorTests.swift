import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Loops on another actor than the main one: everything but their effects runs there.
@Suite(.timeLimit(.minutes(5)))
struct AnyActorTests {
  /// Owns a loop, a throttle and a debounce; code that runs on a wrong executor ends the test.
  private actor Desk {
    private(set) var notes: [String] = []
    private var loop: Loop<[Int], Int>?
    private var observation: LoopObservation<[Int]>?
    private var throttle: Throttle<String, TestClock>?
    private var debounce: Debounce<String, TestClock>?
    let steps = Relay<Int>()

    func open() {
      let doubling = Feedback<[Int], Int>(
        requests: { state in
          self.assertIsolated()
          return Set(state.filter { $0 < 100 })
        },
        effect: { $0 * 100 })
      let binding = Feedback<[Int], Int>.bind(
        subscriptions: [{ self.note("shown \($0.count)") }], events: [steps])
      let loop = Loop(
        [],
        reduce: { state, event in
          self.assertIsolated()
          state.append(event)
        }, feedbacks: [doubling, binding])
      observation = loop.observe { self.note("observed \($0.count)") }
      self.loop = loop
    }

    func pace(with clock: TestClock) {
      throttle = Throttle(interval: .milliseconds(100), clock: clock) { self.note("now \($0)") }
      debounce = Debounce(interval: .milliseconds(100), clock: clock) { self.note("quiet \($0)") }
      for text in ["a", "ab", "abc"] {
        throttle?.send(text)
        debounce?.send(text)
      }
    }

    func throttled(_ texts: AsyncStream<String>, clock: TestClock) -> AsyncStream<String> {
      texts.throttled(for: .milliseconds(100), clock: clock)
    }

    func send(_ number: Int) -> [Int] {
      loop?.send(number)
      return loop?.state ?? []
    }

    var states: [Int] { loop?.state ?? [] }

    var last: Int? { states.last }

    func sum() -> Int { loop?.state.reduce(0, +) ?? 0 }

    func close() {
      loop?.stop()
      loop = nil
    }

    private func note(_ text: String) {
      assertIsolated()
      notes.append(text)
    }
  }

  private func eventually(_ condition: () async -> Bool) async {
    while await !condition(), !Task.isCancelled { await Task.yield() }
  }

  @Test func everythingButEffectsRunsOnTheLoopsActor() async {
    let desk = Desk()
    await desk.open()
    #expect(await desk.send(3) == [3])
    await eventually { await desk.sum() == 303 }
    #expect(
      await desk.notes == [
        "shown 0", "observed 0", "shown 1", "observed 1", "shown 2", "observed 2",
      ])
  }

  @Test func eventsOfStreamsArriveInOrder() async {
    let desk = Desk()
    await desk.open()
    // The binding starts reading a little later, so the first values may be lost.
    await eventually {
      desk.steps.send(1_000)
      return await desk.sum() > 0
    }
    let before = await desk.sum() / 1_000
    for number in 1_001...1_200 { desk.steps.send(number) }
    await eventually { await desk.last == 1_200 }
    let after = await desk.states.filter { $0 > 1_000 }
    #expect(after == Array(1_001...1_200))
    #expect(before >= 1)
  }

  @Test func nothingArrivesAfterTheEnd() async {
    let desk = Desk()
    await desk.open()
    _ = await desk.send(1)
    await desk.close()
    let notes = await desk.notes
    for number in 1...100 { desk.steps.send(number) }
    for _ in 1...100 { await Task.yield() }
    #expect(await desk.notes == notes)
    #expect(await desk.send(2) == [])
  }

  @Test func manyTasksMayUseTheLoopThroughItsActor() async {
    let desk = Desk()
    await desk.open()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<50 { _ = await desk.send(1_000 + task * 50 + number) }
        }
      }
    }
    #expect(await desk.sum() == (1_000..<1_400).reduce(0, +))
  }

  @Test func throttleAndDebounceRunOnTheirActor() async {
    let clock = TestClock()
    let desk = Desk()
    await desk.pace(with: clock)
    #expect(await desk.notes == ["now a"])
    await clock.untilAsleep(2)
    await clock.advance(by: .milliseconds(100))
    await eventually { await desk.notes.count == 3 }
    #expect(await Set(desk.notes) == ["now a", "now abc", "quiet abc"])
  }

  @Test func aPacedStreamIsReadOnItsActor() async {
    let clock = TestClock()
    let (texts, typed) = AsyncStream.makeStream(of: String.self)
    let passed = await Desk().throttled(texts, clock: clock)
    for text in ["a", "ab", "abc"] { typed.yield(text) }
    typed.finish()
    var seen: [String] = []
    for await text in passed { seen.append(text) }
    #expect(seen == ["a", "abc"])
  }
}
