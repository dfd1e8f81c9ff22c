import CSQLite

/// The header of a database file, read through SQLite's file handle without a lock.
///
/// SQLite creates files beside a WAL database even to read it, so a foreign one must be rejected
/// before that. The header may be out of date; do not use it for anything else.
struct StoreHeader {
  let isWAL: Bool

  let applicationID: Int
  let version: Int

  init?(_ db: SQLiteDatabase) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      db.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 100)
    guard read(file, &bytes, CInt(bytes.count), 0) == SQLITE_OK else { return nil }
    isWAL = bytes[18] == 2 || bytes[19] == 2
    version = Self.number(bytes[60..<64])
    applicationID = Self.number(bytes[68..<72])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
