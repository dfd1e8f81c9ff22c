extension RowSet: Sequence {
  /// Iterates over the members in ascending order.
  public struct Iterator: IteratorProtocol {
    private var bits: Bits

    init(_ words: [UInt64]) {
      bits = Bits(words)
    }

    /// The next member, or `nil` at the end.
    public mutating func next() -> NameRow? {
      bits.next().map(NameRow.init)
    }
  }

  /// An iterator over the members in ascending order.
  public func makeIterator() -> Iterator {
    Iterator(words)
  }
}
