extension RandomAccessCollection where Index == Int {
  /// Where the second part of a collection partitioned by `isInSecond` starts, in O(log *n*).
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
