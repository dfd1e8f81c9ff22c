/// Splits a stream of bytes into records of fields, wherever chunks begin.
///
/// A record ends at a line feed that is not in a quoted field. A quote that is still open at the
/// end, or after a mebibyte, is treated as text, so that the rows after it are not lost. A record
/// that is still too long is skipped.
struct RecordScanner {
  /// The maximum number of bytes of a record.
  static let longestRecord = 1 << 20

  private static let lineFeed: UInt8 = 0x0A

  private let form: ColumnForm

  /// The bytes that were not yet passed on.
  private var buffer: [UInt8] = []

  /// How far the buffer has been scanned.
  private struct State {
    /// The next byte to scan.
    var place = 0

    /// The start of the current field.
    var field = 0

    /// Whether the field began with a quote, and whether that is still open.
    var isQuoted = false
    var isOpen = false

    /// The last quote that may have closed the field.
    var quote = 0
  }

  /// The kinds of significant bytes among those scanned.
  private struct Seen: OptionSet {
    let rawValue: Int

    static let highByte = Seen(rawValue: 1)
    static let nul = Seen(rawValue: 2)
    static let quotedField = Seen(rawValue: 4)
  }

  private var state = State()

  /// The kinds of bytes in earlier chunks of the incomplete record.
  private var seen: Seen = []

  /// The ends of the fields so far, and for each record the number of ends up to its last one.
  private var ends: [UInt32] = []
  private var records: [UInt32] = []

  private var isAtStart = true

  /// Whether the rest of the line belongs to a record that is too long.
  private var isSkipping = false

  /// The number of the line in which the buffer begins.
  private(set) var line = 1

  /// The lines of the quotes that were treated as text, and of the skipped records, since these
  /// were last taken.
  private var openQuotes: [Int] = []
  private var longRecords: [Int] = []

  init(_ form: ColumnForm) {
    self.form = form
  }

  /// The number of stored bytes of an incomplete record.
  var unfinishedCount: Int { buffer.count }

  /// Returns and clears the lines of unclosed quotes.
  mutating func takeOpenQuotes() -> [Int] {
    defer { openQuotes = [] }
    return openQuotes
  }

  /// Returns and clears the lines of records that were too long.
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
      if state.isOpen {
        takeQuoteAsText()
      } else {
        skipRecord()
      }
      try scan(body)
    }
  }

  /// Passes the last records to `body`; the very last may have no line feed.
  mutating func finish(
    _ body: (RecordStretch) throws(PageSourceError) -> Void
  ) throws(PageSourceError) {
    isAtStart = false
    try scan(body)
    while state.isOpen {
      takeQuoteAsText()
      try scan(body)
    }
    guard unfinishedCount > 0 else { return }
    buffer.append(Self.lineFeed)
    try scan(body)
  }

  /// Removes a byte order mark; returns false while more bytes are needed to recognize one.
  private mutating func dropByteOrderMark() -> Bool {
    let beginning = buffer.prefix(SourceEncoding.byteOrderMark.count)
    if beginning.count < SourceEncoding.byteOrderMark.count,
      SourceEncoding.byteOrderMark.starts(with: beginning)
    {
      return false
    }
    isAtStart = false
    if beginning.elementsEqual(SourceEncoding.byteOrderMark) {
      buffer.removeFirst(SourceEncoding.byteOrderMark.count)
    }
    return true
  }

  // MARK: Scanning

  /// Scans to the end of the buffer, and passes on and removes complete records.
  private mutating func scan(
    _ body: (RecordStretch) throws(PageSourceError) -> Void
  ) throws(PageSourceError) {
    let now = goOn()
    let all = seen.union(now)
    guard let used = records.last.map({ Int($0) }) else {
      seen = all
      return
    }
    let (next, lines) = try buffer.withUnsafeBufferPointer {
      (text) throws(PageSourceError) -> (Int, Int) in
      try ends.withUnsafeBufferPointer { (ends) throws(PageSourceError) -> (Int, Int) in
        try records.withUnsafeBufferPointer { (records) throws(PageSourceError) -> (Int, Int) in
          let stretch = RecordStretch(
            text: UnsafeRawBufferPointer(text), ends: UnsafeBufferPointer(rebasing: ends[..<used]),
            records: records,
            line: line, delimiterLength: form.delimiter.count,
            isPlain: all.isDisjoint(with: [.highByte, .nul]),
            hasOneLineEach: !all.contains(.quotedField))
          try body(stretch)
          let next = stretch.end(of: records.count - 1) + 1
          let lines =
            stretch.hasOneLineEach
            ? records.count : text[..<next].count { $0 == Self.lineFeed }
          return (next, lines)
        }
      }
    }
    line += lines
    seen = now
    records.removeAll(keepingCapacity: true)
    ends.removeFirst(used)
    drop(next)
  }

  /// Finds the ends of fields and records, and returns which kinds of bytes occurred.
  private mutating func goOn() -> Seen {
    let (delimiter, hasQuotes) = (form.delimiter, form.hasQuotes)
    let (last, quote) = (delimiter[delimiter.count - 1], UInt8(ascii: "\""))
    // Without quotes, search for the line feed twice, instead of for a quote.
    let alsoSought = hasQuotes ? quote : Self.lineFeed
    var (now, ends, records) = (state, ends, records)
    (self.ends, self.records) = ([], [])
    var all: UInt8 = 0
    var hasNUL = false
    var hasQuotedField = false
    buffer.withUnsafeBufferPointer { text in
      for place in now.place..<text.count {
        let byte = text[place]
        all |= byte
        if byte == 0 { hasNUL = true }
        guard byte == last || byte == Self.lineFeed || byte == alsoSought else { continue }
        if byte == quote, hasQuotes {
          if !now.isQuoted {
            now.isOpen = place == now.field
            now.isQuoted = now.isOpen
            if now.isOpen { hasQuotedField = true }
          } else if now.isOpen {
            now.isOpen = false
            now.quote = place
          } else {
            now.isOpen = place == now.quote + 1
          }
          continue
        }
        if now.isOpen { continue }
        var end = place
        if byte != Self.lineFeed, delimiter.count > 1 {
          end = place + 1 - delimiter.count
          guard end >= now.field, text[end...place].elementsEqual(delimiter) else { continue }
        }
        ends.append(UInt32(end) | (now.isQuoted ? RecordStretch.quoted : 0))
        if byte == Self.lineFeed { records.append(UInt32(ends.count)) }
        now.field = place + 1
        now.isQuoted = false
      }
      now.place = text.count
    }
    (state, self.ends, self.records) = (now, ends, records)
    var seen: Seen = all >= 0x80 ? .highByte : []
    if hasNUL { seen.insert(.nul) }
    if hasQuotedField { seen.insert(.quotedField) }
    return seen
  }

  /// Removes the beginning of the buffer, which contains no ends any more.
  private mutating func drop(_ count: Int) {
    buffer.removeFirst(count)
    for place in ends.indices { ends[place] -= UInt32(count) }
    state.place -= count
    state.field -= count
    state.quote -= count
  }

  // MARK: What is too long

  private mutating func takeQuoteAsText() {
    openQuotes.append(line + buffer[..<state.field].count { $0 == Self.lineFeed })
    state.place = state.field + 1
    (state.isQuoted, state.isOpen) = (false, false)
  }

  /// Skips the incomplete record, and everything up to the next line feed.
  private mutating func skipRecord() {
    longRecords.append(line)
    // The skipped part may contain line feeds, in a field whose quote is closed.
    line += buffer.count { $0 == Self.lineFeed }
    buffer.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    state = State()
    isSkipping = true
  }
}
