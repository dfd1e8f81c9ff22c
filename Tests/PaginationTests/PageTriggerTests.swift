import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Pagination
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PageTriggerTests {
  private struct Item: Identifiable, Equatable {
    let id: Int
    var isLiked = false
  }

  private typealias List = PaginatedList<Item, Int>

  private func page(_ ids: Range<Int>, next: Int?) -> List.Event {
    .pageLoaded(Page(contents: ids.map { Item(id: $0) }, next: next))
  }

  private func list(prefetch: Int = 0, after events: List.Event...) -> List {
    events.reduce(into: List(firstCursor: 0, prefetchDistance: prefetch)) { List.reduce(&$0, $1) }
  }

  @Test func aPageThatDoesNotFillTheViewIsFollowedByTheNext() {
    var list = list(after: .viewed(lastRow: nil))
    #expect(list.pages.isLoading)
    List.reduce(&list, .viewed(lastRow: 4))
    List.reduce(&list, page(0..<3, next: 3))
    #expect(list.request?.cursor == 3)
    List.reduce(&list, page(3..<6, next: 6))
    #expect(!list.pages.isLoading)
    List.reduce(&list, .viewed(lastRow: 5))
    #expect(list.request?.cursor == 6)
  }

  @Test(arguments: [(6, false), (7, true), (9, true)])
  func theNextPageIsWantedAtThePrefetchDistance(lastRow: Int, isLoading: Bool) {
    let list = list(
      prefetch: 2, after: .nextPageWanted, page(0..<10, next: 10), .viewed(lastRow: lastRow))
    #expect(list.pages.isLoading == isLoading)
  }

  @Test func atTheEndNothingIsLoading() {
    let list = list(after: .viewed(lastRow: nil), page(0..<3, next: nil), .viewed(lastRow: 2))
    #expect(list.pages.isExhausted && !list.pages.isLoading)
  }

  @Test func aFailedFirstPageWaitsForTheRetry() {
    var list = list(
      after: .viewed(lastRow: nil), .pageFailed(PageFailure(reason: "no network")),
      .viewed(lastRow: nil), .started, .viewed(lastRow: 0))
    #expect(!list.pages.isLoading)
    List.reduce(&list, .retried)
    #expect(list.request?.cursor == 0)
  }

  @Test func aFailedPageThatIsWantedIsRetried() {
    let failure = PageFailure(reason: "no network")
    let first = list(after: .started, .pageFailed(failure), .nextPageWanted)
    #expect(first.request?.cursor == 0 && first.request?.attempt == 1)
    let second = list(
      after: .started, page(0..<3, next: 3), .nextPageWanted, .pageFailed(failure), .nextPageWanted)
    #expect(second.request?.cursor == 3 && second.request?.attempt == 1)
  }

  @Test func aListThatIsStartedWantsItsFirstPageOnly() {
    var list = list(after: .started)
    #expect(list.request?.cursor == 0 && list.viewport.end == nil)
    List.reduce(&list, page(0..<3, next: 3))
    List.reduce(&list, .started)
    #expect(list.request == nil)
  }

  @Test func aLaterPageUndoesNoEdit() {
    var list = list(after: .nextPageWanted, page(0..<3, next: 3), .nextPageWanted)
    let request = list.request
    list.update(1) { $0.isLiked = true }
    list.drop(2)
    #expect(list.request == request)
    List.reduce(&list, page(1..<5, next: nil))
    #expect(list.items.map(\.id) == [0, 1, 3, 4])
    #expect(list.items[1].isLiked)
    #expect(list.repeatCount == 2)
  }

  @Test func anotherQueryStartsOverAndDropsTheLateAnswer() throws {
    var search = PaginatedSearch(query: "a", list: list(after: .nextPageWanted))
    let first = try #require(search.request)
    search.look(for: "ab")
    search.take(.success(Page(contents: [Item(id: 9)], next: nil)), to: first)
    #expect(search.list.items.isEmpty && search.request?.query == "ab")
    search.look(for: "a")
    #expect(search.request != first && search.request?.query == "a")
  }

  @Test func waitsGrowUntilTheLimitAndTheLongest() async {
    let clock = TestClock()
    let policy = RetryPolicy(limit: 3, longestDelay: .seconds(3), spread: 0)
    let source = ScriptedSource()
    let reading = Feedback<Pages.State<Int>, Pages.Event<Int>>.pages(
      of: source, request: \.request,
      answer: { answer in
        switch answer {
        case .success(let page): .pageLoaded(next: page.next)
        case .failure(let failure): .pageFailed(failure)
        }
      })
    let waiting = Feedback<Pages.State<Int>, Pages.Event<Int>>.retries(
      by: policy, clock: clock, retry: { $0.retry(by: policy) }, event: .backOffElapsed)
    let loop = Loop(
      Pages.State(firstCursor: 1), reduce: { Pages.reduce(&$0, $1) }, feedbacks: [reading, waiting])
    loop.send(.nextPageWanted)
    for (attempt, seconds) in [1, 2, 3].enumerated() {
      await eventually { source.asked.count == attempt + 1 }
      source.fail("no network")
      await clock.untilAsleep()
      let end = clock.now.advanced(by: .seconds(seconds))
      await clock.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(source.asked.count == attempt + 1)
      await clock.advance(by: clock.now.duration(to: end))
    }
    await eventually { source.asked.count == 4 }
    source.fail("no network")
    await eventually { loop.state.lastError != nil }
    #expect(loop.state.retry(by: policy) == nil)
  }

  @Test func aFailureAdvisesWhenToRetry() {
    let policy = RetryPolicy(firstDelay: .seconds(8), spread: 0.5)
    var state = Pages.State(firstCursor: 1)
    Pages.reduce(&state, .nextPageWanted)
    var later = state
    Pages.reduce(&later, .pageFailed(PageFailure(reason: "", retryAdvice: .after(.seconds(90)))))
    #expect(later.retry(by: policy).map { policy.delay(before: $0, chance: 0.5) } == .seconds(90))
    var never = state
    Pages.reduce(&never, .pageFailed(PageFailure(reason: "", retryAdvice: .never)))
    #expect(never.retry(by: policy) == nil)
    Pages.reduce(&state, .pageFailed(PageFailure(reason: "")))
    #expect(state.retry(by: policy).map { policy.delay(before: $0, chance: 0.5) } == .seconds(6))
  }
}
