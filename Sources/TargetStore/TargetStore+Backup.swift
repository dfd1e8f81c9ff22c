import CSQLite
import Glibc

extension TargetStore {
  /// Copies a store in a file to another file, while others use it.
  ///
  /// The copy has the state of one moment. It is made under another name, checked, synced, and then
  /// renamed, so it is never found incomplete.
  ///
  /// - Parameters:
  ///   - place: The path of the copy.
  ///   - replaces: Whether an existing file is replaced.
  /// - Throws: ``StoreError``; an existing file is unchanged.
  /// - Returns: The length of the copy in bytes, or `nil` if there is no store.
  package func backUp(to place: String, replaces: Bool) throws(StoreError) -> Int? {
    guard let files = connection as? FileConnection else {
      throw .inapplicable(
        path: path,
        reason: "on a server; back it up with the server's tools, or with targets store copy")
    }
    let copy = try StoreFile(path: place)
    // Replacing the store itself would lose what others have stored since the copy was read.
    try files.refuse(FileConnection(copy, patience: .seconds(10)))
    var status = stat()
    if !replaces, lstat(copy.location, &status) == 0 {
      throw .inapplicable(path: place, reason: "the file exists; --replace overwrites it")
    }
    let draft = try StoreDraft(of: copy)
    // A single read transaction, so that all pages are from the same moment.
    let isThere: Void? = try files.read { db in
      guard let db = db as? SQLiteDatabase else { return }
      try db.copy(to: draft.location)
    }
    guard isThere != nil else { return nil }
    let size = try draft.finish()
    try draft.putInPlace()
    return size
  }

  /// Replaces this store, which must be a file, with a copy of a backup.
  ///
  /// An interruption leaves either the complete old store or the complete new one.
  ///
  /// - Parameter place: The path of the backup; it is checked first and not changed.
  /// - Throws: ``StoreError``; the store is unchanged.
  /// - Returns: The path under which the old store is kept, if there was one.
  package func restore(from place: String) throws(StoreError) -> String? {
    guard let files = connection as? FileConnection else {
      throw .inapplicable(
        path: path,
        reason: "on a server; restore it with the server's tools, or with targets store copy")
    }
    let backup = FileConnection(try StoreFile(path: place), patience: .seconds(10))
    let report = try StoreReport(of: backup)
    if let trouble = report?.troubles.first {
      throw .damaged(path: place, reason: trouble)
    }
    guard report != nil else {
      throw .unusable(path: place, reason: "no store in this file")
    }
    return try files.replace(by: backup)
  }
}

extension SQLiteDatabase {
  /// Copies all pages to an empty file; see *Online Backup API* in SQLite's documentation.
  func copy(to path: String) throws {
    let copy = try SQLiteDatabase(path: path, .writing, patience: .zero)
    try copy.execute("PRAGMA synchronous = OFF")
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw SQLiteError(of: copy.handle, code: sqlite3_errcode(copy.handle))
    }
    // Within this connection's transaction the source cannot change, so one step is enough.
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
