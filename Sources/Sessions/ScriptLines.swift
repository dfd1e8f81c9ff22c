import Glibc
import Threads

/// Reads the lines of a script one by one, each when it is needed.
///
/// The script may come from a program that waits for the answer to a line before it writes the
/// next. Reading may block, so it has its own thread.
package actor ScriptLines {
  /// Why a script cannot be read.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    /// The system's message for `errno`.
    fileprivate init(reading name: String) {
      description = "--commands: cannot read \(name): \(String(cString: strerror(errno)))"
    }
  }

  /// A line, or why it cannot be carried out.
  package enum Line: Equatable, Sendable {
    case text(String)
    case unusable(String)
  }

  /// The maximum number of bytes of a line: a command, and a name or a note of the greatest length.
  package static let mostBytes = 8_192

  private let executor = ThreadExecutor(label: "targets.script")
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let descriptor: CInt

  /// The script's name in messages.
  private let name: String
  private var read: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private var isFirst = true

  /// Opens a file; `-` is standard input.
  package init(path: String) throws(Failure) {
    name = path == "-" ? "standard input" : "“\(path)”"
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Failure(reading: name) }
  }

  /// Makes lines of an open descriptor, which stays open.
  init(descriptor: CInt) {
    (self.descriptor, name) = (descriptor, "the script")
  }

  /// The next line without its end; `nil` after the last one.
  ///
  /// - Throws: ``Failure`` if reading the script fails.
  package func next() throws(Failure) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if read.isEmpty, !isAtEnd { try readOn() }
      if read.isEmpty {
        if line.isEmpty, !isTooLong { return nil }
        break
      }
      let end = read.firstIndex(of: 0x0A)
      line += read[..<(end ?? read.endIndex)]
      read = end.map { read[($0 + 1)...] } ?? []
      // The rest of a line that is too long is skipped without storing it.
      if line.count > Self.mostBytes + Self.mostOfEnds {
        isTooLong = true
        line.removeAll(keepingCapacity: true)
      }
      if end != nil { break }
    }
    defer { isFirst = false }
    return isTooLong ? Self.tooLong : usable(line[...])
  }

  /// The bytes of a byte order mark and of a carriage return.
  private static let mostOfEnds = 4

  private static var tooLong: Line { .unusable("the line is longer than 8,192 bytes") }

  private func usable(_ line: ArraySlice<UInt8>) -> Line {
    var line = line
    if line.last == 0x0D { line.removeLast() }
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if line.count > Self.mostBytes { return Self.tooLong }
    if line.contains(0) { return .unusable("the line contains NUL") }
    guard let text = String(validating: line, as: UTF8.self) else {
      return .unusable("the line is not valid UTF-8")
    }
    return .text(text)
  }

  private func readOn() throws(Failure) {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    var count = Glibc.read(descriptor, &chunk, chunk.count)
    while count < 0, errno == EINTR { count = Glibc.read(descriptor, &chunk, chunk.count) }
    if count < 0 { throw Failure(reading: name) }
    isAtEnd = count == 0
    read = chunk[..<count]
  }
}
