import GRDB
import GRDBSQLite
import NameSearch

/// A prepared statement that calls SQLite directly: GRDB's bindings take three times as long.
struct RawStatement {
  private let db: Database
  private let statement: Statement
  private let handle: OpaquePointer

  init(_ db: Database, _ sql: String) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  /// Steps to the next row; at the end, resets the statement and returns false.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    case let code:
      let error = DatabaseError(
        resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      sqlite3_reset(handle)
      throw error
    }
  }

  func run() throws {
    while try step() {}
  }

  var hasChangedRows: Bool { sqlite3_changes(db.sqliteConnection) > 0 }

  func reset() {
    sqlite3_reset(handle)
  }
}

// MARK: Values

extension RawStatement {
  /// Binds a copy of `text`, which may contain any characters.
  func bind(_ text: String, at index: CInt) throws {
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(handle, index, characters.baseAddress, CInt(characters.count), transient)
      }
    }
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  func bind(_ number: Int64?, at index: CInt) throws {
    let code =
      number.map { sqlite3_bind_int64(handle, index, $0) }
      ?? sqlite3_bind_null(handle, index)
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Binds the original text of a name, or NULL if it equals the name.
  func bindOriginal(of name: Name, at index: CInt) throws {
    if name.isAsItCame {
      try bind(Int64?.none, at: index)
    } else {
      try bind(name.original, at: index)
    }
  }

  /// Binds the source identity of a name, or the empty string if it has none.
  func bindIdentity(of name: Name, at index: CInt) throws {
    try bind(name.sourceID ?? "", at: index)
  }

  func number(at column: CInt) -> Int64? {
    isNull(at: column) ? nil : sqlite3_column_int64(handle, column)
  }

  /// The name in `column`, whose original text is in the next column.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the value is not a valid name. The statement is reset then.
  func name(at column: CInt) throws -> Name {
    // The original text is enough: the name is its normal form.
    let bytes = bytes(at: isNull(at: column + 1) ? column : column + 1)
    do {
      return try Name(validating: bytes)
    } catch {
      reset()
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(error)")
    }
  }

  /// The name in `column`, with its original text and source identity in the two next columns.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a value is not valid. The statement is reset then.
  func knownName(at column: CInt) throws -> Name {
    let name = try name(at: column)
    let identity = bytes(at: column + 2)
    if identity.isEmpty { return name }
    do {
      return try name.known(by: Name(validating: identity).text)
    } catch {
      reset()
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(error)")
    }
  }

  /// The text in a column, valid until the next step.
  private func bytes(at column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  private func isNull(at column: CInt) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  // SQLITE_TRANSIENT (SQLite copies the value); Swift does not import the C macro.
  private var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

extension Name {
  /// Whether the original text is in normal form; comparing `String.UTF8View`s would be slower.
  fileprivate var isAsItCame: Bool {
    var (text, original) = (text, original)
    return text.withUTF8 { text in original.withUTF8 { text.elementsEqual($0) } }
  }
}
