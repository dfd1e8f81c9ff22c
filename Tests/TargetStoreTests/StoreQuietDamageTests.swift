import ListModel
import Foundation
import Glibc
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Damage that SQLite does not notice when reading.
@Suite(.inTurn)
struct StoreQuietDamageTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// A list that is too long to be checked as a whole; every tenth name is dead.
  private func fillBeyondTheCheck() async throws {
    let all = try NameBatch(
      (100_000..<170_000).map { "name-\($0)-" + String(repeating: "x", count: 40) })
    let store = try fixture.open()
    _ = try await store.importNames(all, into: fixture.list)
    let dead = stride(from: 0, to: all.count, by: 10).map { all[$0] }
    _ = try await store.apply(Edit(.dead, dead), to: fixture.list)
    #expect(try fixture.bytes().count > 1_024 * 4_096)
  }

  /// Removes a row from the index of flagged names, as a lost page would.
  private func loseIndexEntries(where condition: String) throws {
    try runSQL(
      """
      PRAGMA writable_schema = ON;
      CREATE TEMP TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'said';
      DELETE FROM sqlite_schema WHERE name = 'said';
      PRAGMA writable_schema = RESET;
      UPDATE row SET verdict = NULL WHERE \(condition);
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema SELECT * FROM kept;
      """, on: fixture.path)
  }

  private func expectDamage(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let store = try fixture.open()
    do {
      _ = try await store.contents(of: fixture.list)
      Issue.record("the names were read", sourceLocation: sourceLocation)
    } catch StoreError.damaged {
    }
  }

  @Test func aLongListWithoutDamageIsRead() async throws {
    try await fillBeyondTheCheck()
    let flags = try await fixture.open().contents(of: fixture.list)
    #expect(flags.count == 70_000)
    #expect(flags.values.count { $0 == .dead } == 7_000)
  }

  @Test(arguments: ["name-100000", "name-135000", "name-169990"])
  func anIndexWithUnflaggedRowsIsDamage(name: String) async throws {
    try await fillBeyondTheCheck()
    try loseIndexEntries(where: "key LIKE '=\(name)%'")
    try await expectDamage()
  }

  @Test func rowsOutOfOrderAreDamage() async throws {
    try await fillBeyondTheCheck()
    var bytes = try fixture.bytes()
    // Swaps two cells in a leaf of the table, somewhere in the middle.
    let root = try openDatabase(fixture.path)
      .number("SELECT rootpage FROM sqlite_schema WHERE name = 'row'")
    var page = try #require(root)
    func number(at place: Int, length: Int) -> Int {
      let start = (page - 1) * 4_096 + place
      return bytes[start..<(start + length)].reduce(0) { $0 << 8 | Int($1) }
    }
    while number(at: 0, length: 1) == 2 {
      page = number(at: number(at: 12 + 2 * 20, length: 2), length: 4)
    }
    #expect(number(at: 0, length: 1) == 10 && number(at: 3, length: 2) > 20)
    let cells = (page - 1) * 4_096 + 8
    for byte in 0..<2 { bytes.swapAt(cells + 4 + byte, cells + 20 + byte) }
    try fixture.directory.write(bytes, to: "targets.db")
    try await expectDamage()
  }

  @Test func anIndexThatLacksARowIsDamage() async throws {
    _ = try await fixture.filled(with: "a", "b", "c")
    try await fixture.edit(.dead, "a", "b")
    try loseIndexEntries(where: "key = '=b'")
    try await expectDamage()
    await #expect(throws: StoreError.self) { try await fixture.edit(.like, "c") }
  }

  @Test(arguments: [ENOLCK, EINVAL, ENOTSUP])
  func aFileThatCannotBeLockedIsNotReportedBusy(code: CInt) {
    var tries = 0
    let error = #expect(throws: StoreError.self) {
      try WriteLock.wait(until: .now + .seconds(60), path: "x") {
        tries += 1
        return tries < 3 ? EINTR : code
      }
    }
    #expect(tries == 3)
    let reason = "it cannot be locked: \(String(cString: strerror(code)))"
    #expect(error == .unusable(path: "x", reason: reason))
  }

  @Test func anotherProgramsLockIsWaitedFor() throws {
    var tries = 0
    try WriteLock.wait(until: .now + .seconds(60), path: "x") {
      tries += 1
      return tries < 3 ? EAGAIN : 0
    }
    #expect(tries == 3)
    #expect(throws: StoreError.busy(path: "x")) {
      try WriteLock.wait(until: .now, path: "x") { EACCES }
    }
  }
}
