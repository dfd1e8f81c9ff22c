import CRecords
import Glibc

/// Splits a stream of bytes into records of fields; where chunks begin makes no difference.
///
/// A record ends at a line feed that is not in a quoted field. A quote that is still open at the end,
/// or after a mebibyte, is taken for text, so that the rows after it are not lost. Of a record that
/// is longer without that, nothing is kept.
struct RecordScanner {
  /// The most bytes of a record.
  static let longestRecord = 1 << 20

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
  private static let lineFeed: UInt8 = 0x0A

  private let form: CRecordsForm

  /// A line feed, and then the bytes that are not yet in a stretch.
  private var buffer: [UInt8] = [lineFeed]
  private static let textStart = 1

  private var state = CRecordsState()
  private var ends: [UInt32] = []
  private var records: [UInt32] = []

  /// The ends that are known of the record that is not complete.
  private var endCount = 0

  /// What was seen in the chunks that the incomplete record began in.
  private var hadHigh = false
  private var hadNUL = false
  private var hadQuoted = false

  private var isAtStart = true

  /// Whether the rest of the line belongs to a record that is too long.
  private var isSkipping = false

  /// The line that the buffer begins in.
  private(set) var line = 1

  /// The lines of the quotes that were taken for text, and of the records that were left out, since
  /// they were asked for last.
  private var openQuotes: [Int] = []
  private var longRecords: [Int] = []

  init(_ form: ColumnForm) {
    self.form = form.scanned
  }

  /// The bytes that are kept of a record that is not complete.
  var unfinishedCount: Int { buffer.count - Self.textStart }

  /// Whether the next byte begins a record.
  var isBetweenRecords: Bool { unfinishedCount == 0 && !isSkipping && !isAtStart }

  /// Goes on behind records that were read without the scanner; it must be between records.
  mutating func skip(lines: Int) { line += lines }

  /// Takes the lines of the quotes that were not closed.
  mutating func takeOpenQuotes() -> [Int] {
    defer { openQuotes = [] }
    return openQuotes
  }

  /// Takes the lines of the records that were too long.
  mutating func takeLongRecords() -> [Int] {
    defer { longRecords = [] }
    return longRecords
  }

  /// Passes the records that end in the next chunk to `body`, in O(*n*) for *n* bytes.
  mutating func add(
    _ chunk: UnsafeRawBufferPointer, _ body: (RecordStretch) throws(PageSourceError) -> Void
  ) throws(PageSourceError) {
    var chunk = chunk[...]
    if isSkipping {
      guard let end = chunk.firstIndex(of: Self.lineFeed) else { return }
      isSkipping = false
      line += 1
      chunk = chunk[(end + 1)...]
    }
    buffer.append(contentsOf: chunk)
    if isAtStart, !dropByteOrderMark() { return }
    try scan(body)
    while unfinishedCount > Self.longestRecord {
      if state.is_open {
        takeQuoteAsText()
      } else {
        skipRecord()
      }
      try scan(body)
    }
  }

  /// Passes the records of the end to `body`, the last of which may have no line feed.
  mutating func finish(
    _ body: (RecordStretch) throws(PageSourceError) -> Void
  ) throws(PageSourceError) {
    isAtStart = false
    try scan(body)
    while state.is_open {
      takeQuoteAsText()
      try scan(body)
    }
    guard unfinishedCount > 0 else { return }
    buffer.append(Self.lineFeed)
    try scan(body)
  }

  /// Returns false while more bytes are needed to tell.
  private mutating func dropByteOrderMark() -> Bool {
    let beginning = buffer.dropFirst(Self.textStart).prefix(Self.byteOrderMark.count)
    if beginning.count < Self.byteOrderMark.count, Self.byteOrderMark.starts(with: beginning) {
      return false
    }
    isAtStart = false
    if beginning.elementsEqual(Self.byteOrderMark) {
      buffer.removeSubrange(Self.textStart..<(Self.textStart + Self.byteOrderMark.count))
    }
    return true
  }

  // MARK: Scanning

  /// Goes on to the end of the buffer, and drops the records that were complete.
  private mutating func scan(
    _ body: (RecordStretch) throws(PageSourceError) -> Void
  ) throws(PageSourceError) {
    state.has_high = false
    state.has_nul = false
    state.has_quoted = false
    var start = 0
    var isDone = false
    while !isDone {
      let found = goOn()
      isDone = found.is_done
      endCount = Int(found.ends)
      if found.records > 0 {
        start = try pass(Int(found.records), from: start, body)
      } else if !isDone {
        ends.append(contentsOf: repeatElement(0, count: ends.count))
      }
    }
    // Without a complete record, what is incomplete now was so before.
    hadHigh = state.has_high || start == 0 && hadHigh
    hadNUL = state.has_nul || start == 0 && hadNUL
    hadQuoted = state.has_quoted || start == 0 && hadQuoted
    drop(start)
  }

  private mutating func goOn() -> CRecordsFound {
    if ends.isEmpty {
      ends = [UInt32](repeating: 0, count: 1 << 14)
      records = [UInt32](repeating: 0, count: 1 << 13)
    }
    let found = CRecordsFound(ends: Int32(endCount), records: 0, is_done: false)
    return buffer.withUnsafeBufferPointer { buffer in
      ends.withUnsafeMutableBufferPointer { ends in
        records.withUnsafeMutableBufferPointer { records in
          crecords_scan(
            buffer.baseAddress.map { $0 + Self.textStart },
            UInt32(buffer.count - Self.textStart), form, &state, found, ends.baseAddress,
            Int32(ends.count), records.baseAddress, Int32(records.count))
        }
      }
    }
  }

  /// Passes whole records on, and returns where the next one starts.
  private mutating func pass(
    _ count: Int, from start: Int, _ body: (RecordStretch) throws(PageSourceError) -> Void
  ) throws(PageSourceError) -> Int {
    let (next, used, lines) = try buffer.withUnsafeBufferPointer {
      (buffer) throws(PageSourceError) -> (Int, Int, Int) in
      try ends.withUnsafeBufferPointer { (ends) throws(PageSourceError) -> (Int, Int, Int) in
        try records.withUnsafeBufferPointer {
          (records) throws(PageSourceError) -> (Int, Int, Int) in
          let used = Int(records[count - 1])
          let stretch = RecordStretch(
            text: UnsafeRawBufferPointer(
              UnsafeBufferPointer(rebasing: buffer[Self.textStart...])),
            ends: UnsafeBufferPointer(rebasing: ends[..<used]),
            records: UnsafeBufferPointer(rebasing: records[..<count]), start: start, line: line,
            delimiterLength: Int(form.delimiter_length),
            isPlain: !(state.has_high || state.has_nul || hadHigh || hadNUL),
            hasOneLineEach: !(state.has_quoted || hadQuoted))
          try body(stretch)
          let next = stretch.end(of: count - 1) + 1
          return (
            next, used,
            stretch.hasOneLineEach ? count : stretch.text[start..<next].count { $0 == 0x0A }
          )
        }
      }
    }
    line += lines
    ends.withUnsafeMutableBufferPointer { ends in
      for place in used..<endCount { ends[place - used] = ends[place] }
    }
    endCount -= used
    return next
  }

  /// Drops the beginning of the text, which has no ends any more.
  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    buffer.removeSubrange(Self.textStart..<(Self.textStart + count))
    let shift = UInt32(count)
    for place in 0..<endCount { ends[place] -= shift }
    state.at -= shift
    state.field -= shift
    state.quote &-= shift
  }

  // MARK: What is too long

  private mutating func takeQuoteAsText() {
    openQuotes.append(line + lineFeeds(before: Int(state.field)))
    crecords_take_quote_as_text(&state)
  }

  /// Leaves out the incomplete record, and what follows up to the next line feed.
  private mutating func skipRecord() {
    longRecords.append(line)
    let rest = buffer[Self.textStart...]
    // A line feed may be there already, in a field whose quote is closed.
    line += rest.count { $0 == Self.lineFeed }
    buffer.removeSubrange(Self.textStart...)
    state = CRecordsState()
    endCount = 0
    isSkipping = true
  }

  private func lineFeeds(before offset: Int) -> Int {
    buffer[Self.textStart..<(Self.textStart + offset)].count { $0 == Self.lineFeed }
  }
}
