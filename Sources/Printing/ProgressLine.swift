package import TerminalText

/// The text of a progress bar.
package struct ProgressLine: Equatable {
  /// The beginning of the line, as in `import: 340,000 names read`.
  package var command: String
  package var noun: String

  /// Counted in `noun`; `total` is `nil` if unknown.
  package var done: Int
  package var total: Int?
  package var elapsed: Duration

  /// The text, at most `columns - 1` columns wide, so that the cursor stays in the row.
  package func text(columns: Int, glyphs: Glyphs) -> String {
    let rate = "\(done.grouped(perSecondOf: elapsed))/s"
    guard let total, total > 0 else {
      return String("\(command): \(done.grouped) \(noun), \(rate)".prefix(max(columns - 1, 0)))
    }
    let percent = "\(done * 100 / total)%"
    let start = "\(command): \(String(repeating: " ", count: max(4 - percent.count, 0)))\(percent) "
    let end = "\(done.grouped) of \(total.grouped) \(noun), \(rate)"
    // The bar keeps its width, whatever the number of digits.
    let longestEnd = "\(total.grouped) of \(total.grouped) \(noun), \(total.grouped)/s"
    let room = min(columns - 2 - start.count - longestEnd.count, Self.longestBar)
    let bar = room < Self.shortestBar ? "" : bar(width: room, total, glyphs) + " "
    return String((start + bar + end).prefix(max(columns - 1, 0)))
  }

  private static let shortestBar = 5
  private static let longestBar = 30

  private func bar(width: Int, _ total: Int, _ glyphs: Glyphs) -> String {
    let (full, empty) = glyphs == .unicode ? ("━", "─") : ("=", "-")
    let filled = min(width * done / total, width)
    return String(repeating: full, count: filled) + String(repeating: empty, count: width - filled)
  }
}

extension Int {
  fileprivate func grouped(perSecondOf elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Int(Double(self) / seconds).grouped : "0"
  }
}
