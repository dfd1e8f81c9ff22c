import TerminalText

/// A screen row as cells, for comparison with the previous content.
struct CellRow {
  struct Cell: Equatable {
    /// A grapheme cluster; empty in the second column of a wide one.
    let text: String

    /// Plain for a space that looks the same as a plain one.
    let style: Style

    static let blank = Cell(text: " ", style: .plain)
  }

  /// One per column of the row.
  private(set) var cells: [Cell] = []

  /// The column of the first cluster whose width differs between terminals, or the column count.
  private(set) var firstUncertain = Int.max

  /// The first column of the trailing text, which is always positioned by its column.
  let trailingStart: Int
  private(set) var bodyEnd = 0

  /// The column after the last cell that is not blank.
  private(set) var end = 0

  /// Without colors, all foregrounds are the terminal's default.
  init(_ line: ScreenLine, columns: Int, usesColor: Bool = true) {
    let trailing = line.trailing?.prefix(columns: columns) ?? StyledText()
    let body = line.body.prefix(columns: columns - trailing.columns)
    trailingStart = columns - trailing.columns
    cells.reserveCapacity(columns)
    append(body, usesColor: usesColor)
    // Joining texts can reduce the number of clusters.
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
