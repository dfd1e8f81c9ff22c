import Glibc

/// A pipe that wakes another thread from `poll` on its reading end.
package final class WakeUp: Sendable {
  /// Readable from ``signal()`` until ``acknowledge()``.
  package let descriptor: Int32
  private let writing: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }  // `poll` ignores -1, so waits cannot be woken
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

  /// Can be called from any thread.
  package func signal() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)  // a full pipe is already readable
  }

  package func acknowledge() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
