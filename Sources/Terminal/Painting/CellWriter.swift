import TerminalText

/// Writes cells with as few bytes as possible, keeping track of the cursor and the style.
struct CellWriter {
  private(set) var bytes: [UInt8] = []

  private let usesColor: Bool
  private let columns: Int
  private let mayUseNumbers: Bool

  /// The cursor's row; `nil` until the cursor is moved to a row number.
  private var row: Int?

  /// The cursor's column; `nil` if it may differ between terminals.
  private var column: Int?

  private var style = Style.plain

  /// With a `position`, rows are not addressed by number.
  init(usesColor: Bool, columns: Int, position: Frame.Position?) {
    self.usesColor = usesColor
    self.columns = columns
    mayUseNumbers = position == nil
    row = position?.row
    column = position?.column
  }

  mutating func add(_ sequence: ControlSequence) {
    bytes += sequence.text.utf8
  }

  mutating func leaveStyle() {
    set(.plain)
  }

  // MARK: Cells

  /// Changes a row from `old` to `new`.
  ///
  /// From a cluster of uncertain width on, the old columns are unknown, so the rest is rewritten.
  mutating func write(_ new: CellRow, over old: CellRow?, row: Int) {
    let changed = new.cells.indices.filter { old == nil || new.cells[$0] != old?.cells[$0] }
    guard let first = changed.first, let last = changed.last else { return }
    let uncertain = min(new.firstUncertain, old?.firstUncertain ?? columns)
    if last >= uncertain { return rewrite(new, from: min(first, uncertain), row: row) }
    var next = first
    for column in changed where column >= next {
      if column >= new.end {  // nothing but spaces follows
        move(to: Frame.Position(row: row, column: column), over: new)
        return eraseToEndOfLine()
      }
      let blanks = new.cells[column...last].prefix { $0 == .blank }.count
      if blanks > Self.mostBlanks {
        move(to: Frame.Position(row: row, column: column), over: new)
        if style.showsOnBlanks { set(.plain) }
        add(.erase(blanks))
        next = column + blanks
      } else if !new.cells[column].text.isEmpty {  // an empty cell is covered by a wide character
        move(to: Frame.Position(row: row, column: column), over: new)
        write(new.cells[column])
      }
    }
  }

  /// Longer runs of spaces are erased, since writing them takes more bytes.
  private static let mostBlanks = 9

  /// Writes a row from `start` to its end.
  private mutating func rewrite(_ new: CellRow, from start: Int, row: Int) {
    move(to: Frame.Position(row: row, column: start), over: new)
    // Erase before writing: after a full row, the cursor may be on its last cell or beyond.
    eraseToEndOfLine()
    for cell in new.cells[start..<max(start, new.bodyEnd)] { write(cell) }
    column = nil
    // If the row was too wide after all and the terminal wrapped it, the cursor is in another row.
    if mayUseNumbers { self.row = nil }
    guard new.trailingStart < columns else { return }
    move(to: Frame.Position(row: row, column: max(start, new.trailingStart)))
    for cell in new.cells[max(start, new.trailingStart)...] { write(cell) }
    column = nil
  }

  private mutating func eraseToEndOfLine() {
    if style.showsOnBlanks { set(.plain) }
    add(.eraseToEndOfLine)
  }

  /// The second column of a wide cluster writes nothing.
  private mutating func write(_ cell: CellRow.Cell) {
    if !suits(cell) { set(cell.style) }
    bytes += cell.text.utf8
    guard let before = column else { return }
    let after = before + (cell.text.isEmpty ? 0 : ColumnWidth.of(cell.text))
    // After the last column, terminals keep the cursor on that cell or put it after the cell.
    column = after < columns ? after : nil
  }

  /// Whether the cell can be written in the current style.
  private func suits(_ cell: CellRow.Cell) -> Bool {
    cell == .blank ? !style.showsOnBlanks : cell.style == style
  }

  private mutating func set(_ new: Style) {
    add(.style(from: style, to: new, usesColor: usesColor))
    style = new
  }

  // MARK: The cursor

  /// Moves the cursor, or rewrites the cells in between if that is shorter.
  private mutating func move(to target: Frame.Position, over cells: CellRow) {
    if row == target.row, let column, column < target.column, !cells.cells[column].text.isEmpty {
      let between = cells.cells[column..<target.column]
      let length = between.reduce(0) { $0 + $1.text.utf8.count }
      let distance = target.column - column
      if length <= ControlSequence.right(distance).text.utf8.count, between.allSatisfy(suits) {
        for cell in between { write(cell) }
        return
      }
    }
    move(to: target)
  }

  /// Moves the cursor with the fewest bytes.
  mutating func move(to target: Frame.Position) {
    var ways: [String] = []
    if mayUseNumbers {
      ways.append(ControlSequence.move(row: target.row, column: target.column).text)
    }
    if let row {
      let distance = abs(target.row - row)
      let vertical = target.row < row ? ControlSequence.up(distance) : .down(distance)
      ways.append((distance == 0 ? "" : vertical.text) + horizontalWay(to: target.column))
    }
    bytes += (ways.min { $0.utf8.count < $1.utf8.count } ?? "").utf8
    row = target.row
    column = target.column
  }

  private func horizontalWay(to target: Int) -> String {
    if column == target { return "" }
    if target == 0 { return "\r" }
    let absolute = ControlSequence.column(target).text
    guard let column, column < target else { return absolute }
    let relative = ControlSequence.right(target - column).text
    return relative.utf8.count < absolute.utf8.count ? relative : absolute
  }
}
