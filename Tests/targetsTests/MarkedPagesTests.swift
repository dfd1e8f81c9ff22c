import ListModel
import Glibc
import NameSearch
import PageSources
import Pagination
import TargetStore
import TestSupport
import Testing

@testable import targets

@Suite(.ownThreads)
struct MarkedPagesTests {
  private let program: Program
  private let list: Name

  init() throws {
    program = try Program()
    list = try Name("default")
  }

  private func pages() throws -> MarkedPages {
    let helpers = try Executable.path(named: "targets-from-demo")
    let directory = String(helpers.prefix(upTo: helpers.lastIndex(of: "/") ?? helpers.endIndex))
    return MarkedPages(
      pages: try HelperPages(address: "demo:rows=5,delay=0", beside: directory),
      store: try TargetStore(path: program.store, patience: .zero), list: list)
  }

  @Test func aPageSaysWhatIsKeptOfItsRows() async throws {
    let pages = try pages()
    let first = try await pages.page(at: pages.firstCursor)
    #expect(first.contents.kept.isEmpty)
    let names = first.contents.rows.lines.names
    let store = try TargetStore(path: program.store)
    _ = try await store.apply(Edit(.markDead, [names[0]], addsUnknown: true), to: list)
    _ = try program.run("dead", "--add", names[1].text)
    let again = try await pages.page(at: pages.firstCursor)
    #expect(again.contents.kept == [names[0]: .dead])
  }

  /// What was crossed off must not look alive because somebody is writing just then.
  @Test func whileTheStoreCannotBeReadThePageHasFailedAndMayBeTriedAgain() async throws {
    let pages = try pages()
    let first = try await pages.page(at: pages.firstCursor)
    let name = first.contents.rows.lines.names[0]
    _ = try await TargetStore(path: program.store).apply(
      Edit(.markDead, [name], addsUnknown: true), to: list)
    let lock = try ByteLock(program.store, ByteLock.ofSQLite)
    let error = await #expect(throws: StoreError.self) {
      try await pages.page(at: pages.firstCursor)
    }
    #expect(error == .busy(path: program.store))
    #expect(PageFailure(try #require(error)).retryAdvice == .whenever)
    lock.release()
    #expect(try await pages.page(at: pages.firstCursor).contents.kept.count == 1)
  }
}
