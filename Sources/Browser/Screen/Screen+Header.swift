import TerminalText

// The lines above the rows, which cannot be picked.

extension Browser.State {
  /// Lines with their colors and attributes; all other control characters in them are made harmless.
  static func header(_ lines: [String], _ glyphs: Glyphs) -> [StyledText] {
    lines.map { line in
      var text = OutputText(mostLines: 1, glyphs: glyphs)
      text.append(line.utf8)
      text.finish()
      return text.lines.first ?? StyledText()
    }
  }

  /// Adds the first lines of the input, below the header of the options.
  mutating func addToHeader(_ lines: [String]) {
    if lines.isEmpty { return }
    let new = Self.header(lines, settings.glyphs)
    view.header += new
    if settings.isPlain { print(lines: new) }
  }

  /// Prints the lines once, for plain mode, in which nothing stays in place.
  mutating func print(lines: [StyledText]) {
    if !lines.isEmpty { session.order(.print(Printout(lines: lines))) }
  }
}

extension Screen {
  /// As many lines of the header as there is room for, aligned with the names.
  func header(_ count: Int) -> [ScreenLine] {
    let margin = state.list.listing.map { ListGeometry(of: state, $0).marginColumns } ?? 0
    let indent = margin + RowPainter.markColumns(of: state)
    let blank = StyledText(DisplayText.blank(columns: min(indent, columns / 4)), Style())
    return state.view.header.prefix(count).map { line in
      ScreenLine((blank + line).truncated(columns: columns, glyphs: glyphs))
    }
  }
}
