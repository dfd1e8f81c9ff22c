import Glibc
import TestSupport
import Testing

@testable import TargetStore

/// SQLite's C interface as the store uses it.
@Suite(.inTurn)
struct StatementTests {
  private let directory = TemporaryDirectory()
  private let database: SQLiteDatabase

  init() throws {
    database = try openDatabase(directory.path("a.db"))
    try database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT UNIQUE) STRICT")
    try database.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, NULL)")
  }

  @Test(arguments: [
    "SELECT x'3dff', NULL, NULL", "SELECT '', NULL, NULL", "SELECT '?a', NULL, NULL",
    "SELECT '#1', NULL, NULL", "SELECT '#1', 'Ada', x'ff'", "SELECT x'23ff', 'Ada', NULL",
  ])
  func anInvalidNameEndsTheRun(sql: String) throws {
    let statement = try database.statement("\(sql) UNION ALL \(sql)")
    for _ in 0..<3 {
      #expect(try statement.step())
      #expect(throws: SQLiteError.self) { try statement.rowName(at: 0) }
    }
  }

  @Test func bindingBeginsANewRun() throws {
    let finding = try database.statement("SELECT text FROM t WHERE n >= ? ORDER BY n")
    #expect(try finding.bind(1, at: 1).step())
    #expect(finding.text(at: 0) == "a")
    #expect(try finding.bind(2, at: 1).step())
    #expect(finding.text(at: 0) == "b")
    #expect(try finding.step())
    #expect(finding.text(at: 0) == nil)
    #expect(finding.isNull(at: 0))
    #expect(try !finding.step())
    #expect(try finding.first { $0.text(at: 0) } == "b")
    #expect(try finding.first { $0.text(at: 0) } == "b")
    #expect(try finding.bind(4, at: 1).first { _ in true } == nil)
  }

  @Test func afterAnErrorTheNextRunWorks() throws {
    let adding = try database.statement("INSERT INTO t VALUES (?, ?)")
    try adding.bind(4, at: 1).bind("a", at: 2)
    let error = #expect(throws: SQLiteError.self) { try adding.run() }
    #expect(error?.code == 2_067)  // SQLITE_CONSTRAINT_UNIQUE
    #expect(error?.message == "UNIQUE constraint failed: t.text")
    try adding.bind("d", at: 2).run()
    #expect(try database.number("SELECT n FROM t WHERE text = 'd'") == 4)
  }

  @Test func textsAreStoredCompletely() throws {
    let echoing = try database.statement("SELECT ?")
    for text in ["", "a", "a\0b", "cafe\u{301}", String(repeating: "x", count: 100_000)] {
      let echo = try echoing.bind(text, at: 1).first { $0.text(at: 0) }
      #expect(echo??.utf8.elementsEqual(text.utf8) == true)
    }
    #expect(try echoing.bind(String?.none, at: 1).first { $0.isNull(at: 0) } == true)
    #expect(try echoing.bind(Int64.min, at: 1).first { $0.number(at: 0) } == .min)
  }

  @Test func invalidSQLGivesTheReason() throws {
    let error = #expect(throws: SQLiteError.self) { try database.statement("SELECT absent") }
    #expect(error?.message == "no such column: absent")
    // The quoted name would be a text if that feature were not switched off.
    #expect(throws: SQLiteError.self) { try database.execute("SELECT \"absent\"") }
    #expect(try database.text("SELECT 'x'") == "x")
    #expect(try database.number("SELECT n FROM t WHERE n > 9") == nil)
  }

  @Test func aMissingFileIsNotCreated() throws {
    let path = directory.path("none.db")
    for access in [SQLiteDatabase.Access.reading, .writing] {
      let error = #expect(throws: SQLiteError.self) {
        try SQLiteDatabase(path: path, access, patience: .zero)
      }
      #expect(error?.primaryCode == 14)  // SQLITE_CANTOPEN
      #expect(error?.systemError == 2)  // ENOENT
    }
    #expect(access(path, 0) != 0)
  }
}

// MARK: Transactions

extension StatementTests {
  private struct Failure: Error {}

  private func count() throws -> Int? { try database.number("SELECT count(*) FROM t") }

  @Test func aTransactionIsStoredCompletelyOrNotAtAll() throws {
    func delete(_ body: () throws -> Bool) throws {
      try database.transaction(.writing) {
        try database.execute("DELETE FROM t")
        return ((), commits: try body())
      }
    }
    #expect(throws: Failure.self) { try delete { throw Failure() } }
    #expect(try count() == 3)
    try delete { false }
    #expect(try count() == 3)
    try delete { true }
    #expect(try count() == 0)
    #expect(!database.isInTransaction)
  }

  @Test func aCommitThatFailsLeavesNothing() throws {
    try database.execute("PRAGMA foreign_keys = ON")
    try database.execute(
      "CREATE TABLE u (n INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED) STRICT")
    #expect(throws: SQLiteError.self) {
      try database.transaction(.writing) {
        (try database.execute("INSERT INTO u VALUES (9)"), commits: true)
      }
    }
    #expect(!database.isInTransaction)
    #expect(try database.number("SELECT count(*) FROM u") == 0)
  }

  @Test func waitingForALockTimesOut() throws {
    let other = try SQLiteDatabase(
      path: directory.path("a.db"), .writing, patience: .milliseconds(1))
    try database.transaction(.writing) {
      let error = #expect(throws: SQLiteError.self) {
        try other.transaction(.writing) { ((), commits: true) }
      }
      #expect(error?.primaryCode == 5)  // SQLITE_BUSY
      return ((), commits: false)
    }
    try other.transaction(.writing) { ((), commits: true) }
  }
}
