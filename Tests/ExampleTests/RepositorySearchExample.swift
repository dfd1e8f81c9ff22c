import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import Pagination
import Testing

/// A search for repositories, which sends a request after a pause in typing, page by page.
struct RepositorySearch: Sendable {
  struct Repository: Identifiable, Equatable, Sendable { let id: String }

  typealias Results = PaginatedSearch<String, Repository, Int>

  enum Event: Sendable {
    case typed(String)
    case paused(text: String)
    case moreWanted
    case results(Results.Event)
  }

  var text = ""
  var results = Results(list: PaginatedList(firstCursor: 1))

  static func reduce(_ search: inout RepositorySearch, _ event: Event) {
    switch event {
    case .typed(let text): search.text = text
    case .paused(let text): search.results.look(for: text.isEmpty ? nil : text)
    case .moreWanted: PaginatedList.reduce(&search.results.list, .nextPageWanted)
    case .results(let event): Results.reduce(&search.results, event)
    }
  }

  @MainActor
  static func loop(
    clock: some Clock<Duration>,
    find: @escaping @Sendable (String, Int) async throws -> Page<[Repository], Int>
  ) -> Loop<RepositorySearch, Event> {
    Loop(
      RepositorySearch(), reduce: reduce,
      feedbacks: [
        .debounced(
          for: .milliseconds(300), clock: clock, request: { $0.text },
          event: { .paused(text: $0) }),
        .search({ $0.results }, read: find, retrying: RetryPolicy(), event: { .results($0) }),
      ])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RepositorySearchExample {
  private func ids(_ loop: Loop<RepositorySearch, RepositorySearch.Event>) -> [String] {
    loop.state.results.list.items.map(\.id)
  }

  @Test func oneRequestPerWordAndAnotherForMoreRows() async {
    let clock = TestClock()
    let loop = RepositorySearch.loop(clock: clock) { query, page in
      Page(contents: [.init(id: "\(query)/\(page)")], next: page + 1)
    }
    for text in ["s", "sw", "swift"] { loop.send(.typed(text)) }
    await clock.untilAsleep()
    #expect(loop.state.results.query == nil)
    await clock.advance(by: .milliseconds(300))
    await eventually { ids(loop) == ["swift/1"] }
    loop.send(.moreWanted)
    await eventually { ids(loop) == ["swift/1", "swift/2"] }
    loop.send(.typed(""))
    await clock.untilAsleep()
    await clock.advance(by: .milliseconds(300))
    await eventually { ids(loop).isEmpty }
    #expect(loop.state.results.request == nil)
  }
}
