import Edits
import Glibc
import NameSearch
import PageSources
import Pagination
import TargetStore
import TestSupport
import Testing

@testable import targets

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
    let name = first.contents.rows.lines.names[0]
    _ = try program.run("dead", "--add", name.text)
    let again = try await pages.page(at: pages.firstCursor)
    #expect(again.contents.kept == [name.bare: .dead])
  }

  /// What was crossed off must not look alive because somebody is writing just then.
  @Test func whileTheStoreCannotBeReadThePageHasFailedAndMayBeTriedAgain() async throws {
    let pages = try pages()
    let first = try await pages.page(at: pages.firstCursor)
    _ = try program.run("dead", "--add", first.contents.rows.lines.names[0].text)
    let file = open(program.store, O_RDWR | O_CLOEXEC)
    // The bytes that SQLite locks, all of them: "open file description locks" of Linux.
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
    let setLock: CInt = 37
    #expect(fcntl(file, setLock, &lock) == 0)
    let error = await #expect(throws: StoreError.self) {
      try await pages.page(at: pages.firstCursor)
    }
    #expect(error == .busy(path: program.store))
    #expect(PageFailure(try #require(error)).retryAdvice == .whenever)
    close(file)
    #expect(try await pages.page(at: pages.firstCursor).contents.kept.count == 1)
  }
}
