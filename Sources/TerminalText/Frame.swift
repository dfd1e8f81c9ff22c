/// The content of a whole screen.
package struct Frame: Hashable, Sendable {
  /// A cell, counted from 0 at the top left.
  package struct Position: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// From the top; rows below the screen are not shown, and missing rows are blank.
  package var lines: [ScreenLine]

  /// The cursor's cell; `nil` hides it.
  package var cursor: Position?

  package init(lines: [ScreenLine] = [], cursor: Position? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}
