import LibraryTestSupport
import Pagination
import Testing

struct PageLawTests {
  private struct Item: Identifiable, Equatable {
    let id: Int
  }

  /// Each page repeats some rows of the previous page; some attempts fail.
  @Test(arguments: UInt64(0)..<200)
  func byRetryingEveryRowIsReadOnceAndInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...60, using: &random)
    var list = PaginatedList<Item, Int>(firstCursor: 0)
    var repeats = 0
    PaginatedList.reduce(&list, .viewed(lastRow: nil))
    for _ in 0..<2_000 {
      guard let request = list.request else {
        if list.pages.isExhausted { break }
        // Several successive pages had nothing new; the list continues on request.
        PaginatedList.reduce(&list, .nextPageWanted)
        continue
      }
      if Bool.random(using: &random) {
        PaginatedList.reduce(&list, .pageFailed(PageFailure(reason: "broken")))
        #expect(list.request == nil)
        PaginatedList.reduce(&list, .retried)
        continue
      }
      let start = max(0, request.cursor - Int.random(in: 0...3, using: &random))
      let end = min(count, request.cursor + Int.random(in: 0...9, using: &random))
      repeats += request.cursor - start
      let page = Page(contents: (start..<end).map(Item.init), next: end < count ? end : nil)
      PaginatedList.reduce(&list, .pageLoaded(page))
      PaginatedList.reduce(&list, .viewed(lastRow: list.items.count - 1))
    }
    #expect(list.pages.isExhausted)
    #expect(list.items.map(\.id) == Array(0..<count))
    #expect(list.repeatCount == repeats)
  }
}
