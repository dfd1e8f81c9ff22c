import Glibc

/// The turn to write, one program at a time.
///
/// SQLite's own locks are enough to keep the file whole, but not to be fair: of several writers in
/// a row one can be passed over until its time is up. Here a writer waits in two steps: for the
/// front of the line, then, alone there, for the turn. Whoever has just written goes to the line
/// like all others, so nobody writes twice while somebody is at the front.
///
/// The locks are on two bytes of a file beside the store, never on the store, and are those that
/// belong to the open file and not to the process: two stores in one program exclude each other.
enum WriteLock {
  private static let front: off_t = 0
  private static let turn: off_t = 1

  /// `F_OFD_SETLK` of Linux, which the C library shows only to those who ask for GNU extensions.
  private static let setOpenFileLock: CInt = 37

  /// Waits for the turn, and has it for as long as `body` runs.
  ///
  /// - Throws: ``StoreError/busy(path:)`` when `patience` has run out, ``StoreError/unusable(path:reason:)``
  ///   where there are no locks to be had, and what `body` throws.
  static func hold<Value>(
    beside file: StoreFile, patience: Duration, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(file.location + "-lock", flags, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, path: file.path) }
    defer { close(descriptor) }
    fchmod(descriptor, 0o600)
    let deadline = ContinuousClock.now + patience
    for byte in [front, turn] {
      try wait(until: deadline, path: file.path) { set(F_WRLCK, at: byte, descriptor) }
    }
    _ = set(F_UNLCK, at: front, descriptor)
    return try body()
  }

  /// Tries to lock until that works.
  ///
  /// - Parameters:
  ///   - deadline: When to give up.
  ///   - path: The store's, for what is said.
  ///   - lock: Gives 0, or the `errno` of what stood in the way.
  /// - Throws: ``StoreError/busy(path:)`` when somebody else had it all the time, and at once
  ///   ``StoreError/unusable(path:reason:)`` when it cannot be locked at all.
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
      if ContinuousClock.now >= deadline { throw .busy(path: path) }
      usleep(.random(in: 500...3_000))
    }
  }

  /// Sets a lock, or takes it away; gives 0, or why that did not work.
  private static func set(_ type: Int32, at byte: off_t, _ descriptor: CInt) -> CInt {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = byte
    lock.l_len = 1
    return fcntl(descriptor, setOpenFileLock, &lock) == 0 ? 0 : errno
  }
}
