import Glibc
import ListModel
import NameSearch

/// Splits a stream of bytes into lines and collects those that are names.
///
/// Lines end with a line feed only, or with a NUL only; a carriage return before it is trimmed as
/// white space. The result does not depend on chunk boundaries. Only the beginning of an overlong
/// line is stored.
struct LineSplitter {
  /// Longer lines are trimmed of ASCII white space only, shorter ones of all white space.
  static let thinningSize = 1 << 16

  /// The name of the input, for locations in the report.
  private let input: String?
  private var lineNumber = 1

  /// The beginning of a line that continues in the next chunk.
  private(set) var unfinished: [UInt8] = []
  private var hasUnfinished = false

  /// Whether only white space may follow, because the line has more than `thinningSize` bytes.
  private var isFull = false
  private var isTooLong = false

  private let filter: NameFilter?

  /// The byte that ends a line.
  private let lineEnd: UInt8

  init(_ form: InputForm = InputForm(), input: String?, filter: NameFilter? = nil) {
    self.input = input
    lineEnd = form.lineEnd
    self.filter = filter
  }

  /// Processes the next chunk in O(*n*), where *n* is its number of bytes.
  mutating func add(_ chunk: UnsafeRawBufferPointer, into lines: inout RowBatch) {
    guard let filter else { return split(chunk, into: &lines) }
    guard lineEnd == 0x0A else { return split(chunk[...], into: &lines, by: filter) }
    // Split the chunk into the rest of an unfinished line, whole lines and a new unfinished line.
    let start = chunk.firstIndex(of: 0x0A).map { $0 + 1 } ?? chunk.count
    let end = chunk[start...].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    split(chunk[..<start], into: &lines, by: filter)
    if let count = NameFilter.plainLineCount(
      of: UnsafeRawBufferPointer(rebasing: chunk[start..<end]))
    {
      filter.forEachMatch(in: start..<end, ofPlain: chunk) { line in
        // Plain lines are valid names, so this never throws.
        try? lines.names.append(validating: UnsafeRawBufferPointer(rebasing: chunk[line]))
      }
      lineNumber += count
      lines.count += count
    } else {
      split(chunk[start..<end], into: &lines, by: filter)
    }
    split(chunk[end...], into: &lines, by: filter)
  }

  private mutating func split(
    _ piece: Slice<UnsafeRawBufferPointer>, into lines: inout RowBatch, by filter: NameFilter
  ) {
    var all = RowBatch()
    split(UnsafeRawBufferPointer(rebasing: piece), into: &all)
    lines.append(all, filter: filter)
  }

  private mutating func split(_ chunk: UnsafeRawBufferPointer, into lines: inout RowBatch) {
    var rest = chunk[...]
    while let line = rest.popLine(endingWith: lineEnd) {
      if hasUnfinished || line.count > Self.thinningSize {
        extend(by: line[...])
        endUnfinished(into: &lines)
      } else {
        end(line, into: &lines)
      }
    }
    if !rest.isEmpty { extend(by: rest) }
  }

  /// Processes a last line without a line feed.
  mutating func finish(into lines: inout RowBatch) {
    let isOnlyMark = lineNumber == 1 && unfinished == SourceEncoding.byteOrderMark && !isTooLong
    guard hasUnfinished, !isOnlyMark else { return }
    var last = RowBatch()
    endUnfinished(into: &last)
    lines.append(last, filter: filter)
  }

  // MARK: Whole lines

  private mutating func end(_ line: UnsafeRawBufferPointer, into lines: inout RowBatch) {
    let isMarked = lineNumber == 1 && line.starts(with: SourceEncoding.byteOrderMark)
    let text = isMarked ? UnsafeRawBufferPointer(rebasing: line.dropFirst(3)) : line
    do {
      try lines.names.append(validating: text)
      lines.count += 1
    } catch {
      leaveOut(LineReport.Fault(error), in: &lines)
    }
    lineNumber += 1
  }

  private func leaveOut(_ fault: LineReport.Fault, in lines: inout RowBatch) {
    lines.report.add(fault, at: LineReport.Location(input: input, line: lineNumber))
  }

  // MARK: Lines in pieces

  private mutating func extend(by piece: Slice<UnsafeRawBufferPointer>) {
    hasUnfinished = true
    if isTooLong { return }
    if isFull {
      isTooLong = !piece.allSatisfy(Self.isSpace)
      return
    }
    unfinished += piece
    if unfinished.count > Self.thinningSize { thinOut() }
  }

  /// Trims white space, and marks the line as too long if more bytes remain than a name may have.
  private mutating func thinOut() {
    let start = unfinished.firstIndex { !Self.isSpace($0) } ?? unfinished.endIndex
    unfinished.removeFirst(start)
    guard unfinished.count > Self.thinningSize else { return }
    let end = unfinished.lastIndex { !Self.isSpace($0) } ?? 0
    unfinished.removeLast(unfinished.count - end - 1)
    if unfinished.count > Name.maximumBytes {
      unfinished = []
      isTooLong = true
    } else {
      isFull = true
    }
  }

  private mutating func endUnfinished(into lines: inout RowBatch) {
    if isTooLong {
      leaveOut(.tooLong, in: &lines)
      lineNumber += 1
    } else {
      let line = unfinished
      line.withUnsafeBytes { end($0, into: &lines) }
    }
    unfinished.removeAll(keepingCapacity: unfinished.capacity <= 2 * Self.thinningSize)
    hasUnfinished = false
    isFull = false
    isTooLong = false
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Removes the first line, and returns it without the byte that ends it; `nil` if no line ends.
  mutating func popLine(endingWith lineEnd: UInt8) -> UnsafeRawBufferPointer? {
    let bytes = UnsafeRawBufferPointer(rebasing: self)
    guard let start = bytes.baseAddress, let found = memchr(start, Int32(lineEnd), bytes.count)
    else { return nil }
    let length = start.distance(to: found)
    self = self[(startIndex + length + 1)...]
    return UnsafeRawBufferPointer(rebasing: bytes[..<length])
  }
}

extension LineReport.Fault {
  init(_ error: NameError) {
    switch error {
    case .empty: self = .empty
    case .tooLong, .longID: self = .tooLong
    case .invalidUTF8: self = .notUTF8
    case .containsNUL: self = .containsNUL
    }
  }
}
