import CSQLite
import Glibc

extension TargetStore {
  /// Copies a store in a file to another file, while others read and write it.
  ///
  /// The copy is that of one moment. It is made under another name, looked over, synced, and then
  /// renamed: whoever finds it finds all of it.
  ///
  /// - Parameters:
  ///   - place: The path of the copy.
  ///   - replaces: Whether a file that is there is replaced.
  /// - Throws: ``StoreError``; what was there is as before.
  /// - Returns: The length of the copy in bytes, or `nil` if there is no store.
  package func backUp(to place: String, replaces: Bool) throws(StoreError) -> Int? {
    guard let files = connection as? FileConnection else {
      throw .unusable(
        path: path, reason: "on a server: back up with its own tools, or with targets store copy")
    }
    let copy = try StoreFile(path: place)
    if !replaces, access(copy.location, F_OK) == 0 {
      throw .unusable(path: place, reason: "it is there already; --replace replaces it")
    }
    let draft = "\(copy.location).\(getpid()).part"
    let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, path: place) }
    defer {
      close(descriptor)
      unlink(draft)
      unlink("\(draft)-journal")
    }
    // One read transaction: pages that others write meanwhile are those of its moment.
    let isThere: Void? = try files.read { db in
      guard let db = db as? SQLiteDatabase else { return }
      try db.copy(to: draft)
    }
    guard isThere != nil else { return nil }
    guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, path: place) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, rename(draft, copy.location) == 0 else {
      throw StoreError(errno: errno, path: place)
    }
    StoreFile.sync(folder: Self.folder(of: copy.location))
    return Int(found.st_size)
  }
}

extension SQLiteDatabase {
  /// Copies all pages to a file that is empty; see *Online Backup API* of SQLite.
  fileprivate func copy(to path: String) throws {
    let copy = try SQLiteDatabase(path: path, .writing, patience: .zero)
    try copy.execute("PRAGMA synchronous = OFF")
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw SQLiteError(of: copy.handle, code: sqlite3_errcode(copy.handle))
    }
    // Within this connection's transaction the source cannot change: one step is enough.
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteError(of: copy.handle, code: end == SQLITE_OK ? code : end)
    }
    if let trouble = try copy.text("PRAGMA quick_check(1)"), trouble != "ok" {
      throw SQLiteError.corrupt(trouble)
    }
  }
}
