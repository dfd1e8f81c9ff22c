extension NameBatch {
  /// Adds all names of another batch at the end.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the other's names together.
  public mutating func append(contentsOf other: NameBatch) {
    if isEmpty {
      self = other
      return
    }
    originals.append(0..<other.count, of: other.originals, at: count)
    for place in 0..<other.count {
      other.texts.withBytes(at: place) { texts.append($0) }
    }
  }
}
