import Glibc

extension FileConnection {
  /// Replaces this store with a copy of another one.
  ///
  /// - Returns: The path under which the old file is kept, if there was one.
  func replace(by other: FileConnection) throws(StoreError) -> String? {
    let status = try statusOfAnything()
    try refuse(other)
    if access(file.location, F_OK) != 0 {
      try file.makeFolder()
    } else if !file.isWritable {
      throw .readOnly(path: file.path)
    }
    return try WriteLock.hold(
      beside: file, mode: status?.mode ?? 0o600, patience: .seconds(10)
    ) { () throws(StoreError) in
      let draft = try StoreDraft(of: file)
      do {
        _ = try other.read { db in try (db as? SQLiteDatabase)?.copy(to: draft.location) }
      } catch {
        throw StoreError(error, path: other.file.path)
      }
      try draft.finish()
      return try exchange(draft)
    }
  }

  /// Refuses a file that is this store under another path.
  func refuse(_ other: FileConnection) throws(StoreError) {
    if let own = try statusOfAnything(), try other.statusOfAnything()?.identity == own.identity {
      throw .inapplicable(path: other.file.path, reason: "it is the store itself")
    }
  }

  /// `nil` also for a file that is too damaged to examine.
  private func statusOfAnything() throws(StoreError) -> StoreFile.Status? {
    do {
      return try file.status()
    } catch .damaged {
      return nil
    }
  }

  /// Gives a draft the name of the store, and keeps the old file under another name.
  private func exchange(_ draft: StoreDraft) throws(StoreError) -> String? {
    guard access(file.location, F_OK) == 0 else {
      unlink(file.location + "-journal")
      try draft.putInPlace()
      return nil
    }
    let ending = keptEnding
    let old = try StoreFile(path: file.path + ending)
    let isSettled = try settle()
    // A copy, so that the store's name exists at every moment.
    let copy = try StoreDraft(of: old)
    try copy.fill(fromFile: file.location)
    // SQLite would apply any journal with this name to the new file.
    for suffix in ["-journal", "-wal", "-shm"] where !isSettled {
      rename(file.location + suffix, old.location + suffix)
    }
    try copy.putInPlace()
    try draft.putInPlace()
    unlink(file.location + "-journal")
    return old.path
  }

  /// Rolls back an interrupted edit, so that the file needs no journal; false if that is not
  /// possible.
  private func settle() throws(StoreError) -> Bool {
    defer { close() }
    do {
      guard let status = try file.status(), !status.isEmpty else { return true }
      try openForWriting(status)
      return true
    } catch .damaged, .foreignJournal, .newerVersion, .olderVersion, .needsUpgrade {
      return false
    }
  }

  /// `.old`, or `.old2` and so on if there are such files.
  private var keptEnding: String {
    var number = 1
    while true {
      let ending = number == 1 ? ".old" : ".old\(number)"
      if access(file.location + ending, F_OK) != 0 { return ending }
      number += 1
    }
  }
}
