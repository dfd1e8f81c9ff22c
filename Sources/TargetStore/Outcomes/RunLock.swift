import Glibc

/// Shows other runs that this one is alive, however it ends.
///
/// The run locks the byte of its number in a file beside the store. The lock belongs to the open
/// file: it is released when the run and the processes that wait for its commands have closed the
/// descriptor.
final class RunLock: Sendable {
  let descriptor: CInt

  /// `F_OFD_GETLK` of Linux, which glibc declares only with `_GNU_SOURCE`.
  private static let getOpenFileLock: CInt = 36

  init(of run: Int64, beside file: StoreFile) throws(StoreError) {
    descriptor = open(Self.path(file), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, path: file.path) }
    fchmod(descriptor, 0o600)
    let code = WriteLock.set(F_WRLCK, at: off_t(run), descriptor)
    guard code == 0 else {
      throw .unusable(
        path: file.path, reason: "it cannot be locked: \(StoreError.message(of: code))")
    }
  }

  deinit { close(descriptor) }

  /// Whether a run is alive; also true if that cannot be found out.
  static func isHeld(by run: Int64, beside file: StoreFile) -> Bool {
    let descriptor = open(path(file), O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    var lock = WriteLock.byte(off_t(run), F_WRLCK)
    return fcntl(descriptor, getOpenFileLock, &lock) != 0 || Int32(lock.l_type) != F_UNLCK
  }

  private static func path(_ file: StoreFile) -> String { file.location + "-runs" }
}
