/// How many rows of the terminal are taken by a program that does not take the whole window.
///
/// Written as `12`, `40%`, or with a `~` before it where a short list is to take fewer.
package struct AreaHeight: Hashable, Sendable {
  /// What the number counts.
  package enum Measure: Hashable, Sendable {
    /// Rows, 1 or more.
    case rows(Int)

    /// Hundredths of the window, from 1 to 100.
    case percent(Int)
  }

  /// The rows there may be.
  package let measure: Measure

  /// True if there are only as many rows as there is something to show in.
  package let isAdaptive: Bool

  /// Reads a height as it is written on a command line.
  ///
  /// - Throws: ``AreaHeightError`` if it is not one.
  package init(_ text: String) throws(AreaHeightError) {
    isAdaptive = text.hasPrefix("~")
    let isPercent = text.hasSuffix("%")
    let digits = text.dropFirst(isAdaptive ? 1 : 0).dropLast(isPercent ? 1 : 0)
    guard digits.allSatisfy({ ("0"..."9").contains($0) }), !digits.isEmpty else {
      throw .notAHeight(text)
    }
    // Whatever does not fit an Int is higher than any window.
    let number = Int(digits) ?? .max
    guard number > 0 else { throw .noRows(text) }
    guard !isPercent || number <= 100 else { throw .moreThanTheWindow(text) }
    measure = isPercent ? .percent(number) : .rows(number)
  }

  /// The rows there are at most: at least 1, and no more than the window has.
  package func rows(of window: ScreenSize) -> Int {
    switch measure {
    case .rows(let count): min(count, window.rows)
    case .percent(let share): max(window.rows * share / 100, 1)
    }
  }
}
