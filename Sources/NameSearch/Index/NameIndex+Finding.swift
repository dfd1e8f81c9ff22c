extension NameIndex {
  /// The row of a name, or `nil` when the index does not have it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of names.
  public func row(of name: Name) -> Row? {
    let (sought, key) = sought(name)
    for (table, side) in sides {
      guard let rows = table.rows(of: key) else { continue }
      let place = table.place(of: sought, in: rows)
      if place.isSame, let row = layout.row(of: place.row, in: side) { return Row(row) }
    }
    return nil
  }

  /// The rows that are called the same as a name, whatever their sources know them by; in order.
  ///
  /// - Complexity: O(*m* + log *n*), where *m* is the number of those rows and *n* that of all.
  public func rows(called name: Name) -> [Row] {
    let (sought, key) = sought(name.bare)
    var found: [Row] = []
    for (table, side) in sides {
      guard let rows = table.rows(of: key) else { continue }
      // Without an identity it stands before all others of that text.
      var place = table.place(of: sought, in: rows).row
      while place < rows.upperBound, table.texts.withBytes(at: place, sought.order(of:)) == 0 {
        if let row = layout.row(of: place, in: side) { found.append(Row(row)) }
        place += 1
      }
    }
    return found.sorted()
  }

  private var sides: [(table: NameTable, side: RowLayout.Side)] {
    [(base, .base), (recent, .recent)]
  }

  /// What a name is looked for by: its key, and the section where it would be.
  private func sought(_ name: Name) -> (name: SoughtName, section: SectionRuler.Key) {
    var text = name.text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      return (
        SoughtName(bytes, sourceID: name.sourceID.map { [UInt8]($0.utf8) }, collation),
        ruler.key(of: name, sortKey: collation.key(of: bytes))
      )
    }
  }

  /// The rows of those of the given names that the index has: the way for many names.
  ///
  /// - Complexity: O(*m* log *m* + *m* log *n*), where *m* is the number of names given and *n* that of
  ///   the index.
  public func rows(of names: some Sequence<Name>) -> RowSet {
    var batch = NameBatch()
    for name in names { batch.append(name) }
    guard !batch.isEmpty else { return RowSet(rowCount: count) }
    let sought = table(of: SortedNames([batch], collation: collation))
    var found: [Row] = []
    for (table, side) in sides where table.count > 0 {
      for place in table.places(of: sought, collation) where place.isSame {
        if let row = layout.row(of: place.row, in: side) { found.append(Row(row)) }
      }
    }
    return RowSet(rowCount: count, found)
  }

  /// The rows of names that were members of a set of an earlier index's rows: what was worked out by
  /// name is carried over at the cost of what changed.
  ///
  /// - Parameters:
  ///   - set: A set of the earlier index's rows.
  ///   - earlier: An index this one came from by adding and removing, or that came from this one.
  ///   - isMember: Asked about each name that the two may not share.
  /// - Returns: The rows, or `nil` when the list was put together anew since, and all names have to be
  ///   asked about.
  /// - Complexity: O(*n*/64 + *c*), where *n* is the number of names and *c* that of those that came and
  ///   went since the list was last put together.
  public func rows(
    _ set: RowSet, of earlier: NameIndex, newlyBy isMember: (Name) -> Bool
  ) -> RowSet? {
    if earlier.version == version { return set }
    guard sharesBase(with: earlier) else { return nil }
    var inBase = earlier.layout.baseBits(of: set)
    let stillRemoved = Set(removed)
    for row in earlier.removed where !stillRemoved.contains(row) {
      if isMember(base.name(at: Int(row))) { inBase.insert(Int(row)) }
    }
    var inRecent = [UInt64](repeating: 0, count: (recent.count + 63) / 64)
    for row in 0..<recent.count where isMember(recent.name(at: row)) { inRecent.insert(row) }
    return layout.rows(base: inBase, recent: inRecent)
  }
}
