extension NameIndex {
  /// The row of a name, or `nil` when the index does not have it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of names.
  public func row(of name: Name) -> NameRow? {
    let (sought, key) = sought(name)
    for (table, side) in sides {
      if let place = table.row(of: sought, in: key), let row = layout.row(of: place, in: side) {
        return NameRow(row, of: version)
      }
    }
    return nil
  }

  /// The rows with the text of a name, whatever their source IDs, in order.
  ///
  /// - Complexity: O(*m* + log *n*), where *m* is the number of those rows and *n* that of all.
  public func rows(called name: Name) -> [NameRow] {
    let (sought, key) = sought(name.bare)
    let found = sides.flatMap { table, side in
      table.rows(called: sought, in: key).compactMap { layout.row(of: $0, in: side) }
    }
    return found.sorted().map { NameRow($0, of: version) }
  }

  /// Whether some of the rows have a source ID.
  package var hasSourceIDs: Bool { !base.sourceIDs.isEmpty || !recent.sourceIDs.isEmpty }

  private var sides: [(table: NameTable, side: RowLayout.Side)] {
    [(base, .base), (recent, .recent)]
  }

  /// A name to look up, and its section if the name determines the section.
  private func sought(_ name: Name) -> (name: SoughtName, section: SectionRuler.Key?) {
    var text = name.text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      return (
        SoughtName(
          bytes, sourceID: name.sourceID.map { [UInt8]($0.utf8) },
          line: name.number.map { ([UInt8](name.original.utf8), $0) }, collation),
        order.isByNameAlone ? ruler.key(of: name, sortKey: collation.key(of: bytes)) : nil
      )
    }
  }

  /// The rows of those of the given names that the index has; for many names at once.
  ///
  /// - Complexity: O(*m* log *m* + *m* log *n*) for *m* given names and *n* names in the index.
  public func rows(of names: some Sequence<Name>) -> RowSet {
    var batch = NameBatch()
    for name in names { batch.append(name) }
    guard !batch.isEmpty else { return RowSet(rowCount: count).of(self) }
    guard let sought = try? table(of: sorted([batch])) else {
      preconditionFailure("the given names take more than 4 GiB")
    }
    var found: [NameRow] = []
    for (table, side) in sides where table.count > 0 {
      for case let place? in table.sames(of: sought, collation) {
        if let row = layout.row(of: place, in: side) { found.append(NameRow(row)) }
      }
    }
    return RowSet(rowCount: count, found).of(self)
  }

  /// Transfers a set of rows of another index by name, at the cost of the changes between both.
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
    precondition(set.isOf(earlier), "the rows are of another index")
    guard sharesBase(with: earlier) else { return nil }
    var inBase = earlier.layout.baseBits(of: set)
    let stillRemoved = Set(removed)
    for row in earlier.removed where !stillRemoved.contains(row) {
      if isMember(base.name(at: Int(row))) { inBase.insert(Int(row)) }
    }
    var inRecent = [UInt64].allZeros(recent.count)
    for row in 0..<recent.count where isMember(recent.name(at: row)) { inRecent.insert(row) }
    return layout.rows(base: inBase, recent: inRecent).of(self)
  }
}
