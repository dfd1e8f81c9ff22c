package import TerminalText

/// Turns frames into the bytes that show them.
///
/// It has no state. Unchanged cells are not sent again, and nothing scrolls. Autowrap must be off.
package struct FramePainter: Hashable, Sendable {
  /// Without colors, attributes such as reverse video remain.
  package var usesColor: Bool

  package init(usesColor: Bool = true) {
    self.usesColor = usesColor
  }

  /// The bytes that change a screen or area from `previous` to `frame`; empty if nothing changes.
  ///
  /// Afterwards, the cursor is at its position in `frame`, or at the top left. The frame is cut to
  /// `size`. `previous` has the same size and is `nil` if unknown. `start` is the cursor's position
  /// in an area, where all movements are relative; `nil` means a whole screen.
  ///
  /// - Complexity: O(*rows*), plus the cells of the rows that changed.
  package func bytes(
    for frame: Frame, after previous: Frame?, size: ScreenSize, from start: Frame.Position? = nil
  ) -> [UInt8] {
    let changed = (0..<size.rows).filter { row in
      previous.map { frame.line(row) != $0.line(row) } ?? true
    }
    if let previous, changed.isEmpty, frame.cursor == previous.cursor { return [] }
    var output = CellWriter(usesColor: usesColor, columns: size.columns, position: start)
    output.add(.beginUpdate)
    // If only the cursor's row changes, the cursor need not be hidden.
    let cursor = frame.cursor?.clipped(to: size)
    let isVisible = previous?.cursor != nil
    let staysInRow = isVisible && cursor != nil && changed.allSatisfy { $0 == cursor?.row }
    if !staysInRow { output.add(.hideCursor) }
    for row in changed {
      let old = previous.map { cells(of: $0.line(row), size) }
      output.write(cells(of: frame.line(row), size), over: old, row: row)
    }
    output.leaveStyle()
    output.move(to: cursor ?? Frame.Position(row: 0, column: 0))
    if cursor != nil && !staysInRow { output.add(.showCursor) }
    output.add(.endUpdate)
    return output.bytes
  }

  private func cells(of line: ScreenLine, _ size: ScreenSize) -> CellRow {
    CellRow(line, columns: size.columns, usesColor: usesColor)
  }

  /// Bytes that print lines, each with a line break; without `hasStyle`, no escape sequences.
  func bytes(printing lines: [StyledText], hasStyle: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    var style = Style.plain
    for line in lines {
      for run in line.runs {
        if hasStyle { bytes += transition(from: style, to: run.style) }
        style = run.style
        bytes += run.text.text.utf8
      }
      if hasStyle { bytes += transition(from: style, to: .plain) }
      style = .plain
      bytes += (hasStyle ? "\r\n" : "\n").utf8
    }
    return bytes
  }

  private func transition(from old: Style, to new: Style) -> String.UTF8View {
    ControlSequence.style(from: old, to: new, usesColor: usesColor).text.utf8
  }
}

extension Frame {
  /// Empty below the frame's last line.
  fileprivate func line(_ row: Int) -> ScreenLine {
    row < lines.count ? lines[row] : ScreenLine()
  }
}

extension Frame.Position {
  /// The nearest position within `size`.
  func clipped(to size: ScreenSize) -> Frame.Position {
    Frame.Position(
      row: min(max(row, 0), size.rows - 1), column: min(max(column, 0), size.columns - 1))
  }
}
