import CSQLite

/// The first bytes of a database file, read through SQLite's file handle without a lock.
///
/// SQLite creates files beside a WAL database even to read it, and rolls back any journal, so a
/// foreign one must be rejected before that. They may be out of date; do not use them for anything
/// else.
struct StoreHeader {
  /// The part of the first page that a disk writes atomically.
  let bytes: [UInt8]

  /// The length of the file.
  let fileSize: Int

  static let byteCount = 512

  init?(_ db: SQLiteDatabase) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      db.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods,
      let read = methods.pointee.xRead, let size = methods.pointee.xFileSize
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    var fileSize: sqlite3_int64 = 0
    guard read(file, &bytes, CInt(bytes.count), 0) == SQLITE_OK,
      size(file, &fileSize) == SQLITE_OK
    else { return nil }
    self.bytes = bytes
    self.fileSize = Int(fileSize)
  }

  var isWAL: Bool { bytes[18] == 2 || bytes[19] == 2 }
  var version: Int { number(at: 60) }
  var applicationID: Int { number(at: 68) }

  /// Grows by one with each edit.
  var changeCounter: Int { number(at: 24) }

  private func number(at place: Int) -> Int { bytes.bigEndianNumber(at: place) }
}

extension [UInt8] {
  /// Reads four bytes as a big-endian number, as all numbers in SQLite's files are.
  func bigEndianNumber(at place: Int) -> Int {
    self[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
