/// A longest part of a sequence of distinct numbers that ascends without being reordered.
///
/// What belongs to it can stay where it is; moving the rest is the fewest moves there can be.
/// Patience sorting: Fredman, *On computing the length of longest increasing subsequences* (1975).
struct LongestIncreasingSubsequence {
  /// Whether each number belongs to it.
  let contains: [Bool]

  /// Finds one; among several that are as long, the one that ends lowest.
  ///
  /// - Complexity: O(*m* log *m*) in the length, O(*m*) if the sequence ascends.
  init(of sequence: ContiguousArray<Int32>) {
    // Of all ascending parts of length k + 1, tails[k] is the position where the lowest ends.
    var tails: ContiguousArray<Int32> = []
    var lows: ContiguousArray<Int32> = []
    var predecessors = ContiguousArray<Int32>(repeating: -1, count: sequence.count)
    tails.reserveCapacity(sequence.count)
    lows.reserveCapacity(sequence.count)
    for (position, value) in sequence.enumerated() {
      var length = lows.count
      if let highest = lows.last, highest > value {
        length = lows.partitioningIndex { $0 > value }
      }
      if length > 0 { predecessors[position] = tails[length - 1] }
      if length == lows.count {
        tails.append(Int32(truncatingIfNeeded: position))
        lows.append(value)
      } else {
        tails[length] = Int32(truncatingIfNeeded: position)
        lows[length] = value
      }
    }
    var contains = [Bool](repeating: false, count: sequence.count)
    var position = tails.last ?? -1
    while position >= 0 {
      contains[Int(position)] = true
      position = predecessors[Int(position)]
    }
    self.contains = contains
  }
}
