/// An unchanged line of a command's output, with its styles.
struct OutputLine {
  /// The rest of a longer line is dropped, because no window shows it.
  static let mostBytes = 8 << 10

  private(set) var text = String.UnicodeScalarView()
  private var byteCount = 0

  /// The styles, each with the offset in bytes at which it starts.
  private var styles: [(offset: Int, style: Style)] = []

  mutating func append(_ scalar: Unicode.Scalar, _ style: Style) {
    guard byteCount + UTF8.width(scalar) <= Self.mostBytes else {
      return byteCount = Self.mostBytes
    }
    if styles.last?.style ?? .plain != style { styles.append((byteCount, style)) }
    text.append(scalar)
    byteCount += UTF8.width(scalar)
  }

  /// The line for display, with tabs as spaces up to the next multiple of eight columns.
  func styled(glyphs: Glyphs) -> StyledText {
    if text.isEmpty { return StyledText() }
    // Characters do not combine across a tab.
    var line = StyledText()
    var offset = 0
    var place = styles.startIndex
    var style = Style.plain
    for (number, part) in text.split(separator: "\t", omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 {
        advance(to: offset, &place, &style)
        line.append(DisplayText.blank(columns: 8 - line.columns % 8), style)
        offset += 1
      }
      let whole = String(String.UnicodeScalarView(part))
      let end = offset + whole.utf8.count
      var parts: [Style] = []
      advance(to: offset, &place, &style)
      parts.append(style)
      var borders: [Int] = []
      while place < styles.endIndex, styles[place].offset < end {
        borders.append(styles[place].offset - offset)
        style = styles[place].style
        parts.append(style)
        place += 1
      }
      for (shown, style) in zip(DisplayText.parts(of: whole, at: borders, glyphs: glyphs), parts) {
        line.append(shown, style)
      }
      offset = end
    }
    return line
  }

  private func advance(to offset: Int, _ place: inout Int, _ style: inout Style) {
    while place < styles.endIndex, styles[place].offset <= offset {
      style = styles[place].style
      place += 1
    }
  }
}
