/// The content of a terminal at one moment.
public struct Screen: Sendable {
  /// A place on the screen, zero-based from the upper left corner.
  public struct Position: Hashable, Sendable, CustomStringConvertible {
    /// The row, counted from the top.
    public var row: Int

    /// The column, counted from the left; a wide character takes two.
    public var column: Int

    /// Makes a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }

    /// `(row, column)`.
    public var description: String { "(\(row), \(column))" }
  }

  /// A color as the program set it.
  public enum Color: Hashable, Sendable {
    /// The terminal's default.
    case standard

    /// One of the terminal's own 256: 0–7 normal, 8–15 bright.
    case palette(UInt8)

    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// How a cell is drawn.
  ///
  /// The terminal emulator ignores dim text, so test its bytes instead.
  public struct Attributes: Hashable, Sendable {
    /// SGR 1.
    public var bold = false

    /// SGR 3.
    public var italic = false

    /// SGR 4.
    public var underline = false

    /// SGR 7.
    public var reverse = false

    /// SGR 9.
    public var strikethrough = false

    /// SGR 30–38 and 90–97.
    public var foreground = Color.standard

    /// SGR 40–48 and 100–107.
    public var background = Color.standard

    /// Makes the attributes of plain text.
    public init() {}
  }

  /// One column of one row.
  public struct Cell: Hashable, Sendable {
    /// The character with its marks; a space when blank, empty in the second column of a wide one.
    public let text: String

    /// How it is drawn.
    public let attributes: Attributes

    /// The cell; a blank one without color and weight, which are invisible.
    var seen: Cell {
      guard text == " " || text.isEmpty else { return self }
      var visible = Attributes()
      visible.background = attributes.background
      visible.underline = attributes.underline
      visible.strikethrough = attributes.strikethrough
      visible.reverse = attributes.reverse
      if visible.underline || visible.strikethrough || visible.reverse {
        visible.foreground = attributes.foreground
      }
      return Cell(text: text, attributes: visible)
    }
  }

  /// Whether both look the same.
  public func looks(like other: Screen) -> Bool {
    cells.map { $0.map(\.seen) } == other.cells.map { $0.map(\.seen) }
  }

  /// Every cell, by row and column.
  public let cells: [[Cell]]

  /// The text of every row, without spaces at its end.
  public let rows: [String]

  /// The position of the cursor, even if it is hidden.
  public let cursor: Position

  /// Whether the cursor is shown.
  public let cursorIsVisible: Bool

  /// Whether this is the alternate screen.
  public let isAlternate: Bool

  /// A row and its text.
  struct Line {
    let cells: [Cell]
    let text: String

    init(_ cells: [Cell]) {
      self.cells = cells
      let last = cells.lastIndex { $0.text != " " } ?? -1
      text = cells.prefix(last + 1).map(\.text).joined()
    }
  }

  init(lines: [Line], cursor: Position, cursorIsVisible: Bool, isAlternate: Bool) {
    cells = lines.map(\.cells)
    rows = lines.map(\.text)
    self.cursor = cursor
    self.cursorIsVisible = cursorIsVisible
    self.isAlternate = isAlternate
  }
}

// MARK: Queries

extension Screen {
  /// Describes the first difference from another screen; `nil` if both look the same.
  ///
  /// Attributes that are invisible on a space are ignored.
  public func difference(from other: Screen) -> String? {
    if cells.map(\.count) != other.cells.map(\.count) { return "another size" }
    for (row, line) in cells.enumerated() {
      for (column, cell) in line.enumerated() where cell.look != other.cells[row][column].look {
        return "\(Position(row: row, column: column)): \(cell) for \(other.cells[row][column])"
      }
    }
    let cursors = [self, other].map { "\($0.cursor), \($0.cursorIsVisible), \($0.isAlternate)" }
    return cursors[0] == cursors[1] ? nil : "cursor at \(cursors[0]) for \(cursors[1])"
  }

  /// All rows, one per line, without the empty ones at the end.
  public var text: String {
    let last = rows.lastIndex { !$0.isEmpty } ?? -1
    return rows.prefix(last + 1).joined(separator: "\n")
  }

  /// A row's text; empty outside the screen.
  public func row(_ index: Int) -> String {
    rows.indices.contains(index) ? rows[index] : ""
  }

  /// The row the cursor is in.
  public var cursorRow: String { row(cursor.row) }

  /// Whether any row contains the text.
  public func contains(_ text: String) -> Bool {
    rows.contains { $0.contains(text) } || position(of: text) != nil
  }

  /// The first position of the text, from the top; `nil` if no row contains all of it.
  public func position(of text: String) -> Position? {
    guard let first = text.unicodeScalars.first else { return nil }
    for (row, line) in cells.enumerated() {
      for column in line.indices {
        // Comparing from each place takes long, and most are ASCII.
        guard let start = line[column].text.unicodeScalars.first,
          start == first || !start.isASCII || !first.isASCII
        else { continue }
        let rest = line[column...].lazy.map(\.text).joined()
        if rest.starts(with: text) { return Position(row: row, column: column) }
      }
    }
    return nil
  }

  /// The attributes of the first character of the text; `nil` if the text is not found.
  public func attributes(of text: String) -> Attributes? {
    position(of: text).map { cells[$0.row][$0.column].attributes }
  }

  /// A cell; `nil` outside the screen.
  public func cell(row: Int, column: Int) -> Cell? {
    guard cells.indices.contains(row), cells[row].indices.contains(column) else { return nil }
    return cells[row][column]
  }
}

extension Screen.Cell {
  fileprivate var look: Screen.Cell {
    // The second column of a wide character has the attributes of the first.
    if text.isEmpty { return Screen.Cell(text: text, attributes: Screen.Attributes()) }
    guard text == " " else { return self }
    var look = attributes
    (look.bold, look.italic) = (false, false)
    if !look.underline && !look.reverse && !look.strikethrough { look.foreground = .standard }
    return Screen.Cell(text: text, attributes: look)
  }
}
