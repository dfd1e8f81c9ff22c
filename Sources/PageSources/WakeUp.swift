import Glibc

/// Ends another thread's wait in `poll`: a pipe whose reading end is waited for as well.
final class WakeUp: Sendable {
  /// Readable from a call of ``signal()`` until the next of ``acknowledge()``.
  let descriptor: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }  // `poll` passes over it: waits cannot be ended then
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writing = ends[1]
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Can be called from any thread, at any time.
  func signal() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)  // when the pipe is full, it has been signalled
  }

  func acknowledge() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
