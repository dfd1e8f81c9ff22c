import Glibc
import TerminalText

/// Buffered standard output; everything that is printed goes through it.
///
/// A terminal gets only sanitized text; other outputs get text from outside unchanged. If the
/// reader has gone (`| head`), SIGPIPE ends the program silently.
struct Output: ~Copyable {
  struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { "cannot write the output: \(reason)" }
  }

  private var buffer: [UInt8] = []
  private let descriptor: Int32
  private let isTerminal: Bool
  private let glyphs: Glyphs

  init(descriptor: Int32 = STDOUT_FILENO, glyphs: Glyphs = Environment.glyphs) {
    self.descriptor = descriptor
    self.glyphs = glyphs
    isTerminal = isatty(descriptor) == 1
    buffer.reserveCapacity(Self.capacity)
  }

  private static let capacity = 1 << 16

  /// Writes the program's own text.
  mutating func write(_ text: StaticString) throws(Failure) {
    text.withUTF8Buffer { buffer.append(contentsOf: $0) }
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes text that may come from outside.
  mutating func show(_ text: String) throws(Failure) {
    buffer.append(contentsOf: isTerminal ? DisplayText(text, glyphs: glyphs).text.utf8 : text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes UTF-8 that may come from outside.
  mutating func show(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    if isTerminal { return try show(String(decoding: bytes, as: UTF8.self)) }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes text that may come from outside as a line.
  mutating func print(_ text: String, end: StaticString = "\n") throws(Failure) {
    try show(text)
    try write(end)
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

  /// Writes and flushes a single line.
  static func say(_ line: String) throws(Failure) {
    var output = Output()
    try output.show(line)
    try output.write("\n")
    try output.flush()
  }
}
