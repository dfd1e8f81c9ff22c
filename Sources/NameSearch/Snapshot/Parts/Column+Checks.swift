// Checks of mapped columns that must pass before their values are used as indexes into others.

extension Column where Element: FixedWidthInteger & UnsignedInteger {
  /// Whether each value exceeds the previous one by an amount in a range.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  func rises(by steps: ClosedRange<Element>) -> Bool {
    withUnsafeBufferPointer { values in
      guard values.count > 1 else { return true }
      let span = steps.upperBound - steps.lowerBound
      for place in 1..<values.count {
        let (step, overflow) = values[place].subtractingReportingOverflow(values[place - 1])
        if overflow || step &- steps.lowerBound > span { return false }
      }
      return true
    }
  }
}

extension Column<UInt32> {
  /// Whether the values are the numbers below `count`, each once.
  var isPermutation: Bool {
    guard allSatisfy({ $0 < count }) else { return false }
    var seen = [UInt64].allZeros(count)
    for number in self { seen.insert(Int(number)) }
    return seen.memberCount == count
  }
}

extension Column<UInt64> {
  /// Whether there is a bit for each of `count` rows, and no further bit is set.
  func hasBits(_ count: Int) -> Bool {
    guard self.count == (count + 63) / 64 else { return false }
    return count % 64 == 0 || self[self.count - 1] >> UInt64(count % 64) == 0
  }
}
