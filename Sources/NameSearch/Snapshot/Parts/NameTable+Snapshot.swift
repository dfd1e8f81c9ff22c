extension NameTable {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    try texts.write(to: &writer)
    try originals.write(to: &writer)
    try sourceIDs.write(to: &writer)
    try details.write(to: &writer)
    try exotics.write(to: &writer)
    try writer.write(sections.packed)
    try writer.write(byName)
    try writer.write(positions)
    try orderValues.write(to: &writer)
  }

  /// Reads a table of an index of some order.
  convenience init(
    from reader: inout SnapshotReader, _ order: NameOrder
  ) throws(UnusableSnapshot) {
    let texts = try TextColumn(from: &reader)
    self.init(
      texts: texts,
      originals: try SparseColumn(from: &reader, count: texts.count),
      sourceIDs: try SparseColumn(from: &reader, count: texts.count),
      details: try SparseColumn(from: &reader, count: texts.count),
      exotics: try NonASCIIRows(from: &reader, count: texts.count),
      sections: try [SectionRows](from: &reader, count: texts.count),
      byName: try reader.column(), positions: try reader.column(),
      orderValues: try SparseColumn(from: &reader, count: texts.count))
    try UnusableSnapshot.unless(
      byName.count == (order.isByNameAlone ? 0 : texts.count)
        && positions.count == (order.rows == .input ? texts.count : 0)
        && (order.isByColumn || orderValues.isEmpty))
  }
}

extension NameTable {
  /// Whether all of it is undamaged, and all numbers in it are valid places.
  var isRight: Bool {
    if !texts.bytes.isMapped { return true }
    return texts.areRight
      && [originals, sourceIDs, details, orderValues].allSatisfy { $0.isRight(count: count) }
      && exotics.areRight(count: count) && byName.isRight && byName.isPermutation
      && positions.isRight
  }
}

extension [SectionRows] {
  var packed: PackedBytes {
    var packed = PackedBytes()
    for section in self {
      packed.append(Int64(section.key.rank))
      packed.append(UInt32(section.rows.count))
      packed.append(section.key.title)
    }
    return packed
  }

  /// Reads the sections that `count` rows are in.
  init(from reader: inout SnapshotReader, count: Int) throws(UnusableSnapshot) {
    self.init()
    var packed = try reader.packed()
    var next = 0
    while !packed.isAtEnd {
      let rank = Int(try packed.number(Int64.self))
      let rows = next..<(next + Int(try packed.number(UInt32.self)))
      let key = SectionRuler.Key(rank: rank, title: try packed.text())
      try UnusableSnapshot.unless(!rows.isEmpty)
      append(SectionRows(key: key, rows: rows))
      next = rows.upperBound
    }
    try UnusableSnapshot.unless(next == count && Set(map(\.key)).count == self.count)
  }
}
