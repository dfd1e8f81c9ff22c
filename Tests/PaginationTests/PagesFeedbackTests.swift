import FeedbackLoop
import LibraryTestSupport
import Pagination
import Testing

/// Pages that a loop reads and stores itself.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PagesFeedbackTests {
  private struct State: Sendable {
    var pages = Pages.State(firstCursor: 1)
    var taken: [String] = []
  }

  private enum Event: Sendable {
    case pages(Pages.Event<Int>)
    case taken([String])
  }

  private let source = ScriptedSource()

  private func loop() -> Loop<State, Event> {
    Loop(
      State(),
      reduce: { state, event in
        switch event {
        case .pages(let event): Pages.reduce(&state.pages, event)
        case .taken(let names): state.taken += names
        }
      },
      feedbacks: [
        .pages(
          request: { $0.pages.request },
          read: { [source] in try await source.page(at: $0.cursor) },
          process: { contents, _, send in await send(.taken(contents)) },
          answer: { answer in
            switch answer {
            case .success(let next): .pages(.pageLoaded(next: next))
            case .failure(let failure): .pages(.pageFailed(failure))
            }
          })
      ])
  }

  @Test func aPageCountsOnceItIsProcessed() async {
    let loop = loop()
    var seen: [[Int]] = []
    let observation = loop.observe { seen.append([$0.taken.count, $0.pages.pageCount]) }
    defer { observation.cancel() }
    loop.send(.pages(.nextPageWanted))
    await eventually { source.asked == [1] }
    source.deliver("a", "b", next: 2)
    await eventually { loop.state.pages.pageCount == 1 }
    #expect(seen == [[0, 0], [0, 0], [2, 0], [2, 1]])
    #expect(loop.state.pages.nextCursor == 2)
  }

  @Test func aFailureIsSentAsAnEvent() async {
    let loop = loop()
    loop.send(.pages(.nextPageWanted))
    await eventually { source.asked == [1] }
    source.fail("busy")
    await eventually { loop.state.pages.lastError != nil }
    #expect(loop.state.taken == [])
  }

  @Test func aPageOfAReplacedListIsDropped() async {
    let loop = loop()
    loop.send(.pages(.nextPageWanted))
    await eventually { source.asked == [1] }
    loop.send(.pages(.redirected(to: 7)))
    await eventually { source.asked == [1, 7] }
    source.deliver("late", next: 2)
    source.deliver("wanted", next: nil)
    await eventually { loop.state.pages.isExhausted }
    #expect(loop.state.taken == ["wanted"])
    #expect(loop.state.pages.firstCursor == 7)
    #expect(loop.state.pages.generation == 1)
  }

  @Test func aSourceOfAnyKindIsReadByCursorsOfAnyKind() async throws {
    let numbers = PagesByOffset<Int>(limit: 2) { offset, limit in
      Array((offset..<min(offset + limit, 3)))
    }
    let source = AnyPageSource(numbers)
    let first = try await source.page(at: source.firstCursor)
    #expect(first.contents == [0, 1])
    let next = try #require(first.next)
    #expect(next != source.firstCursor)
    #expect(next == AnyPageCursor(2))
    #expect(Set([next, AnyPageCursor(2), AnyPageCursor("2")]).count == 2)
    #expect(try await source.page(at: next).contents == [2])
    #expect(first.map(\.count).contents == 2)
  }

  @Test func mappingAPageKeepsItsTotal() async throws {
    let source = PagesByContinuation<[Int], String> { _ in
      Page(contents: [1, 2], next: "b", total: 7)
    }
    #expect(try await source.page(at: source.firstCursor).total == 7)
    let any = AnyPageSource(source)
    #expect(try await any.page(at: any.firstCursor).map(\.count).total == 7)
  }
}
