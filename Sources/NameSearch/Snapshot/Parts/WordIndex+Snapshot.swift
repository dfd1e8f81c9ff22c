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
      plain.append(try Postings(from: &reader, count: count))
    }
    self.init(
      plain: plain, exotic: try Postings(from: &reader, count: count),
      irregular: try reader.column())
    try UnusableSnapshot.unless(irregular.isEmpty || irregular.hasBits(count))
  }
}

extension Postings {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try terms.write(to: &writer)
    try writer.write(starts)
    try writer.write(rows)
  }

  /// Reads the terms of a table of `count` rows.
  init(from reader: inout SnapshotReader, count: Int) throws(UnusableSnapshot) {
    // Folding can make a text several times longer.
    let terms = try TextColumn(from: &reader, lengths: 0...(.max / 2))
    self.init(terms: terms, starts: try reader.column(), rows: try reader.column())
    try UnusableSnapshot.unless(starts.count == terms.count + 1 && starts.first == 0)
    try UnusableSnapshot.unless(starts.last.map(Int.init) == rows.count)
    reader.check { [starts] in starts.rises(by: 0...UInt32.max) }
    reader.check { [rows] in rows.isBelow(count) }
  }
}
