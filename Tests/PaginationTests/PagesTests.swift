import LibraryTestSupport
import Pagination
import Testing

struct PagesTests {
  private typealias State = Pages.State<Int>
  private typealias Event = Pages.Event<Int>

  private let failure = PageFailure(reason: "no network")

  /// The state after some events, of a list that begins at 1.
  private func state(after events: Event...) -> State {
    events.reduce(into: State(firstCursor: 1)) { Pages.reduce(&$0, $1) }
  }

  @Test func nothingIsLoadedUntilItIsWanted() {
    let state = State(firstCursor: 1)
    #expect(state.request == nil)
    #expect(!state.isLoading)
    #expect(!state.isExhausted)
    #expect(state.lastError == nil)
    #expect(state.pageCount == 0)
  }

  @Test func aWantedPageIsLoadingUntilItArrives() {
    #expect(state(after: .nextPageWanted).isLoading)
    #expect(!state(after: .nextPageWanted, .pageLoaded(next: 2)).isLoading)
    #expect(state(after: .nextPageWanted, .pageLoaded(next: 2), .nextPageWanted).isLoading)
    #expect(!state(after: .nextPageWanted, .pageFailed(failure)).isLoading)
  }

  @Test func eachPageBeginsWhereThePreviousOneEnds() {
    #expect(state(after: .nextPageWanted).request?.cursor == 1)
    let second = state(after: .nextPageWanted, .pageLoaded(next: 7), .nextPageWanted)
    #expect(second.request?.cursor == 7)
    #expect(second.request?.pageNumber == 1)
  }

  @Test func theListIsExhaustedAfterThePageWithoutASuccessor() {
    let loading = state(after: .nextPageWanted, .pageLoaded(next: 2), .nextPageWanted)
    #expect(!loading.isExhausted)
    var state = loading
    Pages.reduce(&state, .pageLoaded(next: nil))
    #expect(state.isExhausted)
    #expect(state.pageCount == 2)
    Pages.reduce(&state, .reset)
    #expect(!state.isExhausted)
  }

  @Test func theLastErrorStaysUntilTheRetry() {
    var state = state(after: .nextPageWanted, .pageLoaded(next: 2), .nextPageWanted)
    #expect(state.lastError == nil)
    Pages.reduce(&state, .pageFailed(failure))
    #expect(state.lastError == failure)
    Pages.reduce(&state, .retried)
    #expect(state.lastError == nil)
    Pages.reduce(&state, .pageLoaded(next: 3))
    #expect(state.lastError == nil)
    Pages.reduce(&state, .nextPageWanted)
    Pages.reduce(&state, .pageFailed(failure))
    #expect(state.lastError == failure)
    Pages.reduce(&state, .reset)
    #expect(state.lastError == nil)
  }

  @Test func aRetryRequestsTheSamePageAgain() {
    var state = state(after: .nextPageWanted, .pageLoaded(next: 2), .nextPageWanted)
    let first = state.request
    Pages.reduce(&state, .pageFailed(failure))
    Pages.reduce(&state, .retried)
    #expect(state.request?.cursor == 2)
    #expect(state.request?.attempt == 1)
    #expect(state.request != first)
    Pages.reduce(&state, .pageLoaded(next: 3))
    Pages.reduce(&state, .nextPageWanted)
    #expect(state.request?.attempt == 0)
  }

  @Test func moreIsNotWantedWhileLoadingOrFailedOrExhausted() {
    let states = [
      state(after: .nextPageWanted),
      state(after: .nextPageWanted, .pageFailed(failure)),
      state(after: .nextPageWanted, .pageLoaded(next: nil)),
    ]
    for state in states {
      var same = state
      Pages.reduce(&same, .nextPageWanted)
      #expect(same == state)
    }
  }

  @Test func thereIsNothingToRetryWithoutAFailure() {
    let states = [
      State(firstCursor: 1),
      state(after: .nextPageWanted),
      state(after: .nextPageWanted, .pageLoaded(next: nil)),
    ]
    for state in states {
      var same = state
      Pages.reduce(&same, .retried)
      #expect(same == state)
    }
  }

  @Test func anUnexpectedAnswerIsIgnored() {
    let states = [
      State(firstCursor: 1),
      state(after: .nextPageWanted, .pageLoaded(next: 2)),
      state(after: .nextPageWanted, .pageFailed(failure)),
      state(after: .nextPageWanted, .reset),
    ]
    for state in states {
      var same = state
      Pages.reduce(&same, .pageLoaded(next: 9))
      Pages.reduce(&same, .pageFailed(PageFailure(reason: "late")))
      #expect(same == state)
    }
  }

  @Test func aResetWhileLoadingLeavesNothing() {
    let state = state(after: .nextPageWanted, .pageLoaded(next: 2), .nextPageWanted, .reset)
    #expect(state.request == nil)
    #expect(state.nextCursor == 1)
    #expect(state.pageCount == 0)
    #expect(state.generation == 1)
  }

  @Test func aReloadWhileLoadingRequestsTheFirstPageAgain() {
    let first = state(after: .nextPageWanted)
    var again = first
    Pages.reduce(&again, .reloaded)
    #expect(again.request?.cursor == 1)
    #expect(again.request != first.request)
  }

  @Test func aReloadAfterTheEndOrAFailureStartsOver() {
    #expect(state(after: .nextPageWanted, .pageLoaded(next: nil), .reloaded).isLoading)
    let failed = state(after: .nextPageWanted, .pageFailed(failure), .reloaded)
    #expect(failed.isLoading)
    #expect(failed.request?.attempt == 0)
  }

  @Test(arguments: UInt64(0)..<100)
  func everySequenceOfEventsObeysTheRules(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let events: [Event] = [
      .nextPageWanted, .nextPageWanted, .pageLoaded(next: 1), .pageLoaded(next: 1),
      .pageLoaded(next: nil), .pageFailed(failure), .retried, .reset, .reloaded,
    ]
    var state = State(firstCursor: 1)
    var wishes: Set<PageRequest<Int>> = []
    for _ in 0..<200 {
      let before = state.request
      Pages.reduce(&state, events.randomElement(using: &random) ?? .reset)
      if let request = state.request {
        #expect(state.lastError == nil && !state.isExhausted)
        // All pages begin at the same place here, but requests still differ.
        #expect(request == before || wishes.insert(request).inserted)
      }
    }
  }
}
