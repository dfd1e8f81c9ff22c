extension TextColumn {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try writer.write(bytes)
    try writer.write(starts)
  }

  /// Reads texts of lengths in a range.
  init(
    from reader: inout SnapshotReader, lengths: ClosedRange<UInt32>
  ) throws(UnusableSnapshot) {
    self.init(bytes: try reader.column(), starts: try reader.column())
    try UnusableSnapshot.unless(starts.first == 1 && bytes.first == 0)
    try UnusableSnapshot.unless(starts.last.map(Int.init) == bytes.count)
    let steps = (lengths.lowerBound + 1)...(lengths.upperBound + 1)
    reader.check { [self] in starts.rises(by: steps) && areValid }
  }

  /// Whether the texts are UTF-8, and zero bytes are between them and nowhere else.
  private var areValid: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard starts.allSatisfy({ bytes[Int($0) - 1] == 0 }) else { return false }
      let zeroCount = bytes.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
      return zeroCount == starts.count && (try? UTF8Span(validating: bytes.span)) != nil
    }
  }
}

extension SparseColumn {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try writer.write(places)
    try strings.write(to: &writer)
  }

  /// Reads strings for some of `count` places.
  init(from reader: inout SnapshotReader, count: Int) throws(UnusableSnapshot) {
    self.init(
      places: try reader.column(),
      strings: try TextColumn(from: &reader, lengths: 0...UInt32(Name.maximumBytes)))
    try UnusableSnapshot.unless(places.count == strings.count)
    try UnusableSnapshot.unless(places.last.map { $0 < count } ?? true)
    reader.check { [places] in places.rises(by: 1...UInt32.max) }
  }
}
