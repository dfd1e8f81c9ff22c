/// A whole screen as a value.
package struct Frame: Hashable, Sendable {
  /// A cell of the screen, both counted from 0 at the top left.
  package struct Position: Hashable, Sendable {
    /// Rows below the first one.
    package var row: Int

    /// Columns right of the first one.
    package var column: Int

    /// Makes a position.
    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The rows from the top; rows the screen does not have are not shown, missing ones are blank.
  package var lines: [ScreenLine]

  /// Where the cursor stands; `nil` hides it.
  package var cursor: Position?

  /// Makes a frame.
  package init(lines: [ScreenLine] = [], cursor: Position? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}
