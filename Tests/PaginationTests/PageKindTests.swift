import FeedbackLoop
import Pagination
import TestSupport
import Testing

/// The ready-made sources, and what keeps a list from being read for ever.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PageKindTests {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
  }

  private func readAll<Source: PageSource>(_ source: Source) async throws -> [Source.Contents] {
    var pages: [Source.Contents] = []
    var cursor: Source.Cursor? = source.firstCursor
    while let here = cursor {
      let page = try await source.page(at: here)
      pages.append(page.contents)
      cursor = page.next
    }
    return pages
  }

  @Test(arguments: [
    (0, [[]]), (2, [[0, 1]]), (3, [[0, 1, 2], []]), (7, [[0, 1, 2], [3, 4, 5], [6]]),
  ])
  func aPageByOffsetThatIsNotFullIsTheLast(count: Int, expected: [[Int]]) async throws {
    let source = PagesByOffset(limit: 3) { offset, limit in
      Array((0..<count).dropFirst(offset).prefix(limit))
    }
    #expect(try await readAll(source) == expected)
  }

  @Test func aPageByIndexNamesTheNext() async throws {
    let source = PagesByIndex { index in
      Page(contents: index * 10, next: index < 4 ? index + 1 : nil)
    }
    #expect(try await readAll(source) == [10, 20, 30, 40])
  }

  @Test func aPageByContinuationGivesOutTheWayToItsSuccessor() async throws {
    let source = PagesByContinuation<String, String> { token in
      switch token {
      case nil: Page(contents: "first", next: "b")
      case "b": Page(contents: "second", next: "c")
      default: Page(contents: "last", next: nil)
      }
    }
    #expect(try await readAll(source) == ["first", "second", "last"])
  }

  @Test func aPageThatIsItsOwnSuccessorIsAFailureNoRetryHelps() async throws {
    let source = PagesByContinuation<String, String> { _ in Page(contents: "again", next: "x") }
    let first = try await source.page(at: source.firstCursor)
    let next = try #require(first.next)
    do {
      _ = try await source.page(at: next)
      Issue.record("the page was taken")
    } catch {
      #expect(PageFailure(error).retryAdvice == .never)
    }
  }

  @Test func threePagesWithNothingNewEndWhatTheViewWantsByItself() {
    var list = PaginatedList<Row, Int>(firstCursor: 0)
    PaginatedList.reduce(&list, .viewed(lastRow: nil))
    PaginatedList.reduce(&list, .pageLoaded(Page(contents: [Row(id: 1)], next: 1)))
    PaginatedList.reduce(&list, .viewed(lastRow: 0))
    for next in 2...4 {
      #expect(list.request != nil)
      PaginatedList.reduce(&list, .pageLoaded(Page(contents: [Row(id: 1)], next: next)))
    }
    #expect(list.request == nil)
    PaginatedList.reduce(&list, .viewed(lastRow: 0))
    #expect(list.request == nil)
    PaginatedList.reduce(&list, .nextPageWanted)  // asked for, it goes on
    #expect(list.request?.cursor == 4)
  }

  @Test func aReaderRetriesByItselfAsLongAsThePolicySays() async {
    let clock = TestClock()
    let attempts = Attempts()
    let source = PagesByIndex<Int> { index in
      if await attempts.next() <= 2 { throw PageFailure(reason: "no answer") }
      return Page(contents: index, next: nil)
    }
    var pages: [Int] = []
    let policy = RetryPolicy(limit: 2, firstDelay: .seconds(1), spread: 0)
    let reader = PageReader(
      source: source, readsAhead: true, retrying: policy, clock: clock,
      onPage: { pages.append($0) }, onChange: { _ in })
    reader.loadNextPage()
    for delay in [1, 2] {
      await clock.untilAsleep(1)
      await clock.advance(by: .seconds(delay))
    }
    await eventually { pages == [1] }
    #expect(reader.state.isExhausted)
  }

  @Test func aResetEndsTheWaitForARetry() async {
    let clock = TestClock()
    let attempts = Attempts()
    let source = PagesByIndex<Int> { index in
      if await attempts.next() == 1 { throw PageFailure(reason: "no answer") }
      return Page(contents: index, next: nil)
    }
    let reader = PageReader(
      source: source, readsAhead: true, retrying: RetryPolicy(spread: 0), clock: clock,
      onPage: { _ in }, onChange: { _ in })
    reader.loadNextPage()
    await clock.untilAsleep(1)
    reader.reset()
    await eventually { clock.sleeperCount == 0 }
    await clock.advance(by: .seconds(100))
    #expect(reader.state.pageCount == 0)
    #expect(await attempts.count == 1)
  }
}

/// Counts how often a page was asked for.
private actor Attempts {
  private(set) var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
