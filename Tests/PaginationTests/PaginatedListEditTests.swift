import LibraryTestSupport
import Pagination
import Testing

/// Edits of a list between its pages, and lists that are reloaded.
struct PaginatedListEditTests {
  private struct Item: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  private typealias List = PaginatedList<Item, Int>

  private func page(_ ids: [Int], next: Int? = 1, total: Int? = nil) -> Page<[Item], Int> {
    Page(contents: ids.map { Item(id: $0) }, next: next, total: total)
  }

  private func load(_ list: inout List, _ page: Page<[Item], Int>) {
    List.reduce(&list, .nextPageWanted)
    List.reduce(&list, .pageLoaded(page))
  }

  /// After random edits, the list equals an array that is searched from its start for each edit.
  @Test(arguments: UInt64(0)..<40)
  func theItemsEqualThoseOfAnArrayAfterAnyEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = List(firstCursor: 0)
    var model: [Item] = []
    var dropped: Set<Int> = []
    for step in 0..<60 {
      let id = Int.random(in: 0..<25, using: &random)
      let place = model.firstIndex { $0.id == id }
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let ids = (0..<4).map { _ in Int.random(in: 0..<25, using: &random) }
        load(&list, page(ids))
        for id in ids where !dropped.contains(id) && !model.contains(where: { $0.id == id }) {
          model.append(Item(id: id))
        }
      case 1:
        let offset = Int.random(in: -1...(model.count + 1), using: &random)
        #expect(list.insert(Item(id: id, text: "in"), at: offset) == (place == nil))
        if place == nil {
          model.insert(Item(id: id, text: "in"), at: min(max(offset, 0), model.count))
          dropped.remove(id)
        }
      case 2:
        #expect(list.drop(id) == place.map { model.remove(at: $0) })
        dropped.insert(id)
      case 3:
        #expect(list.replace(with: Item(id: id, text: "\(step)")) == (place != nil))
        if let place { model[place].text = "\(step)" }
      default:
        #expect(list.update(id) { $0.text += "u" } == (place != nil))
        if let place { model[place].text += "u" }
      }
      #expect(list.items == model)
      #expect(list.offset(of: id) == model.firstIndex { $0.id == id })
    }
  }

  /// The item is the first one, one in the middle, or the last one.
  @Test(arguments: [1, 2, 3])
  func anItemThatIsDroppedAndInsertedAgainLeavesNoTrace(id: Int) throws {
    var list = List(firstCursor: 0)
    load(&list, page([1, 2, 3]))
    let before = list
    let offset = try #require(list.offset(of: id))
    let item = list.drop(id)
    #expect(list != before)
    list.insert(try #require(item), at: offset)
    #expect(list == before)
  }

  @Test func anOffsetIsFoundAmongDroppedItems() {
    var list = List(firstCursor: 0)
    load(&list, page(Array(0..<1_000)))
    for id in stride(from: 0, to: 1_000, by: 3) { list.drop(id) }
    for (offset, item) in list.items.enumerated() { #expect(list.offset(of: item.id) == offset) }
  }

  @Test func aRefreshKeepsTheItemsUntilItsFirstPageArrives() {
    var list = List(firstCursor: 0)
    load(&list, page([1, 2]))
    load(&list, page([3], next: nil))
    list.drop(2)
    List.reduce(&list, .refreshed)
    #expect(list.items.map(\.id) == [1, 3])
    #expect(list.isRefreshing && list.request?.cursor == 0)
    List.reduce(&list, .pageFailed(PageFailure(reason: "no network")))
    #expect(list.items.map(\.id) == [1, 3] && list.isRefreshing)
    List.reduce(&list, .retried)
    List.reduce(&list, .pageLoaded(page([2, 4])))
    #expect(list.items.map(\.id) == [2, 4])
    #expect(!list.isRefreshing && list.request == nil)
  }

  @Test func aReloadDuringARefreshIsAReload() {
    var list = List(firstCursor: 0)
    load(&list, page([1]))
    List.reduce(&list, .refreshed)
    List.reduce(&list, .reloaded)
    #expect(list.items.isEmpty && !list.isRefreshing)
  }

  @Test func theTotalIsTheOneReportedLast() {
    var list = List(firstCursor: 0)
    load(&list, page([1], total: 9))
    load(&list, page([2]))
    #expect(list.total == 9)
    load(&list, page([3], total: 8))
    #expect(list.total == 8)
    List.reduce(&list, .reset)
    #expect(list.total == nil)
    #expect(page([1], total: 4).map { $0.count }.total == 4)
  }

  @Test(arguments: [1, 2, 5])
  func fruitlessPagesAreReadUpToTheLimit(limit: Int) {
    var list = List(firstCursor: 0, fruitlessPageLimit: limit)
    List.reduce(&list, .viewed(lastRow: 0))
    var read = 0
    while list.request != nil {
      List.reduce(&list, .pageLoaded(page(read == 0 ? [1] : [])))
      List.reduce(&list, .viewed(lastRow: 0))
      read += 1
    }
    #expect(read == limit + 1)
  }
}
