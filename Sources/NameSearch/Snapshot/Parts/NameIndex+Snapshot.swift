extension NameIndex {
  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    var facts = PackedBytes()
    facts.append(Int64(duplicateCount))
    facts.append(UInt8(words == nil ? 0 : 1))
    orderColumn.append(to: &facts)
    facts.append(nextPosition)
    try writer.write(facts)
    try base.write(to: &writer)
    try recent.write(to: &writer)
    try writer.write(removed)
    try layout.write(to: &writer)
    let sections = zip(sectionKeys, sections).map { SectionRows(key: $0, rows: $1.rows) }
    try writer.write(sections.packed)
    try words?.write(to: &writer)
  }

  /// Reads an index; its locale data is loaded when it is first needed.
  init(from reader: inout SnapshotReader, order: NameOrder) throws(UnusableSnapshot) {
    var facts = try reader.packed()
    let duplicateCount = try facts.number(Int64.self)
    let hasWords = try facts.number(UInt8.self) != 0
    let column = try OrderColumn?(from: &facts)
    let nextPosition = try facts.number(UInt32.self)
    // A larger number would overflow later.
    try UnusableSnapshot.unless((0..<1 << 62).contains(duplicateCount))
    let base = try NameTable(from: &reader, order)
    let recent = try NameTable(from: &reader, order)
    // The recent table is sorted again with each change, so it must be undamaged.
    try UnusableSnapshot.unless(recent.isRight)
    let removed = try reader.values(of: UInt32.self)
    try UnusableSnapshot.unless(
      Column(removed).rises(by: 1...UInt32.max) && removed.last.map { $0 < base.count } ?? true)
    let layout = try RowLayout(
      from: &reader, base: base, recent: recent, removed: removed)
    let sections = try [SectionRows](from: &reader, count: layout.count)
    self.init(
      order: order, base: base, recent: recent, removed: removed, layout: layout,
      sections: sections,
      words: hasWords ? try WordIndex(from: &reader, count: base.count) : nil,
      duplicateCount: Int(duplicateCount), file: reader.file,
      orderColumn: column, nextPosition: nextPosition)
  }
}

extension RowSet {
  /// Reads a set of rows of an index of `rowCount` rows.
  init(from reader: inout SnapshotReader, rowCount: Int) throws(UnusableSnapshot) {
    let words = try reader.values(of: UInt64.self)
    try UnusableSnapshot.unless(words.isEmpty || Column(words).hasBits(rowCount))
    self.init(rowCount: rowCount, words: words)
  }
}
