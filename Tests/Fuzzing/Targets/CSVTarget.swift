import ListModel
@testable import NameSearch
@testable import PageSources
@testable import Printing

/// Rows with columns: their fields and names, from whole and divided streams, with and without a filter.
///
/// The input is five bytes of choices, a query up to 0xFF, and the text.
struct CSVTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let seed = input.byte()
    let hasQuotes = choices & 1 == 0
    let delimiter = input.choice([",", ",", ";", "\t", "→", "\0", " ", "a"] as [Unicode.Scalar])
    let form = ColumnForm(
      delimiter: delimiter, hasQuotes: hasQuotes, hasHeader: choices & 2 != 0)
    let places = input.byte()
    let query = NameQuery(
      choices & 4 == 0 ? "" : input.text(), looksInDetails: choices & 8 != 0)
    let text = input.remainder()
    let naive = NaiveRecords(
      text, delimiter: form.delimiter, hasQuotes: isControl ? false : hasQuotes)
    try checkRecords([text[...]], form, naive, "whole")
    try checkRecords(text.cut(seed: seed), form, naive, "cut")
    try checkRows(text, seed, form, places, query, naive)
    try checkWriting(naive.records.map(\.fields))
  }

  // MARK: Records

  private func checkRecords(
    _ pieces: [ArraySlice<UInt8>], _ form: ColumnForm, _ naive: NaiveRecords, _ kind: String
  ) throws {
    var scanner = RecordScanner(form)
    var records: [NaiveRecords.Record] = []
    func take(_ stretch: RecordStretch) {
      for number in 0..<stretch.count {
        var record = NaiveRecords.Record(line: stretch.line(of: number))
        for place in stretch.fields(of: number) {
          var field: [UInt8] = []
          stretch.append(stretch.field(place, of: number), to: &field)
          record.fields.append(field)
        }
        records.append(record)
      }
    }
    var openQuotes: [Int] = []
    for piece in pieces {
      try piece.withUnsafeBytes { try scanner.add($0, take) }
      openQuotes += scanner.takeOpenQuotes()
    }
    try scanner.finish(take)
    openQuotes += scanner.takeOpenQuotes()
    try Fault.unless(
      records == naive.records,
      "\(kind): \(records.map { $0.fields.map(\.shown) }), not "
        + "\(naive.records.map { $0.fields.map(\.shown) })")
    try Fault.unless(openQuotes == naive.openQuotes, "\(kind): open quotes in \(openQuotes)")
  }

  // MARK: Rows

  private func checkRows(
    _ text: [UInt8], _ seed: UInt8, _ form: ColumnForm, _ places: UInt8, _ query: NameQuery,
    _ naive: NaiveRecords
  ) throws {
    func column(_ shift: UInt8) -> Int? {
      places >> shift & 4 == 0 ? nil : Int(places >> shift) & 3
    }
    let (name, id, section) = (Int(places) & 1, column(1), column(4))
    let choice = ColumnChoice(
      form: form, name: .number(name + 1), id: id.map { [.number($0 + 1)] } ?? [],
      section: section.map { .number($0 + 1) })
    let count = naive.records.first?.fields.count ?? 0
    let isRefused =
      form.hasHeader && !naive.records.isEmpty && max(name, id ?? 0, section ?? 0) >= count
    let wanted = NaiveRows(
      Array(naive.records.dropFirst(form.hasHeader ? 1 : 0)), columns: count, name: name, id: id,
      section: section)
    var report = wanted.report
    for line in naive.openQuotes { report.add(.openQuote, at: .init(line: line)) }
    for pieces in [[text[...]], text.cut(seed: seed)] {
      guard let lines = try read(pieces, choice, nil, isRefused) else { return }
      try compare(lines, wanted.rows, wanted.rows.count, report)
    }
    guard !query.isEmpty, query.text.isOfOldUnicode else { return }
    let matcher = NaiveQuery(query)
    let matching = wanted.rows.filter { matcher.matches($0.text, detail: $0.detail) }
    guard wanted.rows.allSatisfy(\.isOfOldUnicode) else { return }
    for pieces in [[text[...]], text.cut(seed: seed)] {
      guard let lines = try read(pieces, choice, NameFilter(query), isRefused) else { return }
      try compare(lines, matching, wanted.rows.count, report)
    }
  }

  /// `nil` if the columns are refused, as they must be.
  private func read(
    _ pieces: [ArraySlice<UInt8>], _ choice: ColumnChoice, _ filter: NameFilter?, _ isRefused: Bool
  ) throws -> RowBatch? {
    var splitter = RowSplitter(choice, input: "rows", location: nil, filter: filter)
    var lines = RowBatch()
    do {
      for piece in pieces {
        try piece.withUnsafeBytes { try splitter.add($0, into: &lines) }
      }
      try splitter.finish(into: &lines)
    } catch {
      try Fault.unless(isRefused, "columns are refused: \(error)")
      return nil
    }
    try Fault.unless(!isRefused, "missing columns are accepted")
    return lines
  }

  private func compare(
    _ lines: RowBatch, _ rows: [NaiveRows.Row], _ count: Int, _ report: LineReport
  ) throws {
    let found = (0..<lines.names.count).map { place in
      NaiveRows.Row(
        name: lines.names.withOriginal(at: place) { Array($0) }, id: lines.names[place].idInSource,
        detail: lines.names.detail(at: place), section: lines.names.section(at: place))
    }
    try Fault.unless(found == rows, "rows \(found), not \(rows)")
    try Fault.unless(lines.count == count, "\(lines.count) rows, not \(count)")
    for fault in LineReport.Fault.allCases {
      try Fault.unless(
        lines.report.count(of: fault) == report.count(of: fault), "\(lines.report), not \(report)")
    }
  }

  /// Fields that are written as CSV are the same when they are read.
  private func checkWriting(_ records: [[[UInt8]]]) throws {
    let records = records.map { $0.map { String(decoding: $0, as: UTF8.self) } }
    // After a header, because only the first line can begin with a byte order mark.
    let written = ([["header"]] + records).map { fields in
      fields.map { "\(csv: $0)" }.joined(separator: ",") + "\n"
    }.joined()
    let read = NaiveRecords(Array(written.utf8), delimiter: [0x2C], hasQuotes: true)
    try Fault.unless(
      read.records.dropFirst().map(\.fields) == records.map { $0.map { Array($0.utf8) } },
      "written as \(Array(written.utf8).shown)")
  }
}
