import TerminalText

/// Rows of the normal screen that a program paints over and over, below what was printed before.
///
/// Where on the screen they are is not known, only where in them the cursor is: the terminal is
/// asked nothing. So the cursor is moved by distances, and every function says where it is then.
struct LiveArea {
  /// The rows that are there for certain: going down in them never scrolls.
  private(set) var rows = 0

  /// The cursor's place, counted from the area's top left.
  var cursor = Frame.Position(row: 0, column: 0)

  /// What the last painting left: the columns taken in each row from the top, those of the window,
  /// and the cursor.
  private var widths: [Int] = []
  private var columns = 0
  private var paintedCursor = Frame.Position(row: 0, column: 0)

  /// Goes to the start of a row that holds nothing, which becomes the area's first.
  ///
  /// As many blanks as a row has columns go on into the next one unless they began in the first
  /// column: so what stands before the cursor, such as a prompt, is not painted over.
  mutating func begin(columns: Int) -> [UInt8] {
    self = LiveArea()
    return Array((String(repeating: " ", count: columns) + "\r").utf8)
  }

  /// Blanks the area and everything below it, and goes to where it starts.
  mutating func erase() -> [UInt8] {
    let sequences: [ControlSequence] = cursor.row > 0 ? [.up(cursor.row)] : []
    self = LiveArea()
    return sequences.flatMap { Array($0.text.utf8) } + [0x0D]
      + Array(ControlSequence.eraseBelow.text.utf8)
  }

  /// Makes room for rows; above the area the terminal scrolls if there are none left below.
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

  /// Takes note of what was painted.
  mutating func remember(_ frame: Frame, size: ScreenSize) {
    cursor = frame.cursor?.clipped(to: size) ?? Frame.Position(row: 0, column: 0)
    paintedCursor = cursor
    widths = frame.lines.prefix(size.rows).map { CellRow($0, columns: size.columns).end }
    columns = size.columns
  }

  /// The window got other columns, and the terminal has wrapped what was too long for them.
  mutating func wrap(columns narrower: Int) {
    guard narrower < columns else { return cursor = paintedCursor }
    let above = widths.prefix(paintedCursor.row)
    let blank = paintedCursor.row - above.count
    let rowsAbove = above.reduce(blank) { $0 + max(($1 + narrower - 1) / narrower, 1) }
    cursor = Frame.Position(row: rowsAbove + paintedCursor.column / narrower, column: 0)
  }
}
