extension TextColumn {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try writer.write(bytes)
    try writer.write(starts)
  }

  init(from reader: inout SnapshotReader) throws(UnusableSnapshot) {
    self.init(bytes: try reader.column(), starts: try reader.column())
    try UnusableSnapshot.unless(!starts.isEmpty)
  }
}

extension SparseColumn {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try writer.write(places)
    try strings.write(to: &writer)
  }

  /// Whether all of it is undamaged, for some of `count` places.
  func isRight(count: Int) -> Bool {
    strings.areRight && places.isRight && places.rises(by: 1...UInt32.max)
      && places.last.map { $0 < count } ?? true
  }

  /// Reads strings for some of `count` places.
  init(from reader: inout SnapshotReader, count: Int) throws(UnusableSnapshot) {
    self.init(
      places: try reader.column(),
      strings: try TextColumn(from: &reader))
    try UnusableSnapshot.unless(places.count == strings.count && places.count <= count)
  }
}
