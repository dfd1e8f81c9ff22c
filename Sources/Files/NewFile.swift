package import Glibc

/// A file that is written under a temporary name, and renamed when it is complete.
///
/// The temporary file is removed with the last reference, unless it was renamed.
package final class NewFile {
  package let temporaryPath: String
  package let descriptor: CInt
  private var hasName = false

  /// Creates an empty file for reading and writing; it must not exist.
  package init(at temporaryPath: String, mode: mode_t = 0o600) throws(FileError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    self.temporaryPath = temporaryPath
    descriptor = open(temporaryPath, flags, mode)
    if descriptor < 0 { throw FileError() }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !hasName { unlink(temporaryPath) }
  }

  /// Writes all bytes at an offset in the file.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, start + done, bytes.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      if count == 0 { errno = EIO }
      guard count > 0 else { throw FileError() }
      done += count
    }
  }

  /// Waits until the file is on disk.
  package func sync() throws(FileError) {
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw FileError() }
    }
  }

  /// Gives the file its final name, replacing a file with that name.
  package func replace(_ path: String) throws(FileError) {
    if rename(temporaryPath, path) != 0 { throw FileError() }
    hasName = true
  }

  /// Gives the file its final name; if that is taken, fails with `EEXIST`.
  package func takeName(_ path: String) throws(FileError) {
    try Files.rename(temporaryPath, toNew: path)
    hasName = true
  }
}
