import Glibc
import Testing

/// Holds all locks of SQLite on a store, so that nobody can read it.
struct StoreLock {
  private let file: CInt

  init(_ store: String) throws {
    file = open(store, O_RDWR | O_CLOEXEC)
    // The bytes that SQLite locks, all of them: "open file description locks" of Linux.
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
    let setLock: CInt = 37
    try #require(fcntl(file, setLock, &lock) == 0)
  }

  func release() {
    close(file)
  }
}
