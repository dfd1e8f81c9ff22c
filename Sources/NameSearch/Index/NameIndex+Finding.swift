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

  /// The rows with the text of a name, whatever their source IDs, in order.
  ///
  /// - Complexity: O(*m* + log *n*), where *m* is the number of those rows and *n* that of all.
  public func rows(called name: Name) -> [Row] {
    let (sought, key) = sought(name.bare)
    var found: [Row] = []
    for (table, side) in sides {
      guard let rows = table.rows(of: key) else { continue }
      // A name without a source ID sorts before all others of the same text.
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

  /// The rows of those of the given names that the index has; for many names at once.
  ///
  /// - Complexity: O(*m* log *m* + *m* log *n*) for *m* given names and *n* names in the index.
  public func rows(of names: some Sequence<Name>) -> RowSet {
    var batch = NameBatch()
    for name in names { batch.append(name) }
    guard !batch.isEmpty else { return RowSet(rowCount: count) }
    guard let sought = try? table(of: SortedNames([batch], collation: collation)) else {
      preconditionFailure("the given names take more than 4 GiB")
    }
    var found: [Row] = []
    for (table, side) in sides where table.count > 0 {
      for place in table.places(of: sought, collation) where place.isSame {
        if let row = layout.row(of: place.row, in: side) { found.append(Row(row)) }
      }
    }
    return RowSet(rowCount: count, found)
  }

  /// Carries a set of rows of another index over by name, at the cost of what changed.
  ///
  /// One of the indexes must come from the other by adding and removing. `isMember` is asked about
  /// each name that the two may not share.
  ///
  /// - Returns: `nil` when the tables were merged in between, so that all names have to be checked.
  /// - Complexity: O(*n*/64 + *c*) for *n* names and *c* changes since the last merge.
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
