import CSQLite
import Glibc

final class SQLiteStatement: Statement {
  private let connection: SQLiteDatabase
  private let sql: String
  private let handle: OpaquePointer
  private var isUnderWay = false

  /// Compiles a single statement, unless the database has it already.
  init(_ database: SQLiteDatabase, _ sql: String) throws {
    handle = try database.takeStatement(sql)
    connection = database
    self.sql = sql
  }

  deinit { connection.giveBack(handle, sql) }

  var database: any Database { connection }

  func step() throws -> Bool {
    errno = 0
    switch sqlite3_step(handle) {
    case SQLITE_ROW:
      isUnderWay = true
      return true
    case SQLITE_DONE:
      isUnderWay = true
      try reset()
      return false
    case let code:
      let error = SQLiteError(of: connection.handle, code: code)
      sqlite3_reset(handle)  // returns the same error again
      isUnderWay = false
      throw error
    }
  }

  func reset() throws {
    guard isUnderWay else { return }
    isUnderWay = false
    try check(sqlite3_reset(handle))
  }

  private func check(_ code: CInt) throws {
    if code != SQLITE_OK { throw SQLiteError(of: connection.handle, code: code) }
  }
}

// MARK: Values

extension SQLiteStatement {
  @discardableResult
  func bind(
    _ utf8: UnsafeRawBufferPointer, at index: CInt, staysThere: Bool
  ) throws -> SQLiteStatement {
    try reset()
    // Without an address SQLite would bind NULL.
    guard let start = utf8.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      try check(sqlite3_bind_text(handle, index, "", 0, csqlite_transient()))
      return self
    }
    let copies = staysThere ? nil : csqlite_transient()
    try check(sqlite3_bind_text(handle, index, start, CInt(utf8.count), copies))
    return self
  }

  @discardableResult
  func bind(_ number: Int64?, at index: CInt) throws -> SQLiteStatement {
    try reset()
    try check(
      number.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    return self
  }

  /// In a file, rows are read without a round trip.
  func prefetch() {}

  func number(at column: CInt) -> Int64? {
    isNull(at: column) ? nil : sqlite3_column_int64(handle, column)
  }

  func bytes(at column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func isNull(at column: CInt) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}
