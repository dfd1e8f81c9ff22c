import ListModel
import Foundation
import LibraryTestSupport
import NameSearch
import TargetStore
import TestSupport
import Testing

/// A file that is not a store, or no longer one, is refused and left unchanged.
@Suite(.inTurn)
struct StoreDamageTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func textIsNotADatabase() async throws {
    try fixture.directory.write("Arya Stark\nCersei Lannister\n", to: "targets.db")
    try await expectRefusal(.damaged(path: fixture.path, reason: "it is not a database"))
  }

  @Test func textAsLongAsADatabaseIsNotOne() async throws {
    let text = String(repeating: "Arya Stark\n", count: 2_000)
    try fixture.directory.write(text, to: "targets.db")
    try await expectRefusal(.damaged(path: fixture.path, reason: "it is not a database"))
  }

  /// Numbers that no edit makes; using them gives an error or an edit.
  @Test(arguments: ["version", "pruned"], [Int64.min, -1, .max - 1, .max])
  func extremeNumbersDoNotTrap(column: String, number: Int64) async throws {
    let store = try await fixture.filled(with: "a")
    try runSQL(
      "PRAGMA ignore_check_constraints = 1; UPDATE list SET \(column) = \(number)", on: fixture.path
    )
    do {
      let name = try Name("b")
      _ = try await store.apply(Edit(.add, [name]), to: fixture.list)
    } catch let error as StoreError {
      #expect(!error.description.contains("\n"))
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func anotherProgramsDatabaseIsLeftAlone(mode: String) async throws {
    try runSQL("PRAGMA journal_mode = \(mode); CREATE TABLE list (id)", on: fixture.path)
    try await expectRefusal(
      .unusable(path: fixture.path, reason: "a database of another program"))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func aNewerVersionsStoreIsLeftAlone(mode: String) async throws {
    _ = try await fixture.filled(with: "a")
    try runSQL("PRAGMA journal_mode = \(mode); PRAGMA user_version = 7", on: fixture.path)
    try await expectRefusal(.newerVersion(path: fixture.path, found: 7, known: 6))
  }

  /// A store from before 1.0 is never read as a present one, even if its tables have not changed since.
  @Test(arguments: [1, 2, 5], ["DELETE", "WAL"])
  func anOlderVersionsStoreIsLeftAlone(version: Int, mode: String) async throws {
    _ = try await fixture.filled(with: "a")
    try runSQL("PRAGMA journal_mode = \(mode); PRAGMA user_version = \(version)", on: fixture.path)
    try await expectRefusal(.olderVersion(path: fixture.path, found: version, known: 6))
  }

  @Test func aRunningProgramNoticesANewerVersion() async throws {
    let store = try await fixture.filled(with: "a")
    try runSQL("PRAGMA user_version = 7", on: fixture.path)
    let error = StoreError.newerVersion(path: fixture.path, found: 7, known: 6)
    await #expect(throws: error) { try await store.flags(in: fixture.list) }
    await #expect(throws: error) { try await store.undo(in: fixture.list) }
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER UPDATE ON row BEGIN DELETE FROM row; END",
    "DROP TABLE fact", "DROP INDEX said", "ALTER TABLE row ADD COLUMN more TEXT",
    "DROP TABLE list; CREATE VIEW list AS SELECT 1 AS id, 'default' AS name",
  ])
  func aStoreWithOtherTablesIsRefused(change: String) async throws {
    _ = try await fixture.filled(with: "a")
    try runSQL(change, on: fixture.path)
    let reason = "its tables are not those of a store"
    try await expectRefusal(.damaged(path: fixture.path, reason: reason))
  }

  @Test(arguments: [
    "UPDATE row SET key = CAST(x'3dff41' AS TEXT)",
    "UPDATE row SET key = '=a' || char(0) || 'b'",
    "UPDATE row SET key = printf('=%.*c', 5000, 'a')",
    "UPDATE row SET key = '?a'", "UPDATE row SET key = '#s#7'",
  ])
  func anInvalidNameIsDamage(change: String) async throws {
    _ = try await fixture.filled(with: "a")
    try runSQL("PRAGMA ignore_check_constraints = 1; \(change)", on: fixture.path)
    let store = try fixture.open()
    await #expect(throws: StoreError.self) { try await store.contents(of: fixture.list) }
  }

  @Test func aSingleByteIsNotAnEmptyStore() async throws {
    try fixture.directory.write("\n", to: "targets.db")
    try await expectRefusal(.damaged(path: fixture.path, reason: "it is not a database"))
  }

  @Test(arguments: [15, 16, 99, 100, 511, 512, 4_095, 4_096, 4_097, 8_192, 20_000])
  func aTruncatedStoreIsRefused(length: Int) async throws {
    try await fill()
    try fixture.directory.write(fixture.bytes().prefix(length), to: "targets.db")
    let error = try await expectRefusal()
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Every byte of the header, then bytes all over the file.
  @Test(arguments: UInt64(0)..<8)
  func aFlippedBitIsHarmlessOrRefused(seed: UInt64) async throws {
    try await fill()
    let whole = try fixture.bytes()
    var random = SeededGenerator(seed: seed)
    let header = (0..<100).filter { $0 % 8 == Int(seed) }
    let anywhere = (0..<12).map { _ in Int.random(in: 0..<whole.count, using: &random) }
    for place in header + anywhere {
      var bytes = whole
      // The highest bit would make text invalid, which is only noticed when the text is read.
      bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
      for file in try fixture.files() {
        try FileManager.default.removeItem(atPath: fixture.directory.path(file))
      }
      try fixture.directory.write(bytes, to: "targets.db")
      try await expectHarmlessOrRefused("seed \(seed), byte \(place)")
    }
  }

  /// Many names, so that there are pages of every kind.
  private func fill() async throws {
    let store = try fixture.open()
    let texts = (0..<300).map { "name-\($0)-of-many" }
    _ = try await store.apply(Edit(.add, names(texts)), to: fixture.list)
    _ = try await store.apply(Edit(.like, names(Array(texts.prefix(40)))), to: fixture.list)
  }

  /// Reads in all ways, then edits, each as a separate run; returns the errors.
  private func use() async throws -> (reading: [StoreError], editing: StoreError?) {
    let list = fixture.list
    let edit = try Edit(.dead, names("name-7-of-many", "new"), addsUnknown: true)
    let store = try fixture.open()
    var failures: [StoreError] = []
    do { _ = try await store.contents(of: list) } catch { failures.append(error) }
    do { _ = try await store.lists() } catch { failures.append(error) }
    do { _ = try await store.flags(in: list) } catch { failures.append(error) }
    do { _ = try await fixture.open().apply(edit, to: list) } catch {
      return (failures, error as? StoreError)
    }
    return (failures, nil)
  }

  @discardableResult
  private func expectRefusal(
    _ expected: StoreError? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> StoreError? {
    let bytes = try fixture.bytes()
    let files = try fixture.files()
    let (reading, editing) = try await use()
    let error = try #require(editing, sourceLocation: sourceLocation)
    #expect(reading == [error, error, error], sourceLocation: sourceLocation)
    if let expected { #expect(error == expected, sourceLocation: sourceLocation) }
    #expect(try fixture.bytes() == bytes, sourceLocation: sourceLocation)
    #expect(try fixture.files() == files, sourceLocation: sourceLocation)
    return error
  }

  private func expectHarmlessOrRefused(_ comment: Comment) async throws {
    let bytes = try fixture.bytes()
    let (reading, editing) = try await use()
    guard let editing else {
      #expect(reading == [], comment)
      return
    }
    #expect(try fixture.bytes() == bytes, "\(comment): \(editing)")
  }
}
