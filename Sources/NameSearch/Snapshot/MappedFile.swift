import Glibc

/// A private file of this user, mapped for reading until the last reference is gone.
///
/// `@unchecked Sendable`: all properties are constants, and no one writes to the memory. The file
/// must not be truncated meanwhile; snapshots are replaced, never rewritten.
final class MappedFile: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  /// Maps a file without reading it.
  ///
  /// - Throws: An error unless it is a regular file of this user that no one else may open.
  init(_ path: String) throws(UnusableSnapshot) {
    // Opening must not wait for a pipe.
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = open(path, flags)
    try UnusableSnapshot.unless(descriptor >= 0)
    defer { close(descriptor) }
    var status = stat()
    try UnusableSnapshot.unless(fstat(descriptor, &status) == 0)
    let isPrivate = status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    try UnusableSnapshot.unless(status.st_mode & S_IFMT == S_IFREG && isPrivate)
    try UnusableSnapshot.unless(status.st_size > 0)
    let count = Int(status.st_size)
    let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start, start != MAP_FAILED else { throw UnusableSnapshot() }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
