// Sets of rows as bits, the lowest first, without the directory of a `RowSet`.

extension [UInt64] {
  static func allZeros(_ count: Int) -> [UInt64] {
    [UInt64](repeating: 0, count: (count + 63) / 64)
  }

  /// Bits beyond `count` are zero.
  static func allOnes(_ count: Int) -> [UInt64] {
    var words = [UInt64](repeating: .max, count: (count + 63) / 64)
    if count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
    return words
  }

  var memberCount: Int { reduce(0) { $0 + $1.nonzeroBitCount } }

  @inline(__always)
  mutating func insert(_ row: Int) {
    self[row >> 6] |= 1 << UInt64(row & 63)
  }

  mutating func formIntersection(_ other: [UInt64]) { combine(with: other) { $0 & $1 } }

  mutating func formUnion(_ other: [UInt64]) { combine(with: other) { $0 | $1 } }

  mutating func subtract(_ other: [UInt64]) { combine(with: other) { $0 & ~$1 } }

  mutating func formUnion(_ other: Column<UInt64>) {
    other.withUnsafeBufferPointer { combine(with: $0) { $0 | $1 } }
  }

  mutating func subtract(_ other: Column<UInt64>) {
    other.withUnsafeBufferPointer { combine(with: $0) { $0 & ~$1 } }
  }

  @inline(__always)
  mutating func combine(with other: [UInt64], _ join: (UInt64, UInt64) -> UInt64) {
    other.withUnsafeBufferPointer { combine(with: $0, join) }
  }

  @inline(__always)
  private mutating func combine(
    with other: UnsafeBufferPointer<UInt64>, _ join: (UInt64, UInt64) -> UInt64
  ) {
    precondition(count == other.count, "the sets are of different sizes")
    withUnsafeMutableBufferPointer { words in
      for place in words.indices { words[place] = join(words[place], other[place]) }
    }
  }
}

/// Iterates over the set bits in ascending order.
struct Bits: Sequence, IteratorProtocol {
  private let words: [UInt64]
  private var place = 0
  private var rest: UInt64

  init(_ words: [UInt64]) {
    self.words = words
    rest = words.first ?? 0
  }

  mutating func next() -> Int? {
    while rest == 0 {
      place += 1
      guard place < words.count else { return nil }
      rest = words[place]
    }
    let bit = rest.trailingZeroBitCount
    rest &= rest - 1
    return place * 64 + bit
  }
}
