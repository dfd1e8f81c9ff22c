extension RowSet: Sequence {
  /// Walks over the members of a set in ascending order.
  public struct Iterator: IteratorProtocol {
    private var bits: Bits

    init(_ words: [UInt64]) {
      bits = Bits(words)
    }

    /// The next member, or `nil` at the end.
    public mutating func next() -> Row? {
      bits.next().map(Row.init)
    }
  }

  /// Walks over the members in ascending order.
  public func makeIterator() -> Iterator {
    Iterator(words)
  }

  /// The number of members: known, not estimated.
  public var underestimatedCount: Int { count }
}
