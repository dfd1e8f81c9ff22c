extension RowSet: Sequence {
  /// Iterates over the members in ascending order.
  public struct Iterator: IteratorProtocol {
    private var bits: Bits
    private let version: NameIndex.Version?

    init(_ set: RowSet) {
      bits = Bits(set.words)
      version = set.version
    }

    /// The next member, or `nil` at the end.
    public mutating func next() -> NameRow? {
      bits.next().map { NameRow($0, of: version) }
    }
  }

  /// An iterator over the members in ascending order.
  public func makeIterator() -> Iterator {
    Iterator(self)
  }
}
