/// A longest increasing subsequence of distinct numbers; only the other numbers have to move.
///
/// Patience sorting: Fredman, *On computing the length of longest increasing subsequences* (1975).
struct LongestIncreasingSubsequence {
  /// Whether the number at each position belongs to the subsequence.
  let contains: [Bool]

  /// The positions of the numbers that have to move.
  static func others(of sequence: ContiguousArray<Int32>) -> [Int] {
    // Most lists keep their order, and then nothing is allocated.
    guard zip(sequence, sequence.dropFirst()).contains(where: { $0 > $1 }) else { return [] }
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
        length = Self.count(of: lows, below: value)
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

  /// How many of ascending numbers are below a value.
  ///
  /// The search adds instead of branching, because the processor cannot predict the comparisons.
  private static func count(of numbers: ContiguousArray<Int32>, below value: Int32) -> Int {
    var start = 0
    var count = numbers.count
    while count > 0 {
      let half = (count + 1) / 2
      start += numbers[start + half - 1] < value ? half : 0
      count -= half
    }
    return start
  }
}
