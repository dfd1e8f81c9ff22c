import TerminalText

/// Shows the line being edited with only text, backspaces and line feeds.
///
/// For terminals without escape sequences, and for screen readers: for a typed letter, only that
/// letter is sent. readline sends backspaces to dumb terminals, too; without them, a deletion would
/// need a new row.
struct PlainLinePainter {
  private var shown = DisplayText.empty
  private var cursor = 0

  /// Whether the cursor's row has text.
  var isShowing: Bool { !shown.isEmpty }

  /// Changes the row to `line`; the last column stays empty, so that the cursor never wraps.
  mutating func bytes(
    for line: EditorLine, columns: Int, glyphs: Glyphs
  ) -> [UInt8] {
    let width = max(columns - 1, 1)
    let fitted = line.fitted(columns: width, glyphs: glyphs)
    // Backspaces cannot go back in a row that a narrower window has wrapped.
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

  /// Starts a new row unless this one is empty.
  mutating func breakOff() -> [UInt8] {
    defer { forget() }
    return isShowing ? [0x0A] : []
  }

  /// Call it when the cursor is at the start of an empty row.
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
