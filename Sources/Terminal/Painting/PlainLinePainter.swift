import TerminalText

/// Shows the line being edited with nothing but text, backspaces and line feeds.
///
/// For terminals that know no escape sequences, and for ears: a typed letter is sent as that
/// letter and nothing else. Backspaces are what readline sends to a terminal named dumb, and the
/// system's own line editing to any; without them a deletion could not be shown but by a new row.
struct PlainLinePainter {
  private var shown = DisplayText.empty
  private var cursor = 0

  /// True if something stands in the cursor's row.
  var isShowing: Bool { !shown.isEmpty }

  /// The bytes that take the row from what it shows to the line.
  ///
  /// The last column stays free, so that the cursor never wraps.
  mutating func bytes(
    for line: EditorLine, columns: Int, glyphs: Glyphs
  ) -> [UInt8] {
    let width = max(columns - 1, 1)
    let fitted = line.fitted(columns: width, glyphs: glyphs)
    // A row that is wrapped in a narrower window cannot be gone back in.
    if shown.columns > width {
      return breakOff() + bytes(for: line, columns: columns, glyphs: glyphs)
    }
    let text = fitted.prompt + fitted.line
    let common = text.commonPrefix(with: shown)
    var output = ""
    var column = cursor
    if text != shown {
      output += Self.move(from: column, to: common.columns, in: shown)
      output += text.dropping(columns: common.columns).text
      let left = max(shown.columns - text.columns, 0)
      output += String(repeating: " ", count: left)
      column = text.columns + left
    }
    output += Self.move(from: column, to: fitted.cursorColumn, in: text)
    shown = text
    cursor = fitted.cursorColumn
    return Array(output.utf8)
  }

  /// The bytes that leave the row empty, with the cursor at its start.
  mutating func takeBack() -> [UInt8] {
    defer { forget() }
    let back = String(repeating: "\u{8}", count: cursor)
    let blanks = String(repeating: " ", count: shown.columns)
    return Array((back + blanks + String(repeating: "\u{8}", count: shown.columns)).utf8)
  }

  /// The bytes that leave the row as it is, if anything stands there, and start another.
  mutating func breakOff() -> [UInt8] {
    defer { forget() }
    return isShowing ? [0x0A] : []
  }

  /// The cursor is at the start of an empty row.
  mutating func forget() {
    shown = .empty
    cursor = 0
  }

  private static func move(from column: Int, to target: Int, in text: DisplayText) -> String {
    if column >= target { return String(repeating: "\u{8}", count: column - target) }
    return text.dropping(columns: column).prefix(columns: target - column).text
  }
}

extension DisplayText {
  fileprivate func commonPrefix(with other: DisplayText) -> DisplayText {
    let count = zip(text, other.text).prefix { $0 == $1 }.count
    return prefix(columns: ColumnWidth.of(String(text.prefix(count))))
  }
}
