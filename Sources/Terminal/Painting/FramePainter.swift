package import TerminalText

/// Turns frames into the bytes that show them.
///
/// A pure function: it remembers nothing and sends nothing. Cells that did not change since the
/// frame shown before are not sent again, and nothing ever scrolls; a terminal is to be kept from
/// wrapping.
package struct FramePainter: Hashable, Sendable {
  /// False leaves colours out; attributes such as reverse stay.
  package var usesColor: Bool

  /// Makes a painter.
  package init(usesColor: Bool = true) {
    self.usesColor = usesColor
  }

  /// The bytes that take a screen, or an area of one, from one frame to the next.
  ///
  /// At the end the cursor is where the frame has it, and at the top left where it has none.
  ///
  /// - Parameters:
  ///   - frame: What is to be seen; cut to the size.
  ///   - previous: What is seen now, at the same size; `nil` if that is not known.
  ///   - size: The size of the screen or the area.
  ///   - start: Where the cursor is now, counted from the top left of the area: then only
  ///     movements from there are used. `nil` for a whole screen, whose rows have numbers.
  /// - Returns: Empty if nothing changed.
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
    // A cursor that only goes along its own row need not disappear for that.
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

  /// The bytes that print lines at the cursor, each ended by a line break.
  ///
  /// `hasStyle` is false for terminals that know no escape sequences.
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
  /// The row, blank where the frame has none.
  fileprivate func line(_ row: Int) -> ScreenLine {
    row < lines.count ? lines[row] : ScreenLine()
  }
}

extension Frame.Position {
  /// The nearest cell there is.
  func clipped(to size: ScreenSize) -> Frame.Position {
    Frame.Position(
      row: min(max(row, 0), size.rows - 1), column: min(max(column, 0), size.columns - 1))
  }
}
