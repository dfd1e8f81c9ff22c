/// A longest increasing subsequence of distinct numbers; only the other numbers have to move.
///
/// Patience sorting: Fredman, *On computing the length of longest increasing subsequences* (1975).
enum LongestIncreasingSubsequence {
  /// The indices, in a range, of the numbers that have to move; ascending.
  ///
  /// Numbers that are not in `bounds` are ignored. Of several subsequences with the same length, the
  /// one whose last number is lowest stays.
  ///
  /// - Complexity: O(*m* log *m*) in the length of the range, O(*m*) if the numbers ascend.
  static func others(
    of numbers: ContiguousArray<Int32>, in range: Range<Int>, from bounds: Range<Int>
  ) -> [Int] {
    let lower = Int32(truncatingIfNeeded: bounds.lowerBound)
    let values = lower..<Int32(truncatingIfNeeded: bounds.upperBound)
    // Most lists keep their order, and then nothing is allocated.
    var highest: Int32 = -1
    let ascends = numbers[range].allSatisfy { number in
      guard values.contains(number) else { return true }
      defer { highest = number }
      return number > highest
    }
    guard !ascends else { return [] }
    // The memory of a short list is on the stack.
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * range.count) { memory in
      let third = range.count
      return others(
        of: numbers, in: range, from: values, tails: memory.extracting(..<third),
        lows: memory.extracting(third..<2 * third), predecessors: memory.extracting((2 * third)...))
    }
  }

  private static func others(
    of numbers: ContiguousArray<Int32>, in range: Range<Int>, from values: Range<Int32>,
    tails: UnsafeMutableBufferPointer<Int32>, lows: UnsafeMutableBufferPointer<Int32>,
    predecessors: UnsafeMutableBufferPointer<Int32>
  ) -> [Int] {
    // tails[k] is the place of the lowest end of all increasing subsequences of length k + 1, and
    // lows[k] is that end.
    var longest = 0
    var count = 0
    for (place, number) in numbers[range].enumerated() where values.contains(number) {
      count += 1
      var length = longest
      if longest > 0, lows[longest - 1] > number {
        length = Self.count(of: lows.extracting(..<longest), below: number)
      }
      predecessors[place] = length > 0 ? tails[length - 1] : -1
      tails[length] = Int32(truncatingIfNeeded: place)
      lows[length] = number
      longest = max(longest, length + 1)
    }
    var others: [Int] = []
    others.reserveCapacity(count - longest)
    var staying = Int(tails[longest - 1])
    for place in (0..<range.count).reversed() {
      if place == staying {
        staying = Int(predecessors[place])
      } else if values.contains(numbers[range.lowerBound + place]) {
        others.append(range.lowerBound + place)
      }
    }
    others.reverse()
    return others
  }

  /// How many of ascending numbers are below a value.
  ///
  /// The search adds instead of branching, because the processor cannot predict the comparisons.
  private static func count(of numbers: UnsafeMutableBufferPointer<Int32>, below value: Int32)
    -> Int
  {
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
