/// A whole screen as a value.
public struct Frame: Hashable, Sendable {
  /// A cell of the screen, both counted from 0 at the top left.
  public struct Position: Hashable, Sendable {
    /// Rows below the first one.
    public var row: Int

    /// Columns right of the first one.
    public var column: Int

    /// Makes a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The rows from the top; rows the screen does not have are not shown, missing ones are blank.
  public var lines: [ScreenLine]

  /// Where the cursor stands; `nil` hides it.
  public var cursor: Position?

  /// Makes a frame.
  public init(lines: [ScreenLine] = [], cursor: Position? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}
