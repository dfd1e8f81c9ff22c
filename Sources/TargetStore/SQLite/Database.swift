import CSQLite
import Glibc

/// A connection to an existing database file, for one thread at a time.
final class Database {
  enum Access {
    case reading, writing
  }

  let handle: OpaquePointer

  private static let setUp: Void = { _ = csqlite_keep_no_account() }()

  /// Opens a file; a call that finds it locked waits for `patience`.
  ///
  /// - Throws: ``SQLiteError``, as all methods do.
  init(path: String, _ access: Access, patience: Duration) throws {
    Self.setUp
    var handle: OpaquePointer?
    let mode = access == .writing ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    errno = 0
    let code = sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(of: handle, code: code)
      sqlite3_close(handle)
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    let (seconds, attoseconds) = patience.components
    sqlite3_busy_timeout(
      handle, CInt(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    for setting in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      _ = csqlite_configure(handle, setting, 0)  // otherwise "a typo" would be a text
    }
  }

  deinit {
    let code = sqlite3_close(handle)
    assert(code == SQLITE_OK, "a statement outlives its database")
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws {
    errno = 0
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw SQLiteError(of: handle, code: code) }
  }

  /// The number of rows that the last statement inserted, changed or deleted.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// The first value of a query; `nil` if there is no row, or if it is NULL.
  func number(_ sql: String) throws -> Int? {
    try Statement(self, sql).first { $0.number(at: 0).map(Int.init) } ?? nil
  }

  func text(_ sql: String) throws -> String? {
    try Statement(self, sql).first { $0.text(at: 0) } ?? nil
  }
}

// MARK: Transactions

extension Database {
  /// Runs `body` in a transaction, which is rolled back when it throws or does not want a commit.
  ///
  /// Nobody else writes during one that is for writing. After an error of the commit itself the
  /// transaction is rolled back as far as this connection can tell.
  ///
  /// - Precondition: No statement that `body` made outlives it.
  func transaction<Value>(
    _ access: Access, _ body: () throws -> (Value, commits: Bool)
  ) throws -> Value {
    try execute(access == .writing ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let (value, commits) = try body()
      precondition(sqlite3_next_stmt(handle, nil) == nil, "a statement outlives its transaction")
      try execute(commits ? "COMMIT" : "ROLLBACK")
      return value
    } catch {
      // Some errors have rolled it back already.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
