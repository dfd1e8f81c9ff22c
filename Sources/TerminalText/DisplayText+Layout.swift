extension DisplayText {
  /// The longest prefix of whole clusters that fits, in O(*columns*).
  package func prefix(columns limit: Int) -> DisplayText {
    if columns <= limit { return self }
    if limit <= 0 { return .empty }
    let (end, used) = endOfPrefix(columns: limit, from: text.startIndex)
    return DisplayText(safe: String(text[..<end]), columns: used)
  }

  /// The rest after `prefix(columns:)`.
  package func dropping(columns limit: Int) -> DisplayText {
    if limit <= 0 { return self }
    if columns <= limit { return .empty }
    let (end, used) = endOfPrefix(columns: limit, from: text.startIndex)
    return DisplayText(safe: String(text[end...]), columns: columns - used)
  }

  /// The longest suffix of whole clusters that fits.
  package func suffix(columns limit: Int) -> DisplayText {
    if columns <= limit { return self }
    if limit <= 0 { return .empty }
    if isASCII { return DisplayText(safe: String(text.suffix(limit)), columns: limit) }
    var start = text.endIndex
    var used = 0
    while start > text.startIndex {
      let before = text.index(before: start)
      let width = ColumnWidth.of(text[before])
      if used + width > limit { break }
      used += width
      start = before
    }
    return DisplayText(safe: String(text[start...]), columns: used)
  }

  /// The text if it fits, else a prefix and an ellipsis that fit.
  package func truncated(columns limit: Int, glyphs: Glyphs = .unicode) -> DisplayText {
    if columns <= limit { return self }
    let sign = Self.ellipsis(of: glyphs).prefix(columns: limit)
    return prefix(columns: limit - sign.columns) + sign
  }

  /// The text in at least one line of at most `limit` columns, broken at spaces if possible.
  ///
  /// - Parameters:
  ///   - limit: The columns of a line, indent included. Below 1 counts as 1.
  ///   - indent: The spaces before every line but the first; fewer if there is no room for them.
  /// - Returns: The lines. A cluster wider than a line becomes a `?`.
  package func wrapped(columns limit: Int, indent: Int = 0) -> [DisplayText] {
    let limit = max(limit, 1)
    if columns <= limit { return [self] }
    let margin = DisplayText.blank(columns: min(indent, max(limit - 2, 0)))
    var lines: [DisplayText] = []
    var rest = self
    while !rest.isEmpty {
      let start = lines.isEmpty ? DisplayText.empty : margin
      let line = rest.cutLine(columns: limit - start.columns)
      lines.append(start + line)
      rest = rest.withoutLeadingBlanks()
    }
    return lines
  }

  /// The sign for a part that is not shown.
  package static func ellipsis(of glyphs: Glyphs) -> DisplayText {
    glyphs == .unicode ? DisplayText(safe: "…", columns: 1) : DisplayText(safe: "..", columns: 2)
  }

  private func endOfPrefix(columns limit: Int, from start: String.Index) -> (String.Index, Int) {
    if isASCII { return (text.utf8.index(start, offsetBy: limit), limit) }
    var end = start
    var used = 0
    while end < text.endIndex {
      let width = ColumnWidth.of(text[end])
      if used + width > limit { break }
      used += width
      end = text.index(after: end)
    }
    return (end, used)
  }
}

// MARK: Wrapping

extension DisplayText {
  /// Removes a line from the start.
  private mutating func cutLine(columns limit: Int) -> DisplayText {
    var line = prefix(columns: limit)
    if line.isEmpty, let first = text.first {  // wider than a whole line
      let width = ColumnWidth.of(first)
      self = DisplayText(safe: String(text.dropFirst()), columns: columns - width)
      return DisplayText(safe: "?", columns: 1)
    }
    let isCutInsideWord = line.columns < columns && text[line.text.endIndex(in: text)] != " "
    if isCutInsideWord, let blank = line.text.lastIndex(of: " ") {
      let head = String(line.text[..<blank])
      if head.contains(where: { $0 != " " }) { line = DisplayText(safe: head) }
    }
    self = dropping(columns: line.columns)
    return line.withoutTrailingBlanks()
  }

  private func withoutLeadingBlanks() -> DisplayText {
    let blanks = text.prefix { $0 == " " }.count  // a space with a combining mark does not count
    return blanks == 0 ? self : dropping(columns: blanks)
  }

  private func withoutTrailingBlanks() -> DisplayText {
    let blanks = text.reversed().prefix { $0 == " " }.count
    return blanks == 0 ? self : prefix(columns: columns - blanks)
  }
}

extension String {
  /// The index after this text, as a prefix of a longer text.
  fileprivate func endIndex(in text: String) -> Index {
    text.utf8.index(text.startIndex, offsetBy: utf8.count)
  }
}
