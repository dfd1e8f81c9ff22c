extension StyledText {
  /// What `prefix(columns:)` leaves out.
  public func dropping(columns limit: Int) -> StyledText {
    if limit <= 0 { return self }
    var kept = StyledText()
    var passed = 0
    for run in runs {
      kept.append(run.text.dropping(columns: limit - passed), run.style)
      passed += run.text.columns
    }
    return kept
  }

  /// The text in lines of at most `limit` columns, cut where ``DisplayText/wrapped(columns:indent:)``
  /// cuts it, whatever the styles.
  ///
  /// - Parameters:
  ///   - limit: The columns of a line. Below 1 counts as 1.
  ///   - most: The lines there may be; the last of them ends in a sign when more would follow.
  ///   - glyphs: What that sign is made of.
  /// - Returns: At least one line.
  public func wrapped(
    columns limit: Int, most: Int = .max, glyphs: Glyphs = .unicode
  ) -> [StyledText] {
    if columns <= limit { return [self] }
    let whole = runs.reduce(DisplayText.empty) { $0 + $1.text }
    var rest = self
    let lines = whole.wrapped(columns: limit)
    return lines.prefix(most).enumerated().map { number, line in
      if number == most - 1, lines.count > most {
        return rest.truncated(columns: max(limit, 1), glyphs: glyphs)
      }
      let cut = rest.prefix(columns: line.columns)
      guard cut.plainText == line.text else {
        // A cluster wider than a line, in whose place there is a sign.
        let style = rest.runs.first?.style ?? .plain
        rest = rest.dropping(columns: 2).withoutLeadingBlanks()
        return StyledText(line, style)
      }
      rest = rest.dropping(columns: line.columns).withoutLeadingBlanks()
      return cut
    }
  }

  private func withoutLeadingBlanks() -> StyledText {
    var blanks = 0
    for run in runs {
      let count = run.text.text.prefix { $0 == " " }.count
      blanks += count
      if count < run.text.columns { break }
    }
    return dropping(columns: blanks)
  }
}
