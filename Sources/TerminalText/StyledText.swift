/// Display text in runs of one style each.
package struct StyledText: Hashable, Sendable {
  package struct Run: Hashable, Sendable {
    /// Not empty.
    package let text: DisplayText
    package let style: Style
  }

  /// From left to right; neighbours differ in style.
  package private(set) var runs: [Run] = []
  package private(set) var columns = 0

  package init() {}

  package init(_ text: DisplayText, _ style: Style = .plain) {
    append(text, style)
  }

  package mutating func append(_ text: DisplayText, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    columns += text.columns
    if let last = runs.last, last.style == style {
      runs[runs.count - 1] = Run(text: last.text + text, style: style)
    } else {
      runs.append(Run(text: text, style: style))
    }
  }

  package mutating func append(_ other: StyledText) {
    for run in other.runs { append(run.text, run.style) }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.append(right)
    return sum
  }

  package var plainText: String { runs.reduce(into: "") { $0 += $1.text.text } }

  package var isEmpty: Bool { runs.isEmpty }

  /// The longest prefix of whole clusters that fits.
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

  /// The text if it fits, else a prefix and an ellipsis that fit.
  package func truncated(columns limit: Int, glyphs: Glyphs = .unicode) -> StyledText {
    if columns <= limit { return self }
    let sign = DisplayText.ellipsis(of: glyphs).prefix(columns: limit)
    var kept = prefix(columns: limit - sign.columns)
    kept.append(sign, kept.runs.last?.style ?? .plain)
    return kept
  }
}
