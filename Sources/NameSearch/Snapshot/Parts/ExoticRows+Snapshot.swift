extension ExoticRows {
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
    try UnusableSnapshot.unless(bits.hasBits(count) || bits.isEmpty && rows.isEmpty)
    try UnusableSnapshot.unless(rows.last.map { $0 < count } ?? true)
    reader.check { [self] in
      rows.rises(by: 1...UInt32.max) && rows.allSatisfy { contains(Int($0)) }
        && bits.reduce(0) { $0 + $1.nonzeroBitCount } == rows.count
    }
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
    try UnusableSnapshot.unless(firstWords.first == 0)
    try UnusableSnapshot.unless(firstWords.last.map(Int.init) == wordStarts.count)
    // The last text ends with its terminator, at which its last word starts at the latest.
    let end = bytes.count - Self.padding
    try UnusableSnapshot.unless(wordStarts.last.map { $0 < end } ?? (end == 0))
    reader.check { [self] in
      firstWords.rises(by: 1...UInt32.max) && wordStarts.rises(by: 1...UInt32.max)
    }
  }
}
