import FeedbackLoop
import LibraryTestSupport
import Pagination
import Testing

/// The content of a screen with one long list: the rows, and a line below them.
struct PageViewModel: Sendable {
  struct Item: Identifiable, Equatable, Sendable { let id: Int }

  typealias List = PaginatedList<Item, Int>

  var list: List

  var footer: String {
    if let failure = list.pages.lastError { return "\(failure); tap to retry" }
    if list.pages.isLoading { return "loading…" }
    if list.pages.isExhausted { return "all \(list.items.count)" }
    return "\(list.items.count) of \(list.total.map(String.init) ?? "many")"
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PageViewModelExample {
  private enum Refusal: Error, Hashable { case busy }

  /// A server that is busy when its second page is requested for the first time.
  private actor Server {
    private var hasRefused = false

    func page(_ number: Int) throws -> Page<[PageViewModel.Item], Int> {
      if number == 2, !hasRefused {
        hasRefused = true
        throw Refusal.busy
      }
      let items = (0..<10).map { PageViewModel.Item(id: number * 10 + $0) }
      return Page(contents: items, next: number < 3 ? number + 1 : nil, total: 30)
    }
  }

  @Test func theFooterFollows() async {
    let server = Server()
    let source = PagesByIndex { try await server.page($0) }
    let model = Loop<PageViewModel, PageViewModel.List.Event>(
      PageViewModel(list: PaginatedList(of: source)),
      reduce: Loop.scope(\.list, event: { $0 }, reduce: PaginatedList.reduce),
      feedbacks: [.list({ $0.list }, from: source, event: { $0 })])
    model.send(.nextPageWanted)
    #expect(model.state.footer == "loading…")
    await eventually { model.state.footer == "10 of 30" }
    model.send(.nextPageWanted)
    await eventually { model.state.footer == "busy; tap to retry" }
    #expect(model.state.list.pages.lastError?.error(as: Refusal.self) == .busy)
    model.send(.retried)
    await eventually { model.state.footer == "20 of 30" }
    model.send(.nextPageWanted)
    await eventually { model.state.footer == "all 30" }
  }
}
