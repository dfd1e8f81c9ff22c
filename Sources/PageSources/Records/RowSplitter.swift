import ListModel
import NameSearch

/// Splits a stream of bytes into rows of columns and collects those that have a name.
struct RowSplitter {
  private let location: String?
  private var scanner: RecordScanner
  private var rows: RowReader

  /// The error that each further call throws again.
  private var failure: PageSourceError?

  /// `input` is the name in errors, `location` the name in the report.
  init(
    _ choice: ColumnChoice, input: String, location: String?, filter: NameFilter? = nil
  ) {
    self.location = location
    scanner = RecordScanner(choice.form)
    rows = RowReader(choice, input: input, location: location, filter: filter)
  }

  /// Processes the next chunk in O(*n*), where *n* is its number of bytes.
  ///
  /// - Throws: ``PageSourceError`` if the header lacks a requested column.
  mutating func add(
    _ chunk: UnsafeRawBufferPointer, into lines: inout RowBatch
  ) throws(PageSourceError) {
    if let failure { throw failure }
    do {
      try scanner.add(chunk) { (stretch) throws(PageSourceError) in
        try rows.read(stretch, into: &lines)
      }
    } catch {
      failure = error
      throw error
    }
    report(in: &lines)
  }

  /// Processes a last row without a line feed.
  mutating func finish(into lines: inout RowBatch) throws(PageSourceError) {
    if let failure { throw failure }
    try scanner.finish { (stretch) throws(PageSourceError) in
      try rows.read(stretch, into: &lines)
    }
    report(in: &lines)
  }

  private mutating func report(in lines: inout RowBatch) {
    for line in scanner.takeOpenQuotes() {
      lines.report.add(.openQuote, at: .init(input: location, line: line))
    }
    for line in scanner.takeLongRecords() {
      lines.report.add(.tooLong, at: .init(input: location, line: line))
    }
  }
}
