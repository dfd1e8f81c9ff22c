extension WordIndex {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    var packed = PackedBytes()
    packed.append(UInt32(plain.count))
    try writer.write(packed)
    for postings in plain + [exotic] { try postings.write(to: &writer) }
    try writer.write(irregular)
  }

  /// Reads the word index of a table of `count` rows.
  init(from reader: inout SnapshotReader, count: Int) throws(UnusableSnapshot) {
    var packed = try reader.packed()
    var plain: [Postings] = []
    for _ in 0..<(try packed.number(UInt32.self)) {
      plain.append(try Postings(from: &reader))
    }
    self.init(
      plain: plain, exotic: try Postings(from: &reader),
      irregular: try reader.column())
    try UnusableSnapshot.unless(irregular.isEmpty || irregular.count == (count + 63) / 64)
  }
}

extension Postings {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try terms.write(to: &writer)
    try writer.write(starts)
    try writer.write(rows)
  }

  init(from reader: inout SnapshotReader) throws(UnusableSnapshot) {
    let terms = try TextColumn(from: &reader)
    self.init(terms: terms, starts: try reader.column(), rows: try reader.column())
    try UnusableSnapshot.unless(starts.count == terms.count + 1)
  }
}
