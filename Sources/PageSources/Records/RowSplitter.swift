import NameSearch

/// Splits a stream of bytes into rows of columns and collects those that have a name.
struct RowSplitter {
  private let location: String?
  private var scanner: RecordScanner
  private var rows: RowReader

  /// Thrown again by each further call.
  private var failure: PageSourceError?

  /// `input` is for errors, `location` for the locations in the report.
  init(
    _ choice: ColumnChoice, input: String, location: String?, filter: NameFilter? = nil
  ) {
    self.location = location
    scanner = RecordScanner(choice.form)
    rows = RowReader(choice, input: input, location: location, filter: filter)
  }

  /// Processes the next chunk in O(*n*), where *n* is its number of bytes.
  ///
  /// - Throws: ``PageSourceError`` when the header does not have the columns that are asked for.
  mutating func add(
    _ chunk: UnsafeRawBufferPointer, into lines: inout NameLines
  ) throws(PageSourceError) {
    if let failure { throw failure }
    do {
      try read(chunk, into: &lines)
    } catch {
      failure = error
      throw error
    }
    report(in: &lines)
  }

  /// Reads the first line and the incomplete last one with the scanner, and searches those between
  /// if the scanner is not needed for them.
  private mutating func read(
    _ chunk: UnsafeRawBufferPointer, into lines: inout NameLines
  ) throws(PageSourceError) {
    let lineFeed = UInt8(ascii: "\n")
    guard rows.isFiltered, let first = chunk.firstIndex(of: lineFeed),
      let last = chunk.lastIndex(of: lineFeed)
    else { return try scan(chunk[...], into: &lines) }
    try scan(chunk[...first], into: &lines)
    let between = (first + 1)..<(last + 1)
    guard scanner.isBetweenRecords,
      let count = rows.search(between, of: chunk, firstLine: scanner.line, into: &lines)
    else { return try scan(chunk[(first + 1)...], into: &lines) }
    scanner.skip(lines: count)
    try scan(chunk[(last + 1)...], into: &lines)
  }

  private mutating func scan(
    _ piece: Slice<UnsafeRawBufferPointer>, into lines: inout NameLines
  ) throws(PageSourceError) {
    try scanner.add(UnsafeRawBufferPointer(rebasing: piece)) { (stretch) throws(PageSourceError) in
      try rows.read(stretch, into: &lines)
    }
  }

  /// Processes a last row without a line feed.
  mutating func finish(into lines: inout NameLines) throws(PageSourceError) {
    if let failure { throw failure }
    try scanner.finish { (stretch) throws(PageSourceError) in
      try rows.read(stretch, into: &lines)
    }
    report(in: &lines)
  }

  private mutating func report(in lines: inout NameLines) {
    for line in scanner.takeOpenQuotes() {
      lines.report.add(.openQuote, at: .init(input: location, line: line))
    }
    for line in scanner.takeLongRecords() {
      lines.report.add(.tooLong, at: .init(input: location, line: line))
    }
  }
}
