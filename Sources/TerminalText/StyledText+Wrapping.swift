extension StyledText {
  /// What `prefix(columns:)` leaves out.
  package func dropping(columns limit: Int) -> StyledText {
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
  package func wrapped(
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

  /// The text without the blanks at its end.
  package var withoutTrailingBlanks: StyledText {
    var kept = runs[...]
    while let last = kept.last {
      let blanks = last.text.text.reversed().prefix { $0 == " " }.count
      if blanks < last.text.columns {
        var text = StyledText()
        for run in kept.dropLast() { text.append(run.text, run.style) }
        text.append(last.text.prefix(columns: last.text.columns - blanks), last.style)
        return text
      }
      kept.removeLast()
    }
    return StyledText()
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
