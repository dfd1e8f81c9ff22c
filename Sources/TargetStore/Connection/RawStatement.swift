import GRDB
import GRDBSQLite
import NameSearch

/// An SQL statement that is run many times with names as its values.
///
/// Rows of a million names are what the time of the store goes into, and values that go straight to
/// SQLite take a third of the time of GRDB's own. Text is always bound and read with its length.
struct RawStatement {
  private let db: Database
  private let statement: Statement
  private let handle: OpaquePointer

  /// Prepares the statement for the life of one transaction.
  init(_ db: Database, _ sql: String) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  /// Runs the statement to its next row; false, and ready for another run, when there is none.
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

  /// Runs a statement that has no rows.
  func run() throws {
    while try step() {}
  }

  /// Whether the run that has just ended changed any row.
  var hasChangedRows: Bool { sqlite3_changes(db.sqliteConnection) > 0 }

  /// Makes the statement ready for another run before it has come to its end.
  func reset() {
    sqlite3_reset(handle)
  }
}

// MARK: Values

extension RawStatement {
  /// Binds text; nothing in it is special, and it need not outlive the call.
  func bind(_ text: String, at index: CInt) throws {
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(handle, index, characters.baseAddress, CInt(characters.count), transient)
      }
    }
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Binds a number, or NULL.
  func bind(_ number: Int64?, at index: CInt) throws {
    let code =
      number.map { sqlite3_bind_int64(handle, index, $0) }
      ?? sqlite3_bind_null(handle, index)
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Binds how a name was first written, or NULL when that is the name itself.
  func bindOriginal(of name: Name, at index: CInt) throws {
    if name.isAsItCame {
      try bind(Int64?.none, at: index)
    } else {
      try bind(name.original, at: index)
    }
  }

  /// Binds what a source knows a name by, or no text when it is known by nothing but itself.
  func bindIdentity(of name: Name, at index: CInt) throws {
    try bind(name.sourceID ?? "", at: index)
  }

  /// The number in a column, or `nil` for NULL.
  func number(at column: CInt) -> Int64? {
    isNull(at: column) ? nil : sqlite3_column_int64(handle, column)
  }

  /// The name in a column, and in the one after it how it was first written.
  ///
  /// - Throws: An error that means damage when what is there is not a name; then the statement is ready for
  ///   another run.
  func name(at column: CInt) throws -> Name {
    // The name as it was first written makes both again: what is kept is its normal form.
    let bytes = bytes(at: isNull(at: column + 1) ? column : column + 1)
    do {
      return try Name(validating: bytes)
    } catch {
      reset()
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(error)")
    }
  }

  /// The name in a column and the one after it, and in the third what a source knows it by.
  ///
  /// - Throws: An error that means damage when what is there is neither; then the statement is ready for
  ///   another run.
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

  /// The text in a column; it is there until the next step.
  private func bytes(at column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  private func isNull(at column: CInt) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  // Tells SQLite to take a copy: in C a macro with a cast, which Swift does not import.
  private var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

extension Name {
  /// Whether it was written in its normal form.
  ///
  /// Asked of each of a million names: `String.UTF8View` would take its time over every byte.
  fileprivate var isAsItCame: Bool {
    var (text, original) = (text, original)
    return text.withUTF8 { text in original.withUTF8 { text.elementsEqual($0) } }
  }
}
