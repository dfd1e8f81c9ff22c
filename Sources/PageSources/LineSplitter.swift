import Glibc
import NameSearch

/// Cuts a stream of bytes into lines, and takes those that are names.
///
/// Lines end at a line feed and nowhere else; a carriage return before it goes with the white space
/// around a name. Where the chunks of the stream begin and end makes no difference. Of a line that
/// goes on and on only the beginning is kept.
struct LineSplitter {
  /// The length from which the unfinished line is thinned out.
  ///
  /// Up to here white space of any kind around a name is taken away, above it only ASCII's.
  static let thinningSize = 1 << 16

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Goes into the locations of a report.
  private let input: String?
  private var lineNumber = 1

  /// The beginning of a line whose end has not come yet.
  private(set) var unfinished: [UInt8] = []
  private var hasUnfinished = false

  /// The unfinished line goes on with so much white space that nothing but more of it may follow.
  private var isFull = false
  private var isTooLong = false

  /// What names are wanted, where not all are.
  private let filter: NameFilter?

  init(input: String?, filter: NameFilter? = nil) {
    self.input = input
    self.filter = filter
  }

  /// Takes the next bytes of the stream.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  mutating func take(_ chunk: UnsafeRawBufferPointer, into lines: inout NameLines) {
    guard let filter else { return split(chunk, into: &lines) }
    // The line the chunk begins in the middle of, then the whole ones, then the one that goes on.
    let start = chunk.firstIndex(of: 0x0A).map { $0 + 1 } ?? chunk.count
    let end = chunk[start...].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    split(chunk[..<start], into: &lines, by: filter)
    if let count = NameFilter.plainLineCount(
      of: UnsafeRawBufferPointer(rebasing: chunk[start..<end]))
    {
      filter.forEachMatch(in: start..<end, ofPlain: chunk) { line in
        // A plain line is a name: there is nothing to be refused.
        try? lines.names.append(validating: UnsafeRawBufferPointer(rebasing: chunk[line]))
      }
      lineNumber += count
      lines.nameCount += count
    } else {
      split(chunk[start..<end], into: &lines, by: filter)
    }
    split(chunk[end...], into: &lines, by: filter)
  }

  private mutating func split(
    _ piece: Slice<UnsafeRawBufferPointer>, into lines: inout NameLines, by filter: NameFilter
  ) {
    var all = NameLines()
    split(UnsafeRawBufferPointer(rebasing: piece), into: &all)
    lines.add(all, filter)
  }

  private mutating func split(_ chunk: UnsafeRawBufferPointer, into lines: inout NameLines) {
    var rest = chunk[...]
    while let line = Self.popLine(from: &rest) {
      if hasUnfinished || line.count > Self.thinningSize {
        extend(by: line)
        endUnfinished(into: &lines)
      } else {
        end(UnsafeRawBufferPointer(rebasing: line), into: &lines)
      }
    }
    if !rest.isEmpty { extend(by: rest) }
  }

  /// Takes the last line when no line feed ends it.
  mutating func finish(into lines: inout NameLines) {
    let isOnlyMark = lineNumber == 1 && unfinished == Self.byteOrderMark
    guard hasUnfinished, !isOnlyMark else { return }
    var last = NameLines()
    endUnfinished(into: &last)
    lines.add(last, filter)
  }

  private static func popLine(
    from rest: inout Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer>? {
    let bytes = UnsafeRawBufferPointer(rebasing: rest)
    guard let start = bytes.baseAddress, let newline = memchr(start, 0x0a, bytes.count) else {
      return nil
    }
    let end = rest.startIndex + start.distance(to: newline)
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  // MARK: Whole lines

  private mutating func end(_ line: UnsafeRawBufferPointer, into lines: inout NameLines) {
    let isMarked = lineNumber == 1 && line.starts(with: Self.byteOrderMark)
    let text = isMarked ? UnsafeRawBufferPointer(rebasing: line.dropFirst(3)) : line
    do {
      try lines.names.append(validating: text)
      lines.nameCount += 1
    } catch {
      leaveOut(LineReport.Fault(error), in: &lines)
    }
    lineNumber += 1
  }

  private func leaveOut(_ fault: LineReport.Fault, in lines: inout NameLines) {
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

  /// Drops the white space before the name; then gives the line up if it is no name for sure.
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

  private mutating func endUnfinished(into lines: inout NameLines) {
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

extension LineReport.Fault {
  /// What a line's refusal as a name comes down to.
  init(_ error: NameError) {
    switch error {
    case .empty: self = .empty
    case .tooLong: self = .tooLong
    case .invalidUTF8: self = .notUTF8
    case .containsNUL: self = .containsNUL
    }
  }
}
