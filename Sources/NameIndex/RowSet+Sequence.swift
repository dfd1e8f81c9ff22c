extension RowSet: Sequence {
  /// Walks over the members of a set in ascending order.
  public struct Iterator: IteratorProtocol {
    private let words: [UInt64]
    private var place = 0
    private var rest: UInt64

    init(_ words: [UInt64]) {
      self.words = words
      rest = words.first ?? 0
    }

    /// The next member, or `nil` at the end.
    public mutating func next() -> Row? {
      while rest == 0 {
        place += 1
        guard place < words.count else { return nil }
        rest = words[place]
      }
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      return Row(place * 64 + bit)
    }
  }

  /// Walks over the members in ascending order.
  public func makeIterator() -> Iterator {
    Iterator(words)
  }

  /// The number of members: known, not estimated.
  public var underestimatedCount: Int { count }
}
