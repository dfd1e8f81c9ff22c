import LibraryTestSupport
import ListModel
import NameSearch
import TestSupport
import Testing

@testable import Browser

/// When the snapshot of a list is written.
struct SnapshotRequestTests {
  private func browser(_ count: Int) throws -> BrowserDriver {
    var browser = try BrowserDriver { $0.keepsSnapshots = true }
    let batch = try NameBatch((0..<count).map { "n\($0)" })
    browser.send(.list(.indexed(browser.state.list.index.adding(batch), areAll: true)))
    return browser
  }

  private func touch(_ browser: inout BrowserDriver, _ changes: [Name: Flags?], version: Int64) {
    browser.send(.following(.storeTouched))
    guard let look = browser.state.changesToRead else { return }
    let mark = ListVersion(identity: "list", version: version)
    browser.send(.following(.storeRead(look, .changes(changes.map { ($0, $1) }, upTo: mark))))
  }

  @Test func onlyALongListHasASnapshot() throws {
    #expect(try browser(9_999).state.snapshotToWrite == nil)
    #expect(try browser(10_000).state.snapshotToWrite != nil)
    #expect(try browser(20_000).state.snapshotToWrite == nil)  // its words are not indexed yet
    var long = try browser(20_000)
    let indexed = try #require(long.state.list.index.indexingWords())
    long.send(.list(.indexed(indexed, areAll: true)))
    #expect(long.state.snapshotToWrite != nil)
  }

  @Test func aSnapshotIsRewrittenAfterManyChanges() throws {
    var browser = try browser(14_000)
    touch(&browser, [:], version: 10)
    browser.send(.following(.snapshotEnded(try #require(browser.state.snapshotToWrite))))
    #expect(browser.state.snapshotToWrite == nil)
    touch(&browser, [:], version: 5_010)
    #expect(browser.state.snapshotToWrite == nil)
    touch(&browser, [:], version: 5_011)
    browser.send(.following(.snapshotEnded(try #require(browser.state.snapshotToWrite))))

    let dead = try (0..<3_501).map { try Name("n\($0)") }
    touch(
      &browser, Dictionary(uniqueKeysWithValues: dead.prefix(3_500).map { ($0, .dead) }),
      version: 5_012)
    #expect(browser.state.snapshotToWrite == nil)
    touch(&browser, [dead[3_500]: .dead], version: 5_013)
    browser.send(.following(.snapshotEnded(try #require(browser.state.snapshotToWrite))))
    #expect(browser.state.snapshotToWrite == nil)

    let gone = try (0..<3_501).map { try Name("n\($0)") }
    browser.send(
      .list(.indexed(browser.state.list.index.removing(gone.prefix(3_500)), areAll: true)))
    #expect(browser.state.snapshotToWrite == nil)
    browser.send(.list(.indexed(browser.state.list.index.removing(gone), areAll: true)))
    #expect(browser.state.snapshotToWrite != nil)
  }

  @Test func noSnapshotIsWrittenDuringAnEdit() throws {
    var browser = try browser(10_000)
    browser.answersEdits = false
    browser.enter(":dead n7")
    #expect(browser.state.snapshotToWrite == nil)
    #expect(browser.state.missesSnapshot)
  }
}
