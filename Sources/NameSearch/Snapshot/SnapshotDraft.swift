import Files

/// The file of a snapshot while it is written under a temporary name.
struct SnapshotDraft {
  private let path: String
  private let file: NewFile

  /// Makes an empty file that only this user can open, and missing folders.
  ///
  /// Removes the temporary files of writers of the same file that no longer run.
  ///
  /// - Throws: ``SnapshotError``.
  init(replacing path: String) throws(SnapshotError) {
    self.path = path
    let name = TemporaryName(of: path)
    try Self.reporting(name.folder) { () throws(FileError) in try Files.makeFolder(name.folder) }
    name.removeStale()
    file = try Self.reporting(path) { () throws(FileError) in
      try NewFile(at: "\(name.folder)/\(name.text)")
    }
  }

  /// - Throws: ``SnapshotError``, also when the disk is full.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SnapshotError) {
    try Self.reporting(path) { () throws(FileError) in try file.write(bytes, at: offset) }
  }

  /// Replaces the file at the path by this one.
  ///
  /// - Throws: ``SnapshotError``.
  func putInPlace() throws(SnapshotError) {
    try Self.reporting(path) { () throws(FileError) in
      try file.sync()
      try file.replace(path)
    }
  }

  private static func reporting<Value>(
    _ path: String, _ body: () throws(FileError) -> Value
  ) throws(SnapshotError) -> Value {
    do {
      return try body()
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }
}
