import ListModel
import NameSearch
import PageSources
import Pagination
import TargetStore
import TestSupport
import Testing

@testable import ListLoading

@Suite(.ownThreads)
struct StoredFlagsTests {
  private let directory = TemporaryDirectory()
  private let list: ListName

  init() throws { list = try ListName("default") }

  private var path: String { directory.path("targets.db") }

  private func loader(_ address: String = "demo:rows=5,delay=0") throws -> ListLoader {
    try ListLoader(
      of: HelperPages(address: address, of: Executable.path(named: "targets")),
      store: TargetStore(path: path, patience: .zero), list: list,
      NameIndex(order: NameOrder()), publish: { _ in })
  }

  private func firstPage(_ loader: ListLoader) async throws -> RowBatch {
    try await loader.page(at: nil, searchingFor: "").contents
  }

  @Test func aPageHasTheStoredFlagsOfItsRows() async throws {
    let loader = try loader()
    let first = try await firstPage(loader)
    #expect(first.stored.isEmpty)
    let store = try TargetStore(path: path)
    _ = try await store.apply(Edit(.dead, [first.names[0]], addsUnknown: true), to: list)
    _ = try await store.apply(Edit(.dead, [first.names[1]], addsUnknown: true), to: list)
    let again = try await firstPage(loader)
    #expect(again.stored == [first.names[0]: .dead, first.names[1]: .dead])
  }

  /// A dead row must not look open because someone is writing at the moment.
  @Test func aPageFailsIfTheStoreCannotBeRead() async throws {
    let loader = try loader()
    let name = try await firstPage(loader).names[0]
    _ = try await TargetStore(path: path).apply(
      Edit(.dead, [name], addsUnknown: true), to: list)
    let lock = try ByteLock(path, ByteLock.ofSQLite)
    let error = await #expect(throws: StoreError.self) { try await firstPage(loader) }
    #expect(error == .busy(path: path))
    #expect(PageFailure(try #require(error)).retryAdvice == .whenever)
    lock.release()
    #expect(try await firstPage(loader).stored.count == 1)
  }

  @Test("Loading: a page whose flags could not be read has all its rows when it is read again")
  func secondPage() async throws {
    let loader = try loader("demo:rows=250,page=100,delay=0")
    let first = try await loader.page(at: nil, searchingFor: "")
    _ = try await TargetStore(path: path).apply(
      Edit(.dead, [first.contents.names[0]], addsUnknown: true), to: list)
    let lock = try ByteLock(path, ByteLock.ofSQLite)
    await #expect(throws: StoreError.self) {
      try await loader.page(at: first.next, searchingFor: "")
    }
    lock.release()
    let second = try await loader.page(at: first.next, searchingFor: "").contents
    #expect(second.names.count == 100)
    #expect(second.rows.count == 100)
  }
}
