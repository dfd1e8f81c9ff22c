import CRecords
import Glibc
import NameSearch

/// Finds the rows of a plain text that may match a query, without reading the others.
///
/// It pays where the names are in the first column, as they mostly are.
struct RowSearch {
  private let form: CRecordsForm
  private let columnCount: Int
  private let filter: NameFilter

  /// What is found in a text.
  struct Found {
    /// The rows to be read: those that may match, and those of which something may be reported.
    var rows: [(range: Range<Int>, number: Int)] = []
    var rowCount = 0

    /// The number of line feeds in rows.
    var innerFeedCount = 0
  }

  /// `nil` if rows cannot be searched so.
  init?(_ choice: ColumnChoice, _ places: ColumnPlaces, columnCount: Int, _ filter: NameFilter) {
    guard places.name == 0, places.id == nil, choice.form.separatesWords else { return nil }
    form = choice.form.scanned
    self.columnCount = columnCount
    self.filter = filter
  }

  /// Finds the rows in a range of a text, which are whole and behind a line feed.
  ///
  /// - Returns: `nil` if the range is not plain.
  /// - Complexity: O(*n*), at about memory speed while few rows match.
  func rows(in range: Range<Int>, of text: UnsafeRawBufferPointer) -> Found? {
    guard !range.isEmpty, let base = text.bindMemory(to: UInt8.self).baseAddress else { return nil }
    // There may be as many rows as bytes; what is not used of the memory costs nothing.
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: range.count) { starts in
      let counted = crecords_rows(
        base + range.lowerBound, UInt32(range.count), form, Int32(columnCount),
        UInt32(Name.maximumBytes), starts.baseAddress)
      guard counted.rows >= 0 else { return nil }
      var found = Found(
        rowCount: Int(counted.rows), innerFeedCount: Int(counted.inner_feeds))
      let rows = Rows(
        starts: UnsafeMutableBufferPointer(rebasing: starts[..<found.rowCount]), range: range,
        base: base, form: form)
      let isKnown = filter.forEachHit(
        in: range, ofASCII: text, rows.marker(looksInDetails: filter.looksInDetails))
      for row in 0..<found.rowCount where !isKnown || rows.starts[row] & crecords_odd != 0 {
        found.rows.append((rows.range(of: row), row))
      }
      return found
    }
  }

  /// The starts of rows in a range of a text, as offsets from its beginning.
  private struct Rows {
    let starts: UnsafeMutableBufferPointer<UInt32>
    let range: Range<Int>
    let base: UnsafePointer<UInt8>
    let form: CRecordsForm

    @inline(__always)
    func start(of row: Int) -> Int {
      row < starts.count
        ? range.lowerBound + Int(starts[row] & ~crecords_odd) : range.upperBound
    }

    func range(of row: Int) -> Range<Int> { start(of: row)..<start(of: row + 1) }

    /// What marks the row in which a word begins; it must be called for one place after the other.
    func marker(looksInDetails: Bool) -> (Int) -> Void {
      var row = 0
      var next = start(of: 1)
      return { hit in
        while hit >= next {
          row += 1
          next = start(of: row + 1)
        }
        if looksInDetails || isInName(hit, of: row) { starts[row] |= crecords_odd }
      }
    }

    private func isInName(_ place: Int, of row: Int) -> Bool {
      let start = start(of: row)
      let isQuoted = form.has_quotes && base[start] == UInt8(ascii: "\"")
      let end = isQuoted ? UInt8(ascii: "\"") : form.delimiter.0
      let from = isQuoted ? start + 1 : start
      return place <= from || memchr(base + from, Int32(end), place - from) == nil
    }
  }
}
