import Glibc

/// Standard output, written in large pieces.
///
/// A reader that went away (`| head`) is a quiet end of the program, by SIGPIPE, as for any filter.
struct Output: ~Copyable {
  /// Why the output could not be written.
  struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { "cannot write the output: \(reason)" }
  }

  private var buffer: [UInt8] = []
  private let descriptor: Int32

  /// Whether a person reads it: then nothing but display text may be written.
  let isTerminal: Bool

  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    buffer.reserveCapacity(Self.capacity)
  }

  private static let capacity = 1 << 16

  mutating func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  mutating func flush() throws(Failure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        throw Failure(reason: String(cString: strerror(errno)))
      }
    }
  }
}
