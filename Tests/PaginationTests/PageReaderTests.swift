import Pagination
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PageReaderTests {
  private let source = ScriptedSource()
  private let log = Log()

  private final class Log {
    var entries: [String] = []
    var pages: [[String]] = []
  }

  private func reader(readsAhead: Bool = false) -> PageReader<ScriptedSource> {
    PageReader(
      source: source, readsAhead: readsAhead,
      onPage: { [log] contents in
        log.entries.append("page \(contents.joined())")
        log.pages.append(contents)
      },
      onChange: { [log] state in
        let condition = state.isLoading ? "loading" : state.isExhausted ? "exhausted" : "idle"
        log.entries.append("\(state.pageCount) \(condition)")
      })
  }

  /// Lets everything run that can.
  private func settle() async {
    await TestClock().advance()
  }

  @Test func nothingIsReadUntilAPageIsWanted() async {
    let reader = reader()
    await settle()
    #expect(source.asked.isEmpty)
    #expect(log.entries.isEmpty)
    #expect(!reader.state.isLoading)
  }

  @Test func aPageIsHandedOverBeforeItCounts() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.deliver("a", "b", next: 2)
    await eventually { reader.state.pageCount == 1 }
    reader.loadNextPage()
    await eventually { source.asked == [1, 2] }
    source.deliver("c", next: nil)
    await eventually { reader.state.isExhausted }
    #expect(
      log.entries == [
        "0 loading", "page ab", "1 idle", "1 loading", "page c", "2 exhausted",
      ])
  }

  @Test func onePageIsReadAtATime() async {
    let reader = reader()
    for _ in 0..<3 { reader.loadNextPage() }
    await eventually { source.asked == [1] }
    reader.loadNextPage()
    source.deliver("a", next: 2)
    await eventually { reader.state.pageCount == 1 }
    await settle()
    #expect(source.asked == [1])
    #expect(log.entries == ["0 loading", "page a", "1 idle"])
  }

  @Test func nothingIsReadPastTheEnd() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.deliver(next: nil)
    await eventually { reader.state.isExhausted }
    reader.loadNextPage()
    reader.retry()
    await settle()
    #expect(source.asked == [1])
    #expect(log.pages == [[]])
  }

  @Test func aPageThatFailedIsReadAgainOnlyByRetry() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.deliver("a", next: 2)
    await eventually { reader.state.pageCount == 1 }
    for attempt in 1...2 {
      if attempt == 1 { reader.loadNextPage() } else { reader.retry() }
      await eventually { source.asked.count == 1 + attempt }
      source.fail("no network")
      await eventually { reader.state.lastError == PageFailure(reason: "no network") }
      reader.loadNextPage()
      await settle()
      #expect(source.asked.count == 1 + attempt)
    }
    reader.retry()
    #expect(reader.state.lastError == nil)
    await eventually { source.asked == [1, 2, 2, 2] }
    source.deliver("b", next: nil)
    await eventually { reader.state.isExhausted }
    #expect(log.pages == [["a"], ["b"]])
  }

  @Test func readingAheadGoesOnToTheEnd() async {
    let reader = reader(readsAhead: true)
    reader.loadNextPage()
    for cursor in 1...3 {
      await eventually { source.asked.count == cursor }
      source.deliver("\(cursor)", next: cursor < 3 ? cursor + 1 : nil)
    }
    await eventually { reader.state.isExhausted }
    #expect(source.asked == [1, 2, 3])
    #expect(
      log.entries == [
        "0 loading", "page 1", "1 loading", "page 2", "2 loading", "page 3", "3 exhausted",
      ])
  }

  @Test func readingAheadStopsAtAFailureAndGoesOnAfterTheRetry() async {
    let reader = reader(readsAhead: true)
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.fail("broken")
    await eventually { reader.state.lastError != nil }
    await settle()
    #expect(source.asked == [1])
    reader.retry()
    await eventually { source.asked == [1, 1] }
    source.deliver("a", next: 2)
    await eventually { source.asked == [1, 1, 2] }
    source.deliver("b", next: nil)
    await eventually { reader.state.isExhausted }
    #expect(log.pages == [["a"], ["b"]])
  }

  @Test func aPageThatIsResetIsNotHandedOver() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    reader.reset()
    #expect(!reader.state.isLoading)
    source.deliver("stale", next: 2)
    await settle()
    #expect(log.pages.isEmpty)
    #expect(reader.state.pageCount == 0)
    reader.loadNextPage()
    await eventually { source.asked == [1, 1] }
    source.deliver("fresh", next: nil)
    await eventually { reader.state.isExhausted }
    #expect(log.pages == [["fresh"]])
  }

  @Test func aFailureThatIsResetIsForgotten() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    reader.reset()
    source.fail("stale")
    await settle()
    #expect(reader.state.lastError == nil)
  }

  @Test func aReloadReadsTheFirstPageWithoutWaitingForTheOldOne() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    source.deliver("a", next: 2)
    await eventually { reader.state.pageCount == 1 }
    reader.loadNextPage()
    await eventually { source.asked == [1, 2] }
    reader.reload()
    await eventually { source.asked == [1, 2, 1] }
    source.deliver("stale", next: 3)
    source.deliver("fresh", next: nil)
    await eventually { reader.state.isExhausted }
    #expect(log.pages == [["a"], ["fresh"]])
    #expect(reader.state.pageCount == 1)
  }

  @Test func afterStoppingNothingIsHandedOverOrRead() async {
    let reader = reader()
    reader.loadNextPage()
    await eventually { source.asked == [1] }
    reader.stop()
    source.deliver("stale", next: 2)
    await settle()
    reader.reload()
    await settle()
    #expect(source.asked == [1])
    #expect(log.entries == ["0 loading"])
  }

  @Test func afterReleasingItNothingIsHandedOver() async {
    var reader: PageReader? = reader()
    reader?.loadNextPage()
    await eventually { source.asked == [1] }
    reader = nil
    source.deliver("stale", next: 2)
    await settle()
    #expect(log.entries == ["0 loading"])
  }
}
