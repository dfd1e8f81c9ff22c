import FeedbackLoop
import Testing

/// Others sample the latest value of a second stream; here the state has both values.
@MainActor
struct CombiningTests {
  private struct Both: Equatable, Sendable {
    var number: Int?
    var word: String?

    var combined: String? {
      guard let number, let word else { return nil }
      return "\(number)\(word)"
    }
  }

  private enum Event: Sendable {
    case number(Int)
    case word(String)
  }

  private func combined(of events: [Event]) -> [String] {
    let loop = Loop<Both, Event>(Both()) { state, event in
      switch event {
      case .number(let number): state.number = number
      case .word(let word): state.word = word
      }
    }
    var results: [String] = []
    let observation = loop.observe { state in
      if let combined = state.combined, combined != results.last { results.append(combined) }
    }
    defer { observation.cancel() }
    for event in events { loop.send(event) }
    return results
  }

  @Test func theLatestOfBothIsCombinedWhicheverChanges() {
    let events: [Event] = [
      .number(3), .word("bar"), .number(4), .number(5), .word("foo"), .number(6), .word("qux"),
      .number(7), .number(8),
    ]
    #expect(
      combined(of: events) == [
        "3bar", "4bar", "5bar", "5foo", "6foo", "6qux", "7qux", "8qux",
      ])
  }

  @Test func aValueWaitsForTheOtherInsteadOfBeingDropped() {
    #expect(combined(of: [.number(1), .number(2), .word("a")]) == ["2a"])
    #expect(combined(of: [.word("a"), .word("b"), .number(1)]) == ["1b"])
    #expect(combined(of: [.number(1), .number(2)]) == [])
  }

  @Test func aLateObserverStartsWithTheCurrentStateAndRestartsNothing() async {
    let loop = Loop<Both, Event>(Both(number: 1, word: "a")) { state, event in
      if case .number(let number) = event { state.number = number }
    }
    loop.send(.number(2))
    var first = loop.states.makeAsyncIterator()
    var second = loop.states.makeAsyncIterator()
    #expect(await first.next()?.combined == "2a")
    #expect(await second.next()?.combined == "2a")
    loop.send(.number(3))
    #expect(await first.next()?.combined == "3a")
    var third = loop.states.makeAsyncIterator()  // continues from here
    #expect(await third.next()?.combined == "3a")
  }
}
