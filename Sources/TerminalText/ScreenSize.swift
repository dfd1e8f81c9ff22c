/// The size of a terminal's window in cells, limited.
///
/// A window can report 65,535 rows and columns, and painting takes time for each cell, so the
/// number of cells is limited to that of the largest screens.
package struct ScreenSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int
  package static let mostColumns = 1_000
  package static let mostRows = 500

  /// Makes a size; each number is clamped to the range from 1 to the maximum.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Self.mostColumns)
    self.rows = min(max(rows, 1), Self.mostRows)
  }
}
