import FeedbackLoop
import LibraryTestSupport
import Pagination
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SearchTests {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: String
  }

  private typealias Search = PaginatedSearch<String, Row, Int>

  private enum Event: Sendable {
    case typed(String)
    case answered(Search.Request, Result<Page<[Row], Int>, PageFailure>)
  }

  /// Answers at once, except for the query that the gate holds back.
  private func loop(holding held: String, at gate: Gate) -> Loop<Search, Event> {
    var search = Search(query: "", list: PaginatedList(firstCursor: 0))
    PaginatedList.reduce(&search.list, .viewed(lastRow: nil))
    return Loop<Search, Event>(
      search,
      reduce: { search, event in
        switch event {
        case .typed(let text): search.look(for: text)
        case .answered(let request, let answer): search.take(answer, to: request)
        }
      },
      feedbacks: [
        Feedback(request: \.request) { request in
          if request.query == held { await gate.wait() }
          let rows = (0..<3).map { Row(id: "\(request.query)\($0)") }
          return .answered(request, .success(Page(contents: rows, next: nil)))
        }
      ])
  }

  @Test func anotherQueryStartsOverAndDropsLateAnswers() async {
    let gate = Gate()
    let loop = loop(holding: "a", at: gate)
    await eventually { loop.state.list.items.map(\.id) == ["0", "1", "2"] }
    loop.send(.typed("a"))
    #expect(loop.state.list.items.isEmpty)
    #expect(loop.state.list.pages.isLoading)
    await gate.untilReached()
    loop.send(.typed("ab"))
    await eventually { loop.state.list.items.map(\.id) == ["ab0", "ab1", "ab2"] }
    await gate.open()
    for _ in 0..<100 { await Task.yield() }
    #expect(loop.state.list.items.map(\.id) == ["ab0", "ab1", "ab2"])
    #expect(loop.state.list.pages.isExhausted)
  }

  @Test func anEqualQueryChangesNothing() async {
    let loop = loop(holding: "never", at: Gate())
    await eventually { loop.state.list.items.count == 3 }
    loop.send(.typed(""))
    #expect(loop.state.list.items.count == 3)
    #expect(loop.state.request == nil)
  }
}

/// Holds back every caller until it is opened.
private actor Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      for watcher in watching { watcher.resume() }
      watching = []
    }
  }

  /// Returns when a caller waits.
  func untilReached() async {
    if waiting.isEmpty { await withCheckedContinuation { watching.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
