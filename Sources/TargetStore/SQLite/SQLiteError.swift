import CSQLite
import Glibc

/// A call of SQLite that failed.
struct SQLiteError: Error, CustomStringConvertible {
  /// The extended result code; the primary one is in its lowest byte.
  let code: CInt

  let message: String

  /// The `errno` that the failed call left; 0 if unknown.
  var systemError: CInt = 0

  init(code: CInt, message: String, systemError: CInt = 0) {
    self.code = code
    self.message = message
    self.systemError = systemError
  }

  var primaryCode: CInt { code & 0xFF }

  var description: String { "\(message) (SQLite \(code))" }

  /// A writer was interrupted, and its transaction can be rolled back only by a process that may
  /// write.
  var isOfCutOffWriter: Bool { code == SQLITE_READONLY | 3 << 8 }

  /// The path no longer leads to the file that is open.
  var isOfMovedFile: Bool { code == SQLITE_READONLY | 4 << 8 }

  /// Takes SQLite's own text for a code.
  init(code: CInt) {
    self.init(code: code, message: sqlite3_errstr(code).map { String(cString: $0) } ?? "")
  }

  /// The contents of the file are inconsistent.
  static func corrupt(_ message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: message)
  }
}

extension SQLiteError {
  /// The error of the last call with a connection; must be made before any other call.
  init(of database: OpaquePointer?, code: CInt) {
    // Must be first: anything else may set another `errno`.
    let systemError = errno
    self.init(
      code: database.map(sqlite3_extended_errcode).flatMap { $0 == SQLITE_OK ? nil : $0 } ?? code,
      message: (database.map(sqlite3_errmsg) ?? sqlite3_errstr(code)).map { String(cString: $0) }
        ?? "",
      systemError: systemError)
  }
}
