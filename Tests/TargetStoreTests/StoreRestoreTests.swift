import ListModel
import Foundation
import Glibc
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Restoring a backup in place of a store.
@Suite(.inTurn)
struct StoreRestoreTests {
  private let fixture: StoreFixture
  private var backup: String { fixture.directory.path("b.db") }

  init() throws {
    fixture = try StoreFixture()
  }

  /// A store with "a" and its backup; "b" was added later.
  private func fill() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.backUp(to: backup, replaces: false)
    try await fixture.edit(.add, "b")
  }

  private func restore() async throws -> String? {
    try await fixture.open().restore(from: backup)
  }

  private func contents(of path: String? = nil) async throws -> [String: Flags] {
    try await TargetStore(path: path ?? fixture.path).contents(of: fixture.list)
  }

  @Test func restoringReplacesTheStoreAndKeepsTheOldOne() async throws {
    try await fill()
    let session = try fixture.open()
    #expect(try await session.contents(of: fixture.list) == ["a": [], "b": []])
    let kept = try await restore()
    #expect(kept == fixture.path + ".old")
    #expect(try await contents() == ["a": []])
    #expect(try await session.contents(of: fixture.list) == ["a": []])
    #expect(try await contents(of: kept) == ["a": [], "b": []])
    #expect(try await contents(of: backup) == ["a": []])
    try await fixture.edit(.add, "c")
    #expect(try await restore() == fixture.path + ".old2")
    #expect(try await contents(of: fixture.path + ".old2") == ["a": [], "c": []])
    #expect(try await fixture.open().check().troubles == [])
    let files = ["b.db", "targets.db", "targets.db-lock", "targets.db.old", "targets.db.old2"]
    #expect(try fixture.files().filter { !$0.hasSuffix("-journal") } == files)
  }

  /// Edits by others in between would be lost with the replaced file.
  @Test func aBackupNeverReplacesItsStore() async throws {
    try await fill()
    let store = try fixture.open()
    let before = try identity(of: fixture.path)
    for replaces in [true, false] {
      await #expect(
        throws: StoreError.inapplicable(path: fixture.path, reason: "it is the store itself")
      ) {
        try await store.backUp(to: fixture.path, replaces: replaces)
      }
    }
    #expect(try identity(of: fixture.path) == before)
  }

  @Test func aBackupDoesNotReplaceABrokenLink() async throws {
    try await fill()
    let link = fixture.directory.path("link.db")
    #expect(symlink(fixture.directory.path("nowhere"), link) == 0)
    let store = try fixture.open()
    await #expect(throws: StoreError.self) { try await store.backUp(to: link, replaces: false) }
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  private func identity(of path: String) throws -> UInt {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return UInt(status.st_ino)
  }

  @Test func restoringWithoutAStoreCreatesOne() async throws {
    try await fill()
    for file in try fixture.files() where file != "b.db" {
      #expect(unlink(fixture.directory.path(file)) == 0)
    }
    #expect(try await restore() == nil)
    #expect(try await contents() == ["a": []])
  }

  @Test(arguments: ["", "x", "no database", String(repeating: "no database", count: 999)])
  func aDamagedStoreIsReplacedAndKept(content: String) async throws {
    try await fill()
    try fixture.directory.write(content, to: "targets.db")
    #expect(try await restore() == fixture.path + ".old")
    #expect(try await contents() == ["a": []])
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: fixture.path + ".old")) == Data(content.utf8))
  }

  @Test func aDamagedBackupIsRefused() async throws {
    try await fill()
    let before = try fixture.bytes()
    try runSQL("PRAGMA ignore_check_constraints = 1; UPDATE row SET list = 99", on: backup)
    await #expect(throws: StoreError.self) { try await restore() }
    try fixture.directory.write("no database", to: "b.db")
    await #expect(throws: StoreError.self) { try await restore() }
    unlink(backup)
    await #expect(throws: StoreError.self) { try await restore() }
    await #expect(throws: StoreError.self) { try await fixture.open().restore(from: fixture.path) }
    #expect(try fixture.bytes() == before)
  }

  /// The journal of an interrupted edit of a store that no longer exists.
  @Test func aForeignJournalIsKeptBesideTheOldStore() async throws {
    try await fill()
    let journal = fixture.path + "-journal"
    let other = try StoreFixture()
    _ = try await other.filled(with: "x", "y")
    let database = try openDatabase(other.path)
    try database.execute("PRAGMA journal_mode = PERSIST; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
    try database.execute("PRAGMA user_version = \(StoreTables.current.version)")
    try database.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO row (list, key, since, gone) SELECT 1, '=name ' || i, 1, 0 FROM n
      """)
    unlink(journal)
    try FileManager.default.copyItem(atPath: other.path + "-journal", toPath: journal)
    try database.execute("ROLLBACK")
    await #expect(throws: StoreError.foreignJournal(path: fixture.path)) { try await contents() }
    #expect(try await restore() == fixture.path + ".old")
    #expect(try await contents() == ["a": []])
    try await fixture.edit(.add, "c")
    #expect(try await contents() == ["a": [], "c": []])
    #expect(access(fixture.path + ".old-journal", F_OK) == 0)
  }

  /// Killed at each write and sync: either the old or the new store is there, and can be edited.
  @Test func ifKilledTheOldOrTheNewStoreIsThere() async throws {
    try await fill()
    var isDone = false
    var number = 1
    while !isDone {
      let run = try ProgramRun(
        Executable.path(named: "store-writer"),
        [fixture.path, "default", backup, "1", "import=restore", "killed-at=\(number)"])
      isDone = run.status == .code(0)
      let found = try await contents()
      #expect(found == ["a": [], "b": []] || isDone && found == ["a": []], "\(number)")
      number += 1
    }
    #expect(number > 3)
    try await fixture.edit(.add, "c")
    #expect(try await contents() == ["a": [], "c": []])
  }
}
