import Glibc

/// Locks bytes of a file against everyone else who opens it.
public struct ByteLock {
  private let file: CInt

  /// All bytes that SQLite locks: with these locked, no one can read a store.
  public static let ofSQLite: Range<Int> = 0x4000_0000..<0x4000_0200

  /// Takes the lock.
  ///
  /// - Throws: ``HarnessError`` if the file cannot be opened or someone has locked these bytes.
  public init(_ path: String, _ bytes: Range<Int>) throws(HarnessError) {
    file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0, Self.set(F_WRLCK, bytes, file) else { throw .system("lock \(path)", errno) }
  }

  /// Releases the lock.
  public func release() {
    // Closing is not enough: a child process of another test shares the open file until its `exec`.
    _ = Self.set(F_UNLCK, 0..<0, file)
    close(file)
  }

  private static func set(_ type: CInt, _ bytes: Range<Int>, _ file: CInt) -> Bool {
    var lock = flock(
      l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: bytes.lowerBound,
      l_len: bytes.count, l_pid: 0)
    // `F_OFD_SETLK` of Linux, which glibc declares only with `_GNU_SOURCE`.
    return fcntl(file, 37, &lock) == 0
  }
}
