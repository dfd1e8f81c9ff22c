import TerminalText

/// Rows of the normal screen, below earlier output, that the program repaints.
///
/// Their position on the screen is unknown, so all movements are relative to the cursor.
struct LiveArea {
  /// Rows that exist for certain, so that moving down in them never scrolls.
  private(set) var rows = 0

  /// Relative to the area's top left.
  var cursor = Frame.Position(row: 0, column: 0)

  /// The last painting: the used columns of each row, the columns of the window, and the cursor.
  private var widths: [Int] = []
  private var columns = 0
  private var paintedCursor = Frame.Position(row: 0, column: 0)

  /// Moves to the start of an empty row, which becomes the area's first.
  ///
  /// Writes a full row of spaces. If there is text before it, such as a prompt, the spaces wrap, so
  /// that text is kept.
  mutating func begin(columns: Int) -> [UInt8] {
    self = LiveArea()
    return Array((String(repeating: " ", count: columns) + "\r").utf8)
  }

  /// Erases the area and everything below it, and moves to its start.
  mutating func erase() -> [UInt8] {
    let sequences: [ControlSequence] = cursor.row > 0 ? [.up(cursor.row)] : []
    self = LiveArea()
    return sequences.flatMap { Array($0.text.utf8) } + [0x0D]
      + Array(ControlSequence.eraseBelow.text.utf8)
  }

  /// Extends the area and moves to its top left; at the bottom of the screen, the terminal scrolls.
  mutating func reserve(rows wanted: Int) -> [UInt8] {
    guard wanted > rows else { return [] }
    let last = max(rows, 1) - 1
    var bytes: [UInt8] = []
    if cursor.row < last { bytes += ControlSequence.down(last - cursor.row).text.utf8 }
    bytes += [0x0D] + Array(repeating: 0x0A, count: wanted - 1 - last)
    if wanted > 1 { bytes += ControlSequence.up(wanted - 1).text.utf8 }
    rows = wanted
    cursor = Frame.Position(row: 0, column: 0)
    return bytes
  }

  mutating func remember(_ frame: Frame, size: ScreenSize) {
    cursor = frame.cursor?.clipped(to: size) ?? Frame.Position(row: 0, column: 0)
    paintedCursor = cursor
    widths = frame.lines.prefix(size.rows).map { CellRow($0, columns: size.columns).end }
    columns = size.columns
  }

  /// Updates the cursor after the terminal has rewrapped rows in a narrower window.
  mutating func wrap(columns narrower: Int) {
    guard narrower < columns else { return cursor = paintedCursor }
    let above = widths.prefix(paintedCursor.row)
    let blank = paintedCursor.row - above.count
    let rowsAbove = above.reduce(blank) { $0 + max(($1 + narrower - 1) / narrower, 1) }
    cursor = Frame.Position(row: rowsAbove + paintedCursor.column / narrower, column: 0)
  }
}
