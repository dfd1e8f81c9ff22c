import TerminalText

/// A row of the screen as cells, to be compared with what the row showed before.
struct CellRow {
  /// One column of the row.
  struct Cell: Equatable {
    /// The cluster; empty in the second column of a wide one.
    let text: String

    /// How it looks; plain for blanks that look like plain ones.
    let style: Style

    static let blank = Cell(text: " ", style: .plain)
  }

  /// As many as the row has columns.
  private(set) var cells: [Cell] = []

  /// The column of the first cluster over whose width terminals differ.
  ///
  /// What follows it may stand elsewhere than is thought. The number of columns if there is none.
  private(set) var firstUncertain = Int.max

  /// Where what trails starts: it is always put there by its column.
  let trailingStart: Int

  /// The column after the last cell of the body.
  private(set) var bodyEnd = 0

  /// The column after the last cell that is not blank.
  private(set) var end = 0

  /// Lays a row out; without colours all foregrounds are the terminal's own.
  init(_ line: ScreenLine, columns: Int, usesColor: Bool = true) {
    let trailing = line.trailing?.prefix(columns: columns) ?? StyledText()
    let body = line.body.prefix(columns: columns - trailing.columns)
    trailingStart = columns - trailing.columns
    cells.reserveCapacity(columns)
    append(body, usesColor: usesColor)
    // Texts put together may make fewer clusters than they had.
    bodyEnd = min(cells.count, trailingStart)
    cells += Array(repeating: .blank, count: trailingStart - bodyEnd)
    append(trailing, usesColor: usesColor)
    cells += Array(repeating: .blank, count: max(columns - cells.count, 0))
    end = (cells.lastIndex { $0 != .blank } ?? -1) + 1
    firstUncertain = min(firstUncertain, columns)
  }

  private mutating func append(_ text: StyledText, usesColor: Bool) {
    for run in text.runs {
      var style = run.style
      if !usesColor { style.foreground = nil }
      for character in run.text.text { append(character, style) }
    }
  }

  private mutating func append(_ character: Character, _ style: Style) {
    let width = ColumnWidth.of(character)
    if !ColumnWidth.isCertain(character) { firstUncertain = min(firstUncertain, cells.count) }
    if character == " " && !style.showsOnBlanks {
      cells.append(.blank)
    } else if width > 0 {
      cells.append(Cell(text: String(character), style: style))
      if width > 1 { cells.append(Cell(text: "", style: style)) }
    } else if let last = cells.popLast() {
      cells.append(Cell(text: last.text + String(character), style: last.style))
    }
  }
}
