import CSQLite
import ListModel
import Glibc

/// A connection to an existing database file.
final class SQLiteDatabase: Database {
  enum Access {
    case reading, writing
  }

  let handle: OpaquePointer

  /// Compiled statements that are not in use, by their SQL: compiling one can take as long as
  /// running it.
  private var resting: [String: OpaquePointer] = [:]
  private var statementsInUse = 0

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
    let systemError = errno
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(of: handle, code: code)
      sqlite3_close(handle)
      throw error
    }
    // SQLite silently opens a file for reading if it cannot open it for writing.
    if access == .writing, sqlite3_db_readonly(handle, "main") == 1 {
      sqlite3_close(handle)
      throw SQLiteError(
        code: systemError == 0 ? SQLITE_READONLY : SQLITE_CANTOPEN,
        message: "it cannot be opened for writing", systemError: systemError)
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    let (seconds, attoseconds) = patience.components
    sqlite3_busy_timeout(
      handle, CInt(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    for setting in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      _ = csqlite_configure(handle, setting, 0)  // otherwise "a typo" would be a text
    }
    // A function, because a literal time would make each statement a different one.
    sqlite3_create_function_v2(
      handle, "moment", 0, SQLITE_UTF8, nil,
      { context, _, _ in sqlite3_result_int64(context, Moment.now.microseconds) }, nil, nil, nil)
  }

  deinit {
    for statement in resting.values { sqlite3_finalize(statement) }
    let code = sqlite3_close(handle)
    assert(code == SQLITE_OK, "a statement outlives its database")
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws {
    errno = 0
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw SQLiteError(of: handle, code: code) }
  }

  var isServer: Bool { false }

  func forgetPrefetched() {}
}

// MARK: Statements

extension SQLiteDatabase {
  func statement(_ sql: String) throws -> any Statement { try SQLiteStatement(self, sql) }

  /// Compiles a single statement, or reuses a compiled one.
  func takeStatement(_ sql: String) throws -> OpaquePointer {
    if let handle = resting.removeValue(forKey: sql) {
      statementsInUse += 1
      return handle
    }
    var statement: OpaquePointer?
    errno = 0
    let code = sqlite3_prepare_v3(
      handle, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw SQLiteError(of: handle, code: code) }
    statementsInUse += 1
    return statement
  }

  /// Keeps a statement for its next use.
  ///
  /// Pragmas are not kept, since some take effect while they are compiled.
  func giveBack(_ statement: OpaquePointer, _ sql: String) {
    statementsInUse -= 1
    sqlite3_reset(statement)  // returns the error of a step, which has already been thrown
    sqlite3_clear_bindings(statement)
    if sql.hasPrefix("PRAGMA") || resting.count == 128 || resting[sql] != nil {
      sqlite3_finalize(statement)
    } else {
      resting[sql] = statement
    }
  }
}

// MARK: Transactions

extension SQLiteDatabase {
  /// Runs `body` in a transaction, which is rolled back if it throws or does not want a commit.
  ///
  /// During a writing transaction, no one else writes. If the commit itself fails, the transaction
  /// is rolled back, as far as this connection can tell.
  ///
  /// - Precondition: No statement that `body` made outlives it.
  func transaction<Value>(
    _ access: Access, _ body: () throws -> (Value, commits: Bool)
  ) throws -> Value {
    try execute(access == .writing ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let (value, commits) = try body()
      precondition(statementsInUse == 0, "a statement outlives its transaction")
      try execute(commits ? "COMMIT" : "ROLLBACK")
      return value
    } catch {
      // Some errors already roll the transaction back.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
