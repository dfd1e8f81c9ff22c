import Glibc

/// A fair lock on two bytes of a file beside the store, so that one program writes at a time.
///
/// SQLite's own locks are not fair: a writer can be passed over until it times out. Here a writer
/// locks the byte `front`, then `turn`, and then releases `front`, so nobody writes twice while
/// another writer waits for `front`. The locks belong to the open file, not to the process, so two
/// stores in one program exclude each other, too.
enum WriteLock {
  private static let front: off_t = 0
  private static let turn: off_t = 1

  /// `F_OFD_SETLK` of Linux, which glibc declares only with `_GNU_SOURCE`.
  private static let setOpenFileLock: CInt = 37

  /// Runs `body` while holding the lock.
  ///
  /// - Throws: ``StoreError/busy(path:)`` after `patience`, and errors of locking and of `body`.
  static func hold<Value>(
    beside file: StoreFile, mode: mode_t = 0o600, patience: Duration,
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(file.location + "-lock", flags, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, path: file.path) }
    defer { close(descriptor) }
    fchmod(descriptor, mode | 0o600)
    let deadline = ContinuousClock.now + patience
    for byte in [front, turn] {
      try wait(until: deadline, path: file.path) { set(F_WRLCK, at: byte, descriptor) }
    }
    _ = set(F_UNLCK, at: front, descriptor)
    // Closing is not enough: a child process shares the open file until its `exec`.
    defer { _ = set(F_UNLCK, at: turn, descriptor) }
    return try body()
  }

  /// Calls `lock`, which returns an `errno`, until it returns 0.
  ///
  /// - Throws: ``StoreError/busy(path:)`` at the deadline, ``StoreError/cancelled`` in a cancelled task; at once
  ///   ``StoreError/unusable(path:reason:)`` for an `errno` that does not mean "locked".
  static func wait(
    until deadline: ContinuousClock.Instant, path: String, _ lock: () -> CInt
  ) throws(StoreError) {
    while true {
      switch lock() {
      case 0: return
      case EAGAIN, EACCES, EINTR: break
      case let code:
        let reason = "it cannot be locked: \(StoreError.message(of: code))"
        throw .unusable(path: path, reason: reason)
      }
      if Task.isCancelled { throw .cancelled }
      if ContinuousClock.now >= deadline { throw .busy(path: path) }
      usleep(.random(in: 500...3_000))
    }
  }

  /// Locks or unlocks a byte for an open file; returns an `errno`, or 0.
  static func set(_ type: Int32, at byte: off_t, _ descriptor: CInt) -> CInt {
    var lock = Self.byte(byte, type)
    return fcntl(descriptor, setOpenFileLock, &lock) == 0 ? 0 : errno
  }

  static func byte(_ byte: off_t, _ type: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = byte
    lock.l_len = 1
    return lock
  }
}
