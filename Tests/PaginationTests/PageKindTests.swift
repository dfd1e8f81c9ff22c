import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Pagination
import Testing

/// The ready-made sources, and protections against reading a list forever.
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

  @Test func aPageByContinuationLeadsToTheNext() async throws {
    let source = PagesByContinuation<String, String> { token in
      switch token {
      case nil: Page(contents: "first", next: "b")
      case "b": Page(contents: "second", next: "c")
      default: Page(contents: "last", next: nil)
      }
    }
    #expect(try await readAll(source) == ["first", "second", "last"])
  }

  @Test func aPageThatIsItsOwnSuccessorFailsPermanently() async throws {
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

  @Test func threePagesWithoutNewItemsStopAutomaticLoading() {
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
    PaginatedList.reduce(&list, .nextPageWanted)  // continues on request
    #expect(list.request?.cursor == 4)
  }

  /// A loop that reads a source whose pages fail as often as `failures` says.
  private func loop(
    failures: Int, _ attempts: Attempts, retrying policy: RetryPolicy, clock: TestClock
  ) -> Loop<Pages.State<Int>, Pages.Event<Int>> {
    let source = PagesByIndex<Int> { index in
      if await attempts.next() <= failures { throw PageFailure(reason: "no answer") }
      return Page(contents: index, next: nil)
    }
    return Loop(
      Pages.State(firstCursor: source.firstCursor), reduce: { Pages.reduce(&$0, $1) },
      feedbacks: [
        .pages(of: source, request: \.request) { answer in
          switch answer {
          case .success(let page): .pageLoaded(next: page.next)
          case .failure(let failure): .pageFailed(failure)
          }
        },
        .retries(
          by: policy, clock: clock, retry: { $0.retry(by: policy) }, event: .backOffElapsed),
      ])
  }

  @Test func aLoopRetriesAsThePolicySays() async {
    let clock = TestClock()
    let attempts = Attempts()
    let policy = RetryPolicy(limit: 2, firstDelay: .seconds(1), spread: 0)
    let loop = loop(failures: 2, attempts, retrying: policy, clock: clock)
    loop.send(.nextPageWanted)
    for delay in [1, 2] {
      await clock.untilAsleep(1)
      await clock.advance(by: .seconds(delay))
    }
    await eventually { loop.state.isExhausted }
    #expect(loop.state.pageCount == 1)
    #expect(await attempts.count == 3)
  }

  @Test func aResetEndsTheWaitForARetry() async {
    let clock = TestClock()
    let attempts = Attempts()
    let loop = loop(failures: 1, attempts, retrying: RetryPolicy(spread: 0), clock: clock)
    loop.send(.nextPageWanted)
    await clock.untilAsleep(1)
    loop.send(.reset)
    await eventually { clock.sleeperCount == 0 }
    await clock.advance(by: .seconds(100))
    #expect(loop.state.pageCount == 0)
    #expect(await attempts.count == 1)
  }
}

/// Counts how often a page was requested.
private actor Attempts {
  private(set) var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
