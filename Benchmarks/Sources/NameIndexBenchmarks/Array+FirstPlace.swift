extension Array {
  /// The first place whose element, and all behind it, fulfil a condition; the count when none does.
  ///
  /// - Complexity: O(log *n*)
  func firstPlace(where condition: (Element) -> Bool) -> Int {
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = condition(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
