import Files
import Glibc

/// A lock on a file that one process at a time can have; it ends with the process.
struct FileLock {
  private let path: String
  private let descriptor: CInt

  /// Locks the file at a path, creating missing folders.
  ///
  /// `nil` if another process has the lock, or if the file cannot be created.
  init?(_ path: String) {
    self.path = path
    try? Files.makeFolder(Files.folder(of: path))
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      close(descriptor)
      return nil
    }
  }

  /// Removes the file and releases the lock.
  func release() {
    unlink(path)
    close(descriptor)
  }
}
