public import TerminalText

/// Turns frames into the bytes that show them.
///
/// A pure function: it remembers nothing and sends nothing. What did not change since the frame
/// shown before is not sent again, and nothing ever wraps or scrolls.
public struct FramePainter: Hashable, Sendable {
  /// False leaves colours out; attributes such as reverse stay.
  public var usesColor: Bool

  /// Makes a painter.
  public init(usesColor: Bool = true) {
    self.usesColor = usesColor
  }

  /// The bytes that take a screen from one frame to the next.
  ///
  /// - Parameters:
  ///   - frame: What is to be seen; cut to the size.
  ///   - previous: What is seen now, at the same size; `nil` if that is not known.
  ///   - size: The size of the screen.
  /// - Returns: Empty if nothing changed.
  /// - Complexity: O(*rows*), plus the length of the rows that changed.
  public func bytes(for frame: Frame, after previous: Frame?, size: ScreenSize) -> [UInt8] {
    let changed = (0..<size.rows).filter { row in
      previous.map { frame.line(row) != $0.line(row) } ?? true
    }
    if let previous, changed.isEmpty, frame.cursor == previous.cursor { return [] }
    var output = Output(usesColor: usesColor)
    output.add(.beginUpdate)
    output.add(.hideCursor)
    if !changed.isEmpty {
      output.add(.autowrapOff)
      for row in changed {
        output.add(.move(row: row, column: 0))
        output.add(frame.line(row), columns: size.columns)
      }
      output.add(.autowrapOn)
    }
    if let cursor = frame.cursor {
      let row = min(max(cursor.row, 0), size.rows - 1)
      output.add(.move(row: row, column: min(max(cursor.column, 0), size.columns - 1)))
      output.add(.showCursor)
    }
    output.add(.endUpdate)
    return output.bytes
  }

  /// The bytes that print lines at the cursor, each ended by a line break.
  ///
  /// `hasStyle` is false for terminals that know no escape sequences.
  func bytes(printing lines: [StyledText], hasStyle: Bool) -> [UInt8] {
    var output = Output(usesColor: usesColor)
    for line in lines {
      if hasStyle {
        output.add(line)
      } else {
        output.bytes += line.plainText.utf8
      }
      output.bytes += "\r\n".utf8
    }
    return output.bytes
  }

  /// Sequences and text, one after the other.
  private struct Output {
    let usesColor: Bool
    var bytes: [UInt8] = []

    mutating func add(_ sequence: ControlSequence) {
      bytes += sequence.text.utf8
    }

    mutating func add(_ line: ScreenLine, columns: Int) {
      let trailing = line.trailing?.prefix(columns: columns) ?? StyledText()
      let body = line.body.prefix(columns: columns - trailing.columns)
      // After a full row the cursor is still on its last cell: erasing there would take that.
      let isFull = body.columns == columns
      if isFull { add(.eraseToEndOfLine) }
      add(body)
      if !isFull { add(.eraseToEndOfLine) }
      if !trailing.isEmpty {
        add(.column(columns - trailing.columns))
        add(trailing)
      }
    }

    /// Leaves the plain style in force, as it found it.
    mutating func add(_ text: StyledText) {
      var current = Style.plain
      for run in text.runs {
        if run.style != current { add(.style(run.style, usesColor: usesColor)) }
        current = run.style
        bytes += run.text.text.utf8
      }
      if current != .plain { add(.style(.plain, usesColor: usesColor)) }
    }
  }
}

extension Frame {
  /// The row, blank where the frame has none.
  fileprivate func line(_ row: Int) -> ScreenLine {
    row < lines.count ? lines[row] : ScreenLine()
  }
}
