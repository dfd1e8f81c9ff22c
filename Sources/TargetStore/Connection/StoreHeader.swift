import GRDB
import GRDBSQLite

/// The first bytes of a database file, read before SQLite takes them for its own.
///
/// To look into a database in WAL mode SQLite puts files beside it, and to look into one that is
/// somebody else's is not ours to do. This is read through SQLite's open file, without any lock,
/// so it may be out of date: what it says is used for refusing a foreign file and nothing else.
struct StoreHeader {
  /// Whether the database is in WAL mode.
  let isWAL: Bool

  /// The marks of the program that made it.
  let applicationID: Int
  let version: Int

  /// Reads the header, or gives `nil` when the file is too short to have one.
  init?(_ db: Database) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
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
