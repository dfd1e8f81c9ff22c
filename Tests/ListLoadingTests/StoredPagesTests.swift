import ListModel
import NameSearch
import PageSources
import Pagination
import TargetStore
import TestSupport
import Testing

@testable import ListLoading

struct StoredPagesTests {
  private let directory = TemporaryDirectory()

  /// A list whose first name in alphabetical order is its last one in byte order.
  private func store(of count: Int) async throws -> (TargetStore, ListName) {
    let store = try TargetStore(path: directory.path("targets.db"))
    let list = try ListName("default")
    var batch = try NameBatch((0..<count).map { "Name \($0)" })
    batch.append(try Name("ärger"))
    _ = try await store.importNames(batch, into: list)
    return (store, list)
  }

  private func pages(_ source: StoredPages) async throws -> [[String]] {
    var pages: [[String]] = []
    var cursor: StoredPages.Cursor? = source.firstCursor
    while let here = cursor {
      let page = try await source.page(at: here)
      let names = page.contents.names
      pages.append((0..<names.count).map { names[$0].text })
      cursor = page.next
    }
    return pages
  }

  @Test(arguments: [10, 1_000, 9_000])
  func theFirstPageHasTheFirstNamesAndNoNameIsRepeated(count: Int) async throws {
    let (store, list) = try await store(of: count)
    let pages = try await pages(StoredPages(store: store, list: list).beginning(in: NameOrder()))
    #expect(pages[0].contains("ärger"))
    let expected = (0..<count).map { "Name \($0)" } + ["ärger"]
    #expect(pages.joined().sorted() == expected.sorted())
  }

  @Test func withoutAnOrderNamesAreInStoredOrder() async throws {
    let (store, list) = try await store(of: 1_500)
    let pages = try await pages(StoredPages(store: store, list: list))
    #expect(Array(pages.joined()) == ((0..<1_500).map { "Name \($0)" }.sorted() + ["ärger"]))
  }

  @Test("Loading: the first page of a stored list has the names that are shown first")
  func firstPage() async throws {
    let (store, list) = try await store(of: 9_000)
    let loader = ListLoader(
      of: StoredPages(store: store, list: list), store: store, list: list,
      NameIndex(order: NameOrder()), publish: { _ in })
    let first = try await loader.page(at: nil, searchingFor: "").contents.names
    #expect((0..<first.count).contains { first[$0].text == "ärger" })
  }
}
