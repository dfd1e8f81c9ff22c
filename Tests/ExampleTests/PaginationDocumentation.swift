import FeedbackLoop
import LibraryTestSupport
import Pagination
import Testing

// The code in the documentation of Pagination, unchanged.

private struct Person: Identifiable, Equatable, Sendable {
  let name: String
  var id: String { name }
}

private enum Status: Error { case notFound }

private struct Houses: PageSource {
  let firstCursor = 1

  func page(at cursor: Int) async throws -> Page<[String], Int> {
    Page(contents: ["House \(cursor)"], next: cursor < 3 ? cursor + 1 : nil)
  }
}

/// A server with the same two people on every page.
private struct Server: Sendable {
  func people(_ query: String, _ page: Int) async -> Page<[Person], Int> {
    Page(contents: [Person(name: "Arya"), Person(name: "Bran")], next: page + 1, total: 4)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PaginationDocumentation {
  private typealias People = PaginatedList<Person, Int>
  private typealias Search = PaginatedSearch<String, Person, Int>

  private let server = Server()
  private let people = [Person(name: "Arya"), Person(name: "Bran"), Person(name: "Cersei")]

  @Test func lists() async {
    var list = PaginatedList<Person, Int>(firstCursor: 0)
    PaginatedList.reduce(&list, .nextPageWanted)
    #expect(list.request?.cursor == 0)
    var fresh = PaginatedList<Person, Int>(firstCursor: 0, repeats: RepeatedItems.last)
    PaginatedList.reduce(&fresh, .nextPageWanted)
    PaginatedList.reduce(&fresh, .pageLoaded(Page(contents: people + people, next: nil)))
    #expect(fresh.items == people && fresh.repeatCount == 3)
    var search = PaginatedSearch<String, Person, Int>(list: PaginatedList(firstCursor: 0))
    search.look(for: "ar")
    #expect(search.request?.query == "ar")
  }

  @Test func feedbacks() async {
    let server = server
    let source = PagesByIndex { page in await server.people("", page) }
    let reading = Feedback<People, People.Event>.list(
      { $0 }, from: source, retrying: RetryPolicy(), event: { $0 })
    let list = Loop(People(of: source), reduce: People.reduce, feedbacks: [reading])
    list.send(.nextPageWanted)
    await eventually { list.state.items.count == 2 && list.state.total == 4 }
  }

  @Test func searches() async {
    let server = server
    let reading = Feedback<Search, Search.Event>.search(
      { $0 }, read: { query, page in await server.people(query, page) }, event: { $0 })
    let search = Loop(
      Search(query: "a", list: People(firstCursor: 1)), reduce: Search.reduce, feedbacks: [reading])
    #expect(search.state.request == nil)  // nothing is wanted before the search or the view starts
  }

  @Test func sources() async throws {
    let people = people
    let source = PagesByOffset(limit: 2) { offset, limit in
      Array(people.dropFirst(offset).prefix(limit))
    }
    var seen: [Person] = []
    for try await page in source.pages { seen += page.contents }
    #expect(seen == people)
    func bran() async throws -> Person? {
      for try await person in source.items() where person.name == "Bran" { return person }
      return nil
    }
    #expect(try await bran() == people[1])
    let pages: PageSequence = source.pages
    let items: ItemSequence = source.items()
    var (firstPage, firstItem) = (pages.makeAsyncIterator(), items.makeAsyncIterator())
    #expect(try await firstPage.next()?.contents.first == firstItem.next())
    #expect(try await Houses().page(at: 3).next == nil)
  }

  @Test func tokensAndAnySource() async throws {
    let source = PagesByContinuation { (token: String?) in
      Page(contents: [token ?? "first"], next: token == nil ? "second" : nil)
    }
    #expect(try await source.page(at: .at("second")).contents == ["second"])
    let people = people
    let local = PagesByOffset(limit: 2) { offset, limit in
      Array(people.dropFirst(offset).prefix(limit))
    }
    let server = server
    let remote = PagesByIndex { page in await server.people("", page) }
    let isLocal = people.count > 2
    let any = isLocal ? AnyPageSource(local) : AnyPageSource(remote)
    var list = PaginatedList<Person, AnyPageCursor>(of: any)
    PaginatedList.reduce(&list, .nextPageWanted)
    #expect(list.request?.cursor == AnyPageCursor(0))
  }

  @Test func failures() {
    let failure = PageFailure(Status.notFound)
    #expect(failure.error(as: Status.self) == .notFound)
    var state = Pages.State(firstCursor: 0)
    Pages.reduce(&state, .nextPageWanted)
    let request: PageRequest<Int>? = state.request
    Pages.reduce(&state, .pageFailed(failure))
    let retry: PageRetry? = state.retry(by: RetryPolicy(limit: 3))
    #expect(request?.cursor == 0)
    let policy = RetryPolicy(limit: 3, firstDelay: .seconds(2), spread: 0)
    #expect(retry.map { policy.delay(before: $0, chance: 0) } == .seconds(2))
    let hopeless = PageFailure(Status.notFound, retryAdvice: RetryAdvice.never)
    Pages.reduce(&state, .retried)
    Pages.reduce(&state, .pageFailed(hopeless))
    #expect(state.retry(by: policy) == nil)
    let viewport = Viewport(end: 18, prefetchDistance: 2)
    #expect(viewport.reachesEnd(of: 20))
  }
}
