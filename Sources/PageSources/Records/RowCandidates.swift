import NameSearch

/// The records that may match a query, or of which something is to be reported.
///
/// All others are rows with a valid name that does not match, and need not be read.
struct RowCandidates {
  private let first: Int
  private var areRead: [Bool]

  /// - Complexity: O(*n*), at about memory speed while few records match.
  init(
    of records: Range<Int>, in stretch: RecordStretch, _ places: ColumnPlaces, columnCount: Int,
    isSplitAtWords: Bool, _ filter: NameFilter
  ) {
    first = records.lowerBound
    areRead = Array(repeating: false, count: records.count)
    // Whether an identity came before depends on all rows.
    guard !records.isEmpty, stretch.isPlain, isSplitAtWords, places.id == nil,
      findHits(records, stretch, places, filter)
    else {
      areRead = Array(repeating: true, count: records.count)
      return
    }
    for record in records where !areRead[record - first] {
      areRead[record - first] = !isOrdinary(
        record, stretch, places, columnCount, looksInDetails: filter.looksInDetails)
    }
  }

  @inline(__always)
  func contain(_ record: Int) -> Bool { areRead[record - first] }

  /// Marks the records in which a word of the query begins; false if that cannot be found out.
  private mutating func findHits(
    _ records: Range<Int>, _ stretch: RecordStretch, _ places: ColumnPlaces, _ filter: NameFilter
  ) -> Bool {
    let range = stretch.start(of: first)..<stretch.end(of: records.upperBound - 1)
    var record = first
    var end = stretch.end(of: record)
    return filter.forEachHit(in: range, ofASCII: stretch.text) { hit in
      while hit >= end {
        record += 1
        end = stretch.end(of: record)
      }
      if areRead[record - first] { return }
      if !filter.looksInDetails {
        let fields = stretch.fields(of: record)
        guard places.name < fields.count else { return }
        let name = stretch.field(fields.lowerBound + places.name, of: record)
        guard name.range.contains(hit) else { return }
      }
      areRead[record - first] = true
    }
  }

  /// Whether a record has a plain name and all columns, and its words begin as they would if it were
  /// read.
  @inline(__always)
  private func isOrdinary(
    _ record: Int, _ stretch: RecordStretch, _ places: ColumnPlaces, _ columnCount: Int,
    looksInDetails: Bool
  ) -> Bool {
    let fields = stretch.fields(of: record)
    let length = stretch.end(of: record) - stretch.start(of: record)
    guard fields.count == columnCount, places.name < columnCount, length <= Name.maximumBytes
    else { return false }
    if looksInDetails, stretch.mayHaveQuotes, fields.contains(where: { stretch.isQuoted($0) }) {
      return false
    }
    let name = stretch.field(fields.lowerBound + places.name, of: record)
    var range = name.range
    if name.isQuoted {
      range = (range.lowerBound + 1)..<(range.upperBound - 1)
      guard stretch.text[range.upperBound] == UInt8(ascii: "\""),
        !stretch.text[range].contains(UInt8(ascii: "\""))
      else { return false }
    }
    return !range.isEmpty && stretch.text[range.lowerBound] > 0x20
  }
}
