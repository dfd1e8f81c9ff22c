import CSQLite
import Glibc

/// A prepared statement, to be run any number of times within one transaction.
///
/// Binding a value begins a new run, whatever has become of the last one. A run ends, so that it
/// holds no lock, with its last row, with an error, or with `reset()`.
final class Statement {
  let database: Database
  private let sql: String
  private let handle: OpaquePointer
  private var isUnderWay = false

  /// Compiles a single statement, unless the database has one like it.
  init(_ database: Database, _ sql: String) throws {
    handle = try database.takeStatement(sql)
    self.database = database
    self.sql = sql
  }

  deinit { database.giveBack(handle, sql) }

  /// Goes to the next row; false at the end.
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
      let error = SQLiteError(of: database.handle, code: code)
      sqlite3_reset(handle)  // gives the same error again
      isUnderWay = false
      throw error
    }
  }

  /// Runs it to the end.
  func run() throws {
    while try step() {}
  }

  /// Reads the first row and ends the run; `nil` if there is no row.
  func first<Value>(_ read: (Statement) throws -> Value) throws -> Value? {
    guard try step() else { return nil }
    do {
      let value = try read(self)
      try reset()
      return value
    } catch {
      sqlite3_reset(handle)
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
    if code != SQLITE_OK { throw SQLiteError(of: database.handle, code: code) }
  }
}

// MARK: Values

extension Statement {
  /// Binds a copy of a text, which may contain any characters; `nil` is NULL.
  @discardableResult
  func bind(_ text: String?, at index: CInt) throws -> Statement {
    guard var text else { return try bind(Int64?.none, at: index) }
    return try text.withUTF8 { try bind(UnsafeRawBufferPointer($0), at: index) }
  }

  /// Binds a copy of some UTF-8, or the bytes themselves if they stay there until the run has ended.
  @discardableResult
  func bind(
    _ utf8: UnsafeRawBufferPointer, at index: CInt, staysThere: Bool = false
  ) throws -> Statement {
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
  func bind(_ number: Int64?, at index: CInt) throws -> Statement {
    try reset()
    try check(
      number.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    return self
  }

  @discardableResult
  func bind(_ value: Value, at index: CInt) throws -> Statement {
    switch value {
    case .null: try bind(Int64?.none, at: index)
    case .number(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    }
  }

  /// A value of any type but a real number or a blob, which are taken for texts.
  enum Value: Equatable {
    case null
    case number(Int64)
    case text(String)

    init(_ number: Int64?) { self = number.map { .number($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    var number: Int64? { if case .number(let number) = self { number } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
  }

  func value(at column: CInt) -> Value {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .number(sqlite3_column_int64(handle, column))
    default: Value(text(at: column))
    }
  }

  func number(at column: CInt) -> Int64? {
    isNull(at: column) ? nil : sqlite3_column_int64(handle, column)
  }

  func text(at column: CInt) -> String? {
    isNull(at: column) ? nil : String(decoding: bytes(at: column), as: UTF8.self)
  }

  /// The text in a column, valid until the next step.
  func bytes(at column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func isNull(at column: CInt) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}
