import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Testing

/// Throttle, debounce and dropped repeats as sequences.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct AsyncSequencePacingTests {
  private let clock = TestClock()
  private let source: AsyncStream<String>
  private let values: AsyncStream<String>.Continuation

  init() {
    (source, values) = AsyncStream.makeStream()
  }

  @Test func aThrottledSequencePassesTheFirstAtOnceAndTheNextAfterAnInterval() async {
    let interval = Duration.milliseconds(200)
    var passed = source.throttled(for: interval, clock: clock).makeAsyncIterator()
    values.yield("a")
    #expect(await passed.next() == "a")
    values.yield("b")
    await clock.untilAsleep()
    await clock.advance(by: interval)
    #expect(await passed.next() == "b")
  }

  /// In other implementations, the value that waits at the end of the source keeps waiting (610:7
  /// instead of 500:7).
  @Test func atTheEndOfAThrottledSequenceTheWaitingValuePassesAtOnce() async {
    let passed = source.throttled(for: .seconds(1), clock: clock)
    for value in ["2", "3", "4"] { values.yield(value) }
    values.finish()
    #expect(await Array(passed) == ["2", "4"])
    #expect(clock.now.offset == .zero)
  }

  @Test func aThrottledSequenceWithoutTheLatestDropsTheRest() async {
    let passed = source.throttled(for: .seconds(1), clock: clock, latest: false)
    for value in ["2", "3", "4"] { values.yield(value) }
    values.finish()
    #expect(await Array(passed) == ["2"])
  }

  @Test func aDebouncedSequencePassesTheLastWhenItIsQuiet() async {
    let interval = Duration.milliseconds(200)
    var passed = source.debounced(for: interval, clock: clock).makeAsyncIterator()
    values.yield("a")
    await clock.untilAsleep()
    await clock.advance(by: interval)
    #expect(await passed.next() == "a")
  }

  @Test func atTheEndOfADebouncedSequenceTheWaitingValuePassesAtOnce() async {
    let passed = source.debounced(for: .seconds(1), clock: clock)
    for value in ["2", "3", "4"] { values.yield(value) }
    values.finish()
    #expect(await Array(passed) == ["4"])
    #expect(clock.now.offset == .zero)
  }

  @Test func anEmptySequenceGivesNothingAndEnds() async {
    values.finish()
    #expect(await Array(source.throttled(for: .seconds(1), clock: clock)) == [])
    #expect(await Array(source.debounced(for: .seconds(1), clock: clock)) == [])
  }

  @Test func anUnreadPacedSequenceReleasesItsSource() async {
    let end = StreamEnd(of: values)
    do {
      _ = source.throttled(for: .seconds(1), clock: clock)
    }
    await eventually { end.hasCome }
  }
}

// MARK: Repeats

extension AsyncSequencePacingTests {
  private func stream(_ numbers: [Int]) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in numbers { continuation.yield(number) }
      continuation.finish()
    }
  }

  @Test(arguments: [
    ([1, 2, 3, 4], [1, 2, 3, 4]),
    ([2, 3, 3, 2, 2, 1, 2], [2, 3, 2, 1, 2]),
    ([7, 7, 7], [7]),
    ([], []),
  ])
  func equalNeighboursPassOnce(numbers: [Int], expected: [Int]) async {
    #expect(await Array(stream(numbers).distinct()) == expected)
  }

  @Test func ifAllCompareEqualOnlyTheFirstPasses() async {
    #expect(await Array(stream([1, 2, 3]).distinct { _, _ in true }) == [1])
  }

  @Test func ifNoneCompareEqualAllPass() async {
    #expect(await Array(stream([1, 1, 1]).distinct { _, _ in false }) == [1, 1, 1])
  }

  @Test func aKeyDecidesByComparingWithTheLastThatPassed() async {
    #expect(await Array(stream([2, 4, 3, 5]).distinct { $0 % 2 == $1 % 2 }) == [2, 3])
    #expect(await Array(stream([1, 2, 3, 4]).distinct { $1 - $0 < 2 }) == [1, 3])
  }

  @Test func aFailureOfTheSourceIsPassedOn() async {
    struct Failure: Error {}
    let failing = AsyncThrowingStream<Int, any Error> { continuation in
      for number in [1, 1, 2] { continuation.yield(number) }
      continuation.finish(throwing: Failure())
    }
    var seen: [Int] = []
    await #expect(throws: Failure.self) {
      for try await number in failing.distinct() { seen.append(number) }
    }
    #expect(seen == [1, 2])
  }
}

extension Array {
  fileprivate init(_ sequence: some AsyncSequence<Element, Never>) async {
    self = []
    for await element in sequence { append(element) }
  }
}
