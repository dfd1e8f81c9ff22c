import TerminalText

/// Shows the line being edited with nothing but text, backspaces and carriage returns.
///
/// For terminals that know no escape sequences, and for ears: a typed letter is sent as that
/// letter and nothing else.
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
    let fitted = line.fitted(columns: max(columns - 1, 1), glyphs: glyphs)
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

  /// The bytes that blank the row and go back to its start.
  mutating func erase() -> [UInt8] {
    guard isShowing else { return [] }
    let blank = String(repeating: " ", count: shown.columns)
    forget()
    return Array("\r\(blank)\r".utf8)
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
