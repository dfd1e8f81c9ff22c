/// The size of a terminal's window, in cells, as far as it is used.
///
/// A window can say that it has 65,535 rows of as many columns, and painting takes time for each of them:
/// of what is beyond any screen there is, nothing is used.
package struct ScreenSize: Hashable, Sendable {
  /// Cells in a row.
  package let columns: Int

  /// Rows.
  package let rows: Int

  /// The most columns that are used.
  package static let mostColumns = 1_000

  /// The most rows that are used.
  package static let mostRows = 500

  /// Makes a size; what is below 1 counts as 1, what is beyond the most as that.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Self.mostColumns)
    self.rows = min(max(rows, 1), Self.mostRows)
  }
}
