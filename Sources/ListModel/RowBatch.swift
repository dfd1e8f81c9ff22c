package import NameSearch

/// Rows that a source returned together, in its order.
///
/// Names, IDs, details and sections are in `names`; a `Row` is made only on request.
package struct RowBatch: Sendable {
  /// The names, including repeated ones.
  package var names: NameBatch

  /// The flags that the source gives, one set for each name; empty if it gives none.
  package var flags: [Flags]

  /// The number of rows, including those that a filter skipped.
  package var count: Int

  /// Header lines, which are shown above the rows and are not rows themselves.
  package var header: [String] = []

  /// The skipped and repaired lines.
  package var report: LineReport

  /// The number of rows in the whole list, if the source gives it.
  package var total: Int?

  /// Whether the source searched for the query itself, so that all its rows are results.
  package var isSearched = false

  /// The flags that the store has for its rows, once they have been read.
  package var stored: [Name: Flags] = [:]

  package init(names: NameBatch = NameBatch(), report: LineReport = LineReport()) {
    self.names = names
    self.report = report
    flags = []
    count = names.count
  }

  /// Whether there is no line of any kind.
  package var isEmpty: Bool { names.isEmpty && report.leftOutCount == 0 && header.isEmpty }

  /// The row at a place in order of arrival, from zero.
  ///
  /// - Complexity: as that of the subscript of `NameBatch`.
  package subscript(place: Int) -> Row {
    Row(
      name: names[place], flags: flags.isEmpty ? [] : flags[place],
      detail: names.fields(at: place))
  }

  /// Whether its rows have IDs or flags besides names.
  package var tellsRows: Bool { names.hasSourceIDs || !flags.isEmpty || !stored.isEmpty }

  /// All rows, if they were made in advance, off the main actor.
  package var made: [Row]?

  /// - Complexity: O(*n*) unless they were made before.
  package var rows: [Row] { made ?? (0..<names.count).map { self[$0] } }

  /// Adds a row of a source that gives flags.
  package mutating func append(_ row: Row) {
    names.append(row.name, detail: row.fields)
    flags.append(row.flags)
    made?.append(row)
    count += 1
  }

  /// Adds a later batch from a source without flags; with `filter`, only its matching names.
  package mutating func append(_ later: RowBatch, filter: NameFilter? = nil) {
    names.append(contentsOf: filter?.matches(in: later.names) ?? later.names)
    count += later.count
    header += later.header
    report.merge(later.report)
  }
}
