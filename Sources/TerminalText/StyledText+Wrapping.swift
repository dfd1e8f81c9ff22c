extension StyledText {
  /// The rest after `prefix(columns:)`.
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

  /// The text in lines, broken as ``DisplayText/wrapped(columns:indent:)`` would break it.
  ///
  /// - Parameters:
  ///   - limit: The columns of a line. Below 1 counts as 1.
  ///   - most: The maximum number of lines; if there are more, the last one ends in an ellipsis.
  ///   - glyphs: The characters of the ellipsis.
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
        // A cluster wider than a line, which `DisplayText.wrapped` has replaced.
        let style = rest.runs.first?.style ?? .plain
        rest = rest.dropping(columns: 2).withoutLeadingBlanks()
        return StyledText(line, style)
      }
      rest = rest.dropping(columns: line.columns).withoutLeadingBlanks()
      return cut
    }
  }

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
