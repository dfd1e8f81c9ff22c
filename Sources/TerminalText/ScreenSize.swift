/// The size of a terminal's window, in cells.
public struct ScreenSize: Hashable, Sendable {
  /// Cells in a row.
  public let columns: Int

  /// Rows.
  public let rows: Int

  /// Makes a size; what is below 1 counts as 1.
  public init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
  }
}
