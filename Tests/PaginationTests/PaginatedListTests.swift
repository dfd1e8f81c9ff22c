import FeedbackLoop
import LibraryTestSupport
import Pagination
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PaginatedListTests {
  private struct Item: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  private typealias List = PaginatedList<Item, Int>

  private func items(_ ids: Int...) -> [Item] {
    ids.map { Item(id: $0) }
  }

  private func list(after events: List.Event...) -> List {
    events.reduce(into: List(firstCursor: 0)) { List.reduce(&$0, $1) }
  }

  @Test func pagesAreAppendedUntilTheListIsReset() {
    var list = List(firstCursor: 0)
    #expect(list.items.isEmpty)
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: items(1, 2), next: 1)))
    #expect(list.items == items(1, 2))
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: items(3, 4), next: nil)))
    #expect(list.items == items(1, 2, 3, 4))
    #expect(list.pages.isExhausted)
    List.reduce(&list, .reset)
    #expect(list.items.isEmpty)
    #expect(list.request == nil)
  }

  @Test func aRepeatedItemIsSkippedAndCounted() {
    let first = Item(id: 1, text: "first")
    let second = Item(id: 1, text: "second")
    let list = list(
      after: .nextPageWanted, .pageLoaded(Page(contents: [first, second], next: 1)),
      .nextPageWanted, .pageLoaded(Page(contents: [Item(id: 2), second], next: nil)))
    #expect(list.items == [first, Item(id: 2)])
    #expect(list.repeatCount == 2)
  }

  @Test func theItemThatWasLoadedLastIsKeptAtThePlaceOfTheFirst() {
    let pages = [
      Page(contents: [Item(id: 1, text: "a"), Item(id: 2)], next: 1),
      Page(contents: [Item(id: 3), Item(id: 1, text: "b"), Item(id: 3, text: "c")], next: nil),
    ]
    var list = List(firstCursor: 0, repeats: .last)
    for page in pages {
      List.reduce(&list, .nextPageWanted)
      List.reduce(&list, .pageLoaded(page))
    }
    #expect(list.items == [Item(id: 1, text: "b"), Item(id: 2), Item(id: 3, text: "c")])
    #expect(list.repeatCount == 2)
  }

  @Test func thePlaceOfTheItemThatWasLoadedLastIsFoundAfterADrop() {
    var list = List(firstCursor: 0, repeats: .last)
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: items(1, 2, 3), next: 1)))
    list.drop(1)
    List.reduce(&list, .nextPageWanted)
    let page = Page(contents: [Item(id: 3, text: "new"), Item(id: 1)], next: Int?.none)
    List.reduce(&list, .pageLoaded(page))
    #expect(list.items == [Item(id: 2), Item(id: 3, text: "new")])
  }

  @Test(arguments: [[4, 1], [4, 5, 4]])
  func aPageThatRepeatsAnItemCanBeAFailure(ids: [Int]) {
    var list = List(firstCursor: 0, repeats: .error)
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: items(1, 2), next: 1)))
    List.reduce(&list, .nextPageWanted)
    let page = Page(contents: ids.map { Item(id: $0) }, next: 2)
    List.reduce(&list, .pageLoaded(page))
    #expect(list.items == items(1, 2))
    #expect(list.pages.lastError?.reason == "item \(ids.last ?? 0) is in the list twice")
    #expect(list.pages.retry(by: RetryPolicy()) == nil)
    List.reduce(&list, .retried)
    #expect(list.request?.cursor == 1)
  }

  @Test func aRefreshMayRepeatTheItemsThatItReplaces() {
    var list = List(firstCursor: 0, repeats: .error)
    let page = Page(contents: items(1, 2), next: 1)
    for event in [List.Event.nextPageWanted, .pageLoaded(page), .refreshed, .pageLoaded(page)] {
      List.reduce(&list, event)
    }
    #expect(list.items == items(1, 2) && list.pages.lastError == nil && !list.isRefreshing)
  }

  /// An item that was shown before the server had it, so that the server sends it for the first time.
  @Test func aPageMayBringAnInsertedItemOnce() {
    var list = List(firstCursor: 0, repeats: .error)
    list.insert(Item(id: 2, text: "mine"), at: 0)
    let pages = [Page(contents: items(1, 2), next: 1), Page(contents: items(3, 2), next: 2)]
    for page in pages {
      List.reduce(&list, .nextPageWanted)
      List.reduce(&list, .pageLoaded(page))
      #expect(list.items == [Item(id: 2, text: "mine"), Item(id: 1)])
    }
    #expect(list.pages.lastError?.reason == "item 2 is in the list twice")
  }

  @Test func anInsertedItemThatAPageHasTwiceIsAFailure() {
    var list = List(firstCursor: 0, repeats: .error)
    list.insert(Item(id: 1), at: 0)
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: items(1, 1), next: 1)))
    #expect(list.pages.lastError?.reason == "item 1 is in the list twice")
  }

  /// Undoing an edit changes nothing about which items the server has sent.
  @Test(arguments: [true, false])
  func anItemThatIsTakenBackMayBeBroughtAsBefore(isLoaded: Bool) {
    var list = List(firstCursor: 0, repeats: .error)
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: isLoaded ? items(1, 2) : items(2), next: 1)))
    if !isLoaded { list.insert(Item(id: 1), at: 0) }
    list.drop(1)
    list.insert(Item(id: 1), at: 0)
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: items(1), next: nil)))
    #expect(list.items == items(1, 2))
    #expect((list.pages.lastError == nil) == !isLoaded)
  }

  @Test func anItemThatWasDroppedBeforeItWasLoadedMayBeBroughtOnce() {
    var list = List(firstCursor: 0, repeats: .error)
    list.drop(1)
    list.insert(Item(id: 1), at: 0)
    for page in [Page(contents: items(1, 2), next: 1), Page(contents: items(1), next: 2)] {
      List.reduce(&list, .nextPageWanted)
      List.reduce(&list, .pageLoaded(page))
    }
    #expect(list.items == items(1, 2))
    #expect(list.pages.lastError?.reason == "item 1 is in the list twice")
  }

  @Test func aDroppedItemIsSkippedAndNoFailure() {
    var list = List(firstCursor: 0, repeats: .error)
    list.drop(1)
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(Page(contents: items(1, 2), next: nil)))
    #expect(list.items == items(2) && list.pages.lastError == nil)
  }

  @Test func afterAResetNoIdentityIsKnown() {
    let page = Page(contents: items(1), next: 1)
    let list = list(after: .nextPageWanted, .pageLoaded(page), .reloaded, .pageLoaded(page))
    #expect(list.items == items(1))
    #expect(list.repeatCount == 0)
  }

  @Test func aFailureKeepsTheItems() {
    let failure = PageFailure(reason: "no network")
    let list = list(
      after: .nextPageWanted, .pageLoaded(Page(contents: items(1), next: 5)), .nextPageWanted,
      .pageFailed(failure))
    #expect(list.items == items(1))
    #expect(list.pages.lastError == failure)
    var retried = list
    List.reduce(&retried, .retried)
    #expect(retried.request?.cursor == 5)
  }

  @Test func anUnexpectedPageIsIgnored() {
    let list = list(after: .pageLoaded(Page(contents: items(1), next: nil)))
    #expect(list == List(firstCursor: 0))
  }

  @Test(arguments: UInt64(0)..<50)
  func eachIdentityOccursOnceInOrderOfArrival(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ids = (0..<60).map { _ in Int.random(in: 0..<40, using: &random) }
    var list = List(firstCursor: 0)
    var rest = ids[...]
    while !rest.isEmpty {
      let page = rest.prefix(Int.random(in: 0...9, using: &random))
      rest = rest.dropFirst(page.count)
      List.reduce(&list, .nextPageWanted)
      List.reduce(&list, .pageLoaded(Page(contents: page.map { Item(id: $0) }, next: 0)))
    }
    let expected = ids.indices.filter { !ids[..<$0].contains(ids[$0]) }.map { ids[$0] }
    #expect(list.items.map(\.id) == expected)
    #expect(list.items.count + list.repeatCount == ids.count)
  }

  @Test func aLoopRunsIt() async {
    let numbers = Feedback<List, List.Event>(request: \.request) { request in
      let ids = request.cursor..<request.cursor + 3
      let next = ids.upperBound < 9 ? ids.upperBound : nil
      return .pageLoaded(Page(contents: ids.map { Item(id: $0) }, next: next))
    }
    let loop = Loop(List(firstCursor: 0), reduce: List.reduce, feedbacks: [numbers])
    for pageCount in 1...3 {
      loop.send(.nextPageWanted)
      await eventually { loop.state.pages.pageCount == pageCount }
    }
    #expect(loop.state.items.map(\.id) == Array(0..<9))
    #expect(loop.state.pages.isExhausted)
  }
}
