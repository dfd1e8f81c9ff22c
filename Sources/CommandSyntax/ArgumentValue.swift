/// Why an argument does not accept a text; the parser adds the name of the argument.
package struct ValueError: Error, Equatable {
  /// The values that the argument takes, as in “a number from 1 on”.
  package let wanted: String

  package init(takes wanted: String) {
    self.wanted = wanted
  }
}

/// Why an option is refused with any value; the parser adds its name before the reason.
package struct OptionRefusal: Error, Equatable {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}

extension String {
  /// Reads a number in a range.
  package func number(in range: ClosedRange<Int>) throws(ValueError) -> Int {
    guard let number = Int(self), range.contains(number) else {
      let upTo = range.upperBound == .max ? ", \(range.lowerBound) or more" : ""
      let between = upTo.isEmpty ? " from \(range.lowerBound) to \(range.upperBound)" : ""
      throw ValueError(takes: "a number\(upTo)\(between)")
    }
    return number
  }

  package func number(from least: Int) throws(ValueError) -> Int {
    try number(in: least...Int.max)
  }

  /// Reads one of the words of a type, or only of some of them.
  package func choice<Value: RawRepresentable<String> & CaseIterable>(
    among words: [String] = Value.allCases.map(\.rawValue)
  ) throws(ValueError) -> Value {
    if words.contains(self), let value = Value(rawValue: self) { return value }
    throw ValueError(takes: words.alternatives)
  }
}

extension [String] {
  /// The words separated by commas, and by “or” before the last one.
  package var alternatives: String { joined(beforeLast: "or") }

  /// The words separated by commas, and by “and” before the last one.
  package var enumeration: String { joined(beforeLast: "and") }

  private func joined(beforeLast word: String) -> String {
    count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
  }
}
