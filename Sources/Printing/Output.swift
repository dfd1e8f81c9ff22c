import Glibc
import Terminal
package import TerminalText

/// Buffered standard output; everything that is printed goes through it.
///
/// A terminal gets only text without control characters; other outputs get external text unchanged.
/// If the reader has ended (`| head`), SIGPIPE ends the program silently.
package struct Output: ~Copyable {
  package enum Failure: Error, CustomStringConvertible {
    case unwritten(reason: String)

    /// This many names contain line feeds, and could not be printed one per line.
    case namesLeftOut(Int)

    package var description: String {
      switch self {
      case .unwritten(let reason): "cannot write output: \(reason)"
      case .namesLeftOut(let count):
        "\(count.grouped) \(count.noun("row")) with newlines skipped; "
          + "use --format names --print0, or "
          + PrintFormat.words(of: PrintFormat.ofRows.filter(\.includesRemarks))
      }
    }
  }

  private var buffer: [UInt8] = []
  private let descriptor: Int32
  private let isTerminal: Bool
  private let glyphs: Glyphs

  /// The number of names that could not be printed on one line.
  private var leftOutCount = 0

  /// A pipe to a pager is treated like the terminal behind the pager.
  package init(
    descriptor: Int32 = STDOUT_FILENO, glyphs: Glyphs = Environment.glyphs,
    reachesTerminal: Bool = false
  ) {
    self.descriptor = descriptor
    self.glyphs = glyphs
    isTerminal = reachesTerminal || isatty(descriptor) == 1
    buffer.reserveCapacity(Self.capacity)
  }

  private static let capacity = 1 << 16

  /// Writes the program's own text.
  package mutating func write(_ text: StaticString) throws(Failure) {
    text.withUTF8Buffer { buffer.append(contentsOf: $0) }
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes the sequence that begins a style.
  mutating func write(_ style: Style) throws(Failure) {
    buffer.append(
      contentsOf: Rendition.sequence(from: .plain, to: style, usesColor: true).utf8)
  }

  /// Writes external text.
  package mutating func show(_ text: String) throws(Failure) {
    buffer.append(contentsOf: isTerminal ? DisplayText(text, glyphs: glyphs).text.utf8 : text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes external UTF-8.
  package mutating func show(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    if isTerminal { return try show(String(decoding: bytes, as: UTF8.self)) }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes a line for people; a line feed in its text is shown as a symbol.
  package mutating func show(line text: String) throws(Failure) {
    if isTerminal || !text.utf8.contains(0x0A) { return try show(text) }
    let sign = glyphs == .unicode ? "␊" : "^J"
    // By scalars, because a carriage return and a line feed form a single character.
    try show(text.unicodeScalars.map { $0 == "\n" ? sign : String($0) }.joined())
  }

  /// Writes a column of such a line; a tab, which separates columns, is shown as a symbol.
  package mutating func show(cell text: String) throws(Failure) {
    if !text.utf8.contains(0x09) { return try show(line: text) }
    let sign = glyphs == .unicode ? "␉" : "^I"
    try show(line: text.unicodeScalars.map { $0 == "\t" ? sign : String($0) }.joined())
  }

  /// Writes a name and its terminator.
  ///
  /// A name that contains a line feed may have to be skipped; `finish` reports it.
  package mutating func show(name: UnsafeRawBufferPointer, end: Terminator) throws(Failure) {
    if end == .lineFeed, !isTerminal, let start = name.baseAddress,
      memchr(start, 0x0A, name.count) != nil
    {
      leftOutCount += 1
    } else {
      try show(name)
      try write(end.text)
    }
  }

  /// Writes the rest, and fails if names were skipped.
  package mutating func finish() throws(Failure) {
    try flush()
    if leftOutCount > 0 { throw .namesLeftOut(leftOutCount) }
  }

  /// Writes external text as a line.
  package mutating func print(_ text: String, end: StaticString = "\n") throws(Failure) {
    try show(text)
    try write(end)
  }

  package mutating func flush() throws(Failure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        dieOf(SIGPIPE)
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        throw .unwritten(reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Writes and flushes a single line.
  package static func say(_ line: String) throws(Failure) {
    var output = Output()
    try output.show(line: line)
    try output.write("\n")
    try output.flush()
  }
}
