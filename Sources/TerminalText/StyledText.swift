/// Display text in runs of one style each.
package struct StyledText: Hashable, Sendable {
  /// A stretch of one style.
  package struct Run: Hashable, Sendable {
    /// What it says; not empty.
    package let text: DisplayText

    /// How it looks.
    package let style: Style
  }

  /// The runs from left to right; neighbours differ in style.
  package private(set) var runs: [Run] = []

  /// The columns of all runs together.
  package private(set) var columns = 0

  /// Makes an empty text.
  package init() {}

  /// Makes a text of one style.
  package init(_ text: DisplayText, _ style: Style = .plain) {
    append(text, style)
  }

  /// Adds text of a style at the end.
  package mutating func append(_ text: DisplayText, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    columns += text.columns
    if let last = runs.last, last.style == style {
      runs[runs.count - 1] = Run(text: last.text + text, style: style)
    } else {
      runs.append(Run(text: text, style: style))
    }
  }

  /// Adds another styled text at the end.
  package mutating func append(_ other: StyledText) {
    for run in other.runs { append(run.text, run.style) }
  }

  /// One text after the other.
  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.append(right)
    return sum
  }

  /// The words without their style.
  package var plainText: String { runs.reduce(into: "") { $0 += $1.text.text } }

  /// True if there is nothing to show.
  package var isEmpty: Bool { runs.isEmpty }

  /// As much of the start as fits; a cluster is never cut.
  package func prefix(columns limit: Int) -> StyledText {
    if columns <= limit { return self }
    var kept = StyledText()
    for run in runs {
      let part = run.text.prefix(columns: limit - kept.columns)
      kept.append(part, run.style)
      if part.columns < run.text.columns { break }
    }
    return kept
  }

  /// The text if it fits, else as much of its start as fits before a sign that more follows.
  package func truncated(columns limit: Int, glyphs: Glyphs = .unicode) -> StyledText {
    if columns <= limit { return self }
    let sign = DisplayText.sign(of: glyphs).prefix(columns: limit)
    var kept = prefix(columns: limit - sign.columns)
    kept.append(sign, kept.runs.last?.style ?? .plain)
    return kept
  }
}
