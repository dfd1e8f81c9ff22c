/// How many rows of the terminal to use, if not the whole window.
///
/// Written as `12` or `40%`, or with a preceding `~` if a short list may take fewer rows.
package struct AreaHeight: Hashable, Sendable {
  package enum Measure: Hashable, Sendable {
    /// At least 1.
    case rows(Int)

    /// A percentage of the window's rows, from 1 to 100.
    case percent(Int)
  }

  package let measure: Measure

  /// Whether fewer rows are taken if there are fewer to show.
  package let isAdaptive: Bool

  /// Parses a height from the command line.
  package init(_ text: String) throws(AreaHeightError) {
    isAdaptive = text.hasPrefix("~")
    let isPercent = text.hasSuffix("%")
    let digits = text.dropFirst(isAdaptive ? 1 : 0).dropLast(isPercent ? 1 : 0)
    guard digits.allSatisfy({ ("0"..."9").contains($0) }), !digits.isEmpty else {
      throw .notAHeight(text)
    }
    // A number that overflows an Int is higher than any window.
    let number = Int(digits) ?? .max
    guard number > 0 else { throw .noRows(text) }
    guard !isPercent || number <= 100 else { throw .moreThanTheWindow(text) }
    measure = isPercent ? .percent(number) : .rows(number)
  }

  /// The maximum number of rows that may be taken: from 1 to `window.rows`.
  package func rows(of window: ScreenSize) -> Int {
    switch measure {
    case .rows(let count): min(count, window.rows)
    case .percent(let share): max(window.rows * share / 100, 1)
    }
  }
}
