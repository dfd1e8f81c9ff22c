import Glibc

// The journal that an interrupted writer has left.

extension StoreFile {
  /// Rejects a journal that cannot be opened, is damaged, or does not belong to the file: SQLite would
  /// overwrite rows with it, cut them off, or leave half of an edit.
  ///
  /// Also gives the journal the mode of the store, so that everybody who may read the store can.
  ///
  /// - Throws: ``StoreError``.
  func checkJournal(of status: Status, _ database: SQLiteDatabase) throws(StoreError) {
    // Someone may be writing now, so check several times before reporting a mismatch.
    for _ in 0..<5 {
      switch try journal(of: status) {
      case .cold: return
      case .hot(let journal):
        guard let header = StoreHeader(database) else { return }
        if journal.belongs(to: header) { return }
      case .damaged: break
      }
    }
    throw .foreignJournal(path: path)
  }

  private func journal(of status: Status) throws(StoreError) -> HotJournal.State {
    let descriptor = open(location + "-journal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .cold }
      let reason = "\(path)-journal cannot be opened: \(StoreError.message(of: errno))"
      throw .unusable(path: path, reason: reason)
    }
    defer { close(descriptor) }
    var found = stat()
    if fstat(descriptor, &found) == 0, found.st_uid == geteuid(),
      found.st_mode & 0o777 != status.mode
    {
      fchmod(descriptor, status.mode)
    }
    return HotJournal.state(of: descriptor)
  }
}
