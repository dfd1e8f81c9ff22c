import Glibc

/// A file that is written under a temporary name and then replaces another one as a whole.
///
/// The temporary file is removed with the last reference, unless it was put in its place.
final class NewFile {
  private let path: String
  private let name: TemporaryName
  private let descriptor: Int32
  private var isInPlace = false

  private var temporaryPath: String { "\(name.folder)/\(name.text)" }

  /// Makes an empty file that only this user may open, and the folders that are missing.
  ///
  /// Removes what writers of the same file that no longer run have left.
  ///
  /// - Throws: ``SnapshotError``.
  init(replacing path: String) throws(SnapshotError) {
    self.path = path
    name = TemporaryName(of: path)
    try Self.makeFolder(name.folder)
    name.removeStale()
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    descriptor = open("\(name.folder)/\(name.text)", flags, 0o600)
    guard descriptor >= 0 else { throw Self.lastError(of: path) }
  }

  deinit {
    close(descriptor)
    if !isInPlace { unlink(temporaryPath) }
  }

  /// - Throws: ``SnapshotError``, also when the disk is full.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SnapshotError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, start + done, bytes.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      if count == 0 { errno = EIO }
      guard count > 0 else { throw Self.lastError(of: path) }
      done += count
    }
  }

  /// Replaces what is at the path by this file.
  ///
  /// - Throws: ``SnapshotError``.
  func putInPlace() throws(SnapshotError) {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw Self.lastError(of: path) }
    }
    guard rename(temporaryPath, path) == 0 else { throw Self.lastError(of: path) }
    isInPlace = true
  }

  private static func makeFolder(_ folder: String) throws(SnapshotError) {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    let parent = TemporaryName.folder(of: folder)
    guard errno == ENOENT, parent != folder else { throw lastError(of: folder) }
    try makeFolder(parent)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw lastError(of: folder) }
  }

  private static func lastError(of path: String) -> SnapshotError {
    .unwritable(path: path, reason: String(cString: strerror(errno)))
  }
}
