import Pagination
import TestSupport
import Testing

/// What happens while a page is being taken.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PageHandoverTests {
  private let source = ScriptedSource()
  private let counter = Counter()

  /// Takes pages slowly: each one when the test lets it.
  private final class Counter {
    var events: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take(_ contents: [String]) async {
      events.append("takes \(contents.joined())")
      await withCheckedContinuation { waiting.append($0) }
      events.append("took \(contents.joined())\(Task.isCancelled ? ", not wanted" : "")")
    }

    func letOneGo() {
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
  }

  private func reader() -> PageReader<ScriptedSource> {
    PageReader(
      source: source, readsAhead: true, onPage: { [counter] in await counter.take($0) },
      onChange: { _ in })
  }

  private func settle() async {
    await TestClock().advance()
  }

  @Test func theNextPageIsReadWhenTheOneBeforeHasBeenTaken() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.deliver("a", next: 2)
    await eventually { counter.events == ["takes a"] }
    await settle()
    #expect(source.asked == [1])
    #expect(reader.state.isLoading && reader.state.pageCount == 0)
    counter.letOneGo()
    await eventually { source.asked == [1, 2] }
    #expect(counter.events == ["takes a", "took a"])
    source.deliver("b", next: nil)
    await eventually { counter.events.last == "takes b" }
    counter.letOneGo()
    await eventually { reader.state.isExhausted }
  }

  @Test func aPageThatIsResetWhileItIsTakenLearnsOfItAndDoesNotCount() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.deliver("a", next: 2)
    await eventually { counter.events == ["takes a"] }
    reader.reset()
    counter.letOneGo()
    await eventually { counter.events == ["takes a", "took a, not wanted"] }
    await settle()
    #expect(reader.state.pageCount == 0)
    #expect(source.asked == [1])
  }

  @Test func aReloadWaitsForThePageThatIsBeingTaken() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.deliver("a", next: 2)
    await eventually { counter.events == ["takes a"] }
    // Two successors wait; only the last of them may go on to read.
    reader.reload()
    await settle()
    reader.reload()
    await settle()
    #expect(source.asked == [1])
    counter.letOneGo()
    await eventually { source.asked == [1, 1] }
    source.deliver("b", next: nil)
    await eventually { counter.events.last == "takes b" }
    counter.letOneGo()
    await eventually { reader.state.isExhausted }
    #expect(counter.events == ["takes a", "took a, not wanted", "takes b", "took b"])
    #expect(source.asked == [1, 1])
  }
}
