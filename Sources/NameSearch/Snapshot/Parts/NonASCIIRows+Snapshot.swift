extension NonASCIIRows {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try writer.write(rows)
    try folded.write(to: &writer)
    try writer.write(bits)
  }

  /// Reads which of `count` rows are not ASCII.
  init(from reader: inout SnapshotReader, count: Int) throws(UnusableSnapshot) {
    self.init(
      rows: try reader.column(), folded: try FoldedColumn(from: &reader), bits: try reader.column())
    try UnusableSnapshot.unless(rows.count == folded.count)
    try UnusableSnapshot.unless(
      bits.count == (count + 63) / 64 || bits.isEmpty && rows.isEmpty)
  }
}

extension FoldedColumn {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try writer.write(bytes)
    try writer.write(wordStarts)
    try writer.write(firstWords)
  }

  init(from reader: inout SnapshotReader) throws(UnusableSnapshot) {
    let bytes = try reader.column(of: UInt8.self)
    try UnusableSnapshot.unless(bytes.count >= Self.padding)
    self.init(bytes: bytes, wordStarts: try reader.column(), firstWords: try reader.column())
    try UnusableSnapshot.unless(!firstWords.isEmpty)
  }
}
