import FeedbackLoop
import LibraryTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RelayTests {
  private struct State: Sendable {
    var taken = 0
    var isFull: Bool { taken.isMultiple(of: 3) && taken > 0 && !isAgain }
    var isAgain = false
  }

  /// The effect is cancelled in between, and reads the relay again when it is wanted again.
  @Test func anEffectThatStartsAgainReadsItAgain() async {
    let relay = Relay<Int>()
    let loop = Loop(
      State(),
      reduce: { state, event in
        state.taken += max(event, 0)
        state.isAgain = event < 0
      },
      feedbacks: [
        Feedback(when: { !$0.isFull }) { send in
          for await step in relay { await send(step) }
        }
      ])
    await sendUntil(relay, 1) { loop.state.taken >= 3 && loop.state.isFull }
    let taken = loop.state.taken
    relay.send(1)
    for _ in 0..<100 { await Task.yield() }
    #expect(loop.state.taken == taken)
    loop.send(-1)
    await sendUntil(relay, 1) { loop.state.taken > taken }
  }

  private func sendUntil(
    _ relay: Relay<Int>, _ value: Int, _ condition: @MainActor () -> Bool
  ) async {
    await eventually {
      if condition() { return true }
      relay.send(value)
      return false
    }
  }

  @Test func eachReaderGetsEverythingFromItsStartOn() async {
    let relay = Relay<Int>()
    relay.send(0)
    var first = relay.makeAsyncIterator()
    relay.send(1)
    var second = relay.makeAsyncIterator()
    relay.send(2)
    relay.finish()
    relay.send(3)
    #expect(await [first.next(), first.next(), first.next()] == [1, 2, nil])
    #expect(await [second.next(), second.next()] == [2, nil])
    var late = relay.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func aReleasedRelayEndsItsIterators() async {
    var relay: Relay<Void>? = Relay()
    var reading = relay?.makeAsyncIterator()
    relay?.send()
    relay = nil
    #expect(await reading?.next() != nil)
    #expect(await reading?.next() == nil)
  }
}
