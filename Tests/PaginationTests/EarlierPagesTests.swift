import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Pagination
import Testing

/// Lists that begin in the middle: pages before the first one.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EarlierPagesTests {
  private struct Line: Identifiable, Equatable, Sendable {
    let id: Int
    var isRead = false
  }

  private typealias Log = PaginatedList<Line, Int>

  private nonisolated static func page(_ number: Int, of count: Int = 5) -> Page<[Line], Int> {
    Page(
      contents: (0..<3).map { Line(id: number * 3 + $0) },
      next: number + 1 < count ? number + 1 : nil, previous: number > 0 ? number - 1 : nil)
  }

  /// A list whose first page is the third of five.
  private func opened() -> Log {
    var log = Log(firstCursor: 2)
    Log.reduce(&log, .nextPageWanted)
    #expect(log.earlierRequest == nil)
    Log.reduce(&log, .pageLoaded(Self.page(2)))
    return log
  }

  @Test func aLaterPageHasTheCursorOfThePrecedingOne() {
    var log = opened()
    #expect(log.earlierPages?.firstCursor == 1)
    #expect(log.earlierRequest == nil)
    Log.reduce(&log, .earlier(.wanted))
    #expect(log.earlierRequest?.cursor == 1)
    Log.reduce(&log, .earlier(.loaded(Self.page(1))))
    #expect(log.items.map(\.id) == Array(3..<9))
    Log.reduce(&log, .nextPageWanted)
    Log.reduce(&log, .pageLoaded(Self.page(3)))
    Log.reduce(&log, .earlier(.wanted))
    Log.reduce(&log, .earlier(.loaded(Self.page(0))))
    #expect(log.items.map(\.id) == Array(0..<12))
    #expect(log.earlierPages?.isExhausted == true && !log.pages.isExhausted)
    Log.reduce(&log, .earlier(.wanted))
    #expect(log.earlierRequest == nil)
  }

  @Test func withoutAPrecedingPageNothingIsRequested() {
    var log = Log(firstCursor: 0)
    Log.reduce(&log, .nextPageWanted)
    Log.reduce(&log, .pageLoaded(Self.page(0)))
    Log.reduce(&log, .earlier(.wanted))
    #expect(log.earlierPages == nil && log.earlierRequest == nil)
  }

  @Test func itemsAreFoundAfterEarlierPagesWereInserted() {
    var log = opened()
    Log.reduce(&log, .viewed(lastRow: 1))
    Log.reduce(&log, .earlier(.wanted))
    var repeating = Self.page(1)
    repeating.contents.append(Line(id: 6))
    Log.reduce(&log, .earlier(.loaded(repeating)))
    #expect(log.repeatCount == 1)
    #expect(log.items.map { log.offset(of: $0.id) } == [0, 1, 2, 3, 4, 5])
    #expect(log.viewport.end == 5)
    log.update(4) { $0.isRead = true }
    #expect(log.items[1].isRead)
    log.drop(5)
    log.insert(Line(id: 99), at: 0)
    #expect(log.items.map(\.id) == [99, 3, 4, 6, 7, 8])
    #expect(log.items.map { log.offset(of: $0.id) } == [0, 1, 2, 3, 4, 5])
    Log.reduce(&log, .earlier(.wanted))
    Log.reduce(&log, .earlier(.loaded(Page(contents: [Line(id: 5), Line(id: 1)], next: nil))))
    #expect(log.items.map(\.id) == [1, 99, 3, 4, 6, 7, 8])
  }

  @Test(arguments: [RepeatedItems.first, .last, .error])
  func anEarlierPageRepeatsAnItemOfItsOwnAndALoadedOne(repeats: RepeatedItems) {
    var log = Log(firstCursor: 2, repeats: repeats)
    Log.reduce(&log, .nextPageWanted)
    Log.reduce(&log, .pageLoaded(Self.page(2)))
    Log.reduce(&log, .earlier(.wanted))
    var repeating = Self.page(1)
    repeating.contents += [Line(id: 4, isRead: true), Line(id: 7, isRead: true)]
    Log.reduce(&log, .earlier(.loaded(repeating)))
    let isRefused = repeats == .error
    #expect(log.items.map(\.id) == Array(isRefused ? 6..<9 : 3..<9))
    #expect(log.items.filter(\.isRead).map(\.id) == (repeats == .last ? [4, 7] : []))
    #expect(log.items.map { log.offset(of: $0.id) } == log.items.indices.map { $0 })
    #expect(log.repeatCount == (isRefused ? 0 : 2))
    #expect((log.earlierPages?.lastError != nil) == isRefused)
  }

  @Test func aFailureStaysUntilItIsRetried() {
    var log = opened()
    Log.reduce(&log, .earlier(.wanted))
    Log.reduce(&log, .earlier(.failed(PageFailure(reason: "no network"))))
    Log.reduce(&log, .earlier(.wanted))
    #expect(log.earlierRequest == nil)
    #expect(log.earlierPages?.lastError?.reason == "no network")
    #expect(log.pages.lastError == nil)
    Log.reduce(&log, .earlier(.retried))
    #expect(log.earlierRequest?.attempt == 1)
  }

  @Test(arguments: [false, true])
  func startingOverRemovesEarlierPages(keepsItems: Bool) {
    var log = opened()
    Log.reduce(&log, .earlier(.wanted))
    Log.reduce(&log, keepsItems ? .refreshed : .reloaded)
    #expect(log.items.isEmpty == !keepsItems)
    Log.reduce(&log, .pageLoaded(Self.page(2)))
    #expect(log.earlierPages?.pageCount == 0 && log.earlierRequest == nil)
    Log.reduce(&log, .earlier(.loaded(Self.page(1))))
    #expect(log.items.map(\.id) == [6, 7, 8])
  }

  @Test func aLoopReadsBothWaysAndRetries() async {
    let clock = TestClock()
    let server = Server()
    let source = PagesByIndex(from: 2) { try await server.page($0) }
    let log = Loop(
      Log(of: source), reduce: Log.reduce,
      feedbacks: [
        .list({ $0 }, from: source, retrying: RetryPolicy(), clock: clock, event: { $0 })
      ])
    log.send(.nextPageWanted)
    await eventually { log.state.items.count == 3 }
    log.send(.earlier(.wanted))
    log.send(.nextPageWanted)
    await eventually { log.state.items.count == 6 && log.state.earlierPages?.lastError != nil }
    await clock.untilAsleep()
    await clock.advance(by: .seconds(1))
    await eventually { log.state.items.map(\.id) == Array(3..<12) }
  }

  /// Fails once when a page before the first one is requested.
  private actor Server {
    private var hasFailed = false

    func page(_ number: Int) throws -> Page<[Line], Int> {
      if number == 1, !hasFailed {
        hasFailed = true
        throw PageFailure(reason: "busy")
      }
      return EarlierPagesTests.page(number)
    }
  }
}
