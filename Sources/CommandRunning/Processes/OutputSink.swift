import Glibc
import Processes

/// One of this process's outputs, to which those of commands are passed on.
final class OutputSink {
  private let descriptor: Int32

  /// True once nothing can be written: its reader has gone, or the disk is full.
  private(set) var isClosed = false

  private let willWrite: @Sendable () -> Void

  init(descriptor: Int32, willWrite: @escaping @Sendable () -> Void = {}) {
    self.descriptor = descriptor
    self.willWrite = willWrite
  }

  /// Waits until all bytes are written, unless the passage is closed.
  func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    if !rest.isEmpty, !isClosed { willWrite() }
    while !rest.isEmpty, !isClosed {
      let count = Descriptors.write(descriptor, rest)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var set = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&set, 1, -1)
      } else if errno != EINTR {
        isClosed = true
      }
    }
  }

  /// Notices that the reader has gone, which so far only commands may have done.
  func check() {
    var set = pollfd(fd: descriptor, events: 0, revents: 0)
    if poll(&set, 1, 0) > 0, set.revents & Int16(POLLERR) != 0 { isClosed = true }
  }
}
