import ListModel
import NameSearch

/// Splits a stream of bytes into lines, each of which is a row with all its bytes.
///
/// Lines end with a line feed only, or with a NUL only. The result does not depend on chunk boundaries.
struct WholeLines {
  /// Longer lines are skipped and reported.
  static let mostBytes = 16 << 20

  /// The number of further header lines, which are shown above the rows.
  private(set) var headerLineCount: Int

  private let form: LineForm
  private let lineEnd: UInt8
  private let filter: NameFilter?

  /// The name of the input, for locations in the report.
  private let input: String?
  private var lineNumber = 1

  /// The beginning of a line that continues in the next chunk.
  private var unfinished: [UInt8] = []
  private var hasUnfinished = false
  private var isTooLong = false

  init(
    _ lines: LineForm, of form: InputForm, input: String?, headerLineCount: Int,
    filter: NameFilter?
  ) {
    self.form = lines
    self.input = input
    lineEnd = form.lineEnd
    self.headerLineCount = headerLineCount
    self.filter = filter
  }

  /// Processes the next chunk in O(*n*), where *n* is its number of bytes.
  mutating func add(_ chunk: UnsafeRawBufferPointer, into lines: inout RowBatch) {
    var rest = chunk[...]
    guard let filter else { return split(&rest, into: &lines) }
    var all = RowBatch()
    if form.isWhole, lineEnd == 0x0A {
      // The scanner must begin after a line feed.
      repeat {
        guard let line = rest.popLine(endingWith: lineEnd) else { break }
        end(line, into: &all)
      } while headerLineCount > 0
      lines.append(all, filter: filter)
      all = RowBatch()
      scan(&rest, of: chunk, into: &lines, by: filter)
    }
    split(&rest, into: &all)
    lines.append(all, filter: filter)
  }

  /// Processes a last line without a line feed.
  mutating func finish(into lines: inout RowBatch) {
    guard hasUnfinished else { return }
    var last = RowBatch()
    endUnfinished(into: &last)
    lines.append(last, filter: filter)
  }

  /// Takes whole ASCII lines from the start of the rest, at the speed of memory.
  private mutating func scan(
    _ rest: inout Slice<UnsafeRawBufferPointer>, of chunk: UnsafeRawBufferPointer,
    into lines: inout RowBatch, by filter: NameFilter
  ) {
    guard headerLineCount == 0, rest.startIndex > 0, let last = rest.lastIndex(of: 0x0A),
      let count = NameFilter.plainLineCount(
        of: UnsafeRawBufferPointer(rebasing: rest[...last]))
    else { return }
    filter.forEachMatch(in: rest.startIndex..<(last + 1), ofPlain: chunk) { range in
      let line = UnsafeRawBufferPointer(rebasing: chunk[range])
      lines.names.append(line: line, shown: line, searched: line)
    }
    lineNumber += count
    lines.count += count
    rest = rest[(last + 1)...]
  }

  private mutating func split(
    _ rest: inout Slice<UnsafeRawBufferPointer>, into lines: inout RowBatch
  ) {
    while let line = rest.popLine(endingWith: lineEnd) { end(line, into: &lines) }
    if !rest.isEmpty { extend(by: rest) }
  }

  // MARK: Whole lines

  /// Takes a line, or the end of a line that began in an earlier chunk.
  private mutating func end(_ line: UnsafeRawBufferPointer, into lines: inout RowBatch) {
    guard hasUnfinished || line.count > Self.mostBytes else { return add(line, to: &lines) }
    extend(by: line[...])
    endUnfinished(into: &lines)
  }

  private mutating func endUnfinished(into lines: inout RowBatch) {
    if isTooLong {
      lines.report.add(.longLine, at: LineReport.Location(input: input, line: lineNumber))
      lineNumber += 1
    } else {
      let line = unfinished
      line.withUnsafeBytes { add($0, to: &lines) }
    }
    unfinished.removeAll(keepingCapacity: unfinished.capacity <= 1 << 16)
    (hasUnfinished, isTooLong) = (false, false)
  }

  private mutating func extend(by piece: Slice<UnsafeRawBufferPointer>) {
    hasUnfinished = true
    isTooLong = isTooLong || unfinished.count + piece.count > Self.mostBytes
    if isTooLong {
      unfinished = []
    } else {
      unfinished += piece
    }
  }

  private mutating func add(_ line: UnsafeRawBufferPointer, to lines: inout RowBatch) {
    defer { lineNumber += 1 }
    form.withTexts(of: line) { shown, searched in
      if headerLineCount > 0 {
        headerLineCount -= 1
        lines.header.append(String(decoding: shown, as: UTF8.self))
        return
      }
      let isMarked = lineNumber == 1 && searched.starts(with: SourceEncoding.byteOrderMark)
      lines.names.append(
        line: line, shown: shown,
        searched: isMarked ? UnsafeRawBufferPointer(rebasing: searched.dropFirst(3)) : searched)
      lines.count += 1
    }
  }
}
