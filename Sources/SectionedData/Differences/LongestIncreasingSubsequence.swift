/// A longest increasing subsequence of distinct numbers; only the other numbers have to move.
///
/// Patience sorting: Fredman, *On computing the length of longest increasing subsequences* (1975).
struct LongestIncreasingSubsequence {
  /// Whether the number at each position belongs to the subsequence.
  let contains: [Bool]

  /// The positions of the numbers that have to move.
  static func others(of sequence: ContiguousArray<Int32>) -> [Int] {
    let staying = Self(of: sequence).contains
    return staying.indices.filter { !staying[$0] }
  }

  /// Finds one; of several with the same length, the one whose last number is lowest.
  ///
  /// - Complexity: O(*m* log *m*) in the length, O(*m*) if the sequence ascends.
  init(of sequence: ContiguousArray<Int32>) {
    // tails[k] is the position of the lowest end of all increasing subsequences of length k + 1.
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
