extension RandomAccessCollection where Index == Int {
  /// The first index whose element is in the second half, in a collection that `isInSecond` parts in
  /// two; the end when there is no such element.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  func partitionPoint(_ isInSecond: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecond(self[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
