import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Pagination
import Synchronization
import Testing

private struct Person: Identifiable, Equatable, Sendable {
  let id: Int
}

/// People by offset; one page fails the first times that it is requested.
private final class People: Sendable {
  let asked = Mutex<[Int]>([])
  let failures: Atomic<Int>

  init(failures: Int = 0) {
    self.failures = Atomic(failures)
  }

  func read(_ offset: Int, _ limit: Int) throws -> [Person] {
    asked.withLock { $0.append(offset) }
    if failures.load(ordering: .relaxed) > 0 {
      failures.subtract(1, ordering: .relaxed)
      throw PageFailure(reason: "busy")
    }
    return (offset..<min(offset + limit, 5)).map { Person(id: $0) }
  }

  var source: PagesByOffset<Person> {
    PagesByOffset(limit: 2) { offset, limit in try self.read(offset, limit) }
  }
}

/// Whole lists with a single line of code: in a loop, and as sequences.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct WholeListTests {
  private typealias List = PaginatedList<Person, Int>

  @Test func aListIsReadAndRetriedByOneFeedback() async {
    let people = People(failures: 2)
    let clock = TestClock()
    let loop = Loop<List, List.Event>(
      List(firstCursor: 0), reduce: { List.reduce(&$0, $1) },
      feedbacks: [
        .list({ $0 }, from: people.source, retrying: RetryPolicy(), clock: clock, event: { $0 })
      ])
    loop.send(.viewed(lastRow: 9))
    // The clock decides how many waits one step contains.
    while !loop.state.pages.isExhausted { await clock.advance(by: .seconds(1)) }
    #expect(loop.state.items.map(\.id) == [0, 1, 2, 3, 4])
    #expect(people.asked.withLock { $0 } == [0, 0, 0, 2, 4])
  }

  @Test func withoutAPolicyAFailureStays() async {
    let people = People(failures: 1)
    let loop = Loop<List, List.Event>(
      List(firstCursor: 0), reduce: { List.reduce(&$0, $1) },
      feedbacks: [.list({ $0 }, from: people.source, event: { $0 })])
    loop.send(.nextPageWanted)
    await eventually { loop.state.pages.lastError != nil }
    loop.send(.retried)
    await eventually { loop.state.items.count == 2 }
  }

  private typealias Search = PaginatedSearch<Int, Person, Int>

  private enum Event: Sendable {
    case typed(Int?)
    case search(Search.Event)
  }

  /// The query is the first identity that is wanted.
  @Test func aSearchWithoutAQueryRequestsNothing() async {
    let people = People(failures: 1)
    let clock = TestClock()
    let loop = Loop<Search, Event>(
      Search(list: List(firstCursor: 0)),
      reduce: { search, event in
        switch event {
        case .typed(let query): search.look(for: query)
        case .search(let event): Search.reduce(&search, event)
        }
      },
      feedbacks: [
        .search(
          { $0 },
          read: { query, offset in
            Page(contents: try people.read(query + offset, 2), next: offset + 2)
          }, retrying: RetryPolicy(), clock: clock, event: { .search($0) })
      ])
    #expect(loop.state.request == nil)
    loop.send(.typed(3))
    await clock.untilAsleep()
    await clock.advance(by: .seconds(60))
    await eventually { loop.state.list.items.map(\.id) == [3, 4] }
    loop.send(.typed(nil))
    #expect(loop.state.request == nil && loop.state.list.items.isEmpty)
    #expect(!loop.state.list.pages.isLoading)
    loop.send(.typed(1))
    await eventually { loop.state.list.items.map(\.id) == [1, 2] }
  }

  @Test func aPageIsReadWhenItsFirstItemIsReached() async throws {
    let people = People()
    var seen: [Int] = []
    for try await person in people.source.items() {
      seen.append(person.id)
      if person.id == 2 { break }
    }
    #expect(seen == [0, 1, 2])
    #expect(people.asked.withLock { $0 } == [0, 2])
    var sizes: [Int] = []
    for try await page in people.source.pages { sizes.append(page.contents.count) }
    #expect(sizes == [2, 2, 1])
  }

  @Test func aFailedPageIsReadWhenTheIteratorIsCalledAgain() async throws {
    let people = People(failures: 1)
    var items = people.source.items().makeAsyncIterator()
    await #expect(throws: PageFailure(reason: "busy")) { try await items.next() }
    #expect(try await items.next()?.id == 0)
  }
}
