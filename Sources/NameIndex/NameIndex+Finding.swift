extension NameIndex {
  /// The row of a name, or `nil` when the index does not have it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of names.
  public func row(of name: Name) -> Row? {
    var batch = NameBatch()
    batch.append(name)
    let sought = SortedNames(batch, collation: collation)
    let key = ruler.key(of: name, sortKey: sought.key(at: 0))
    guard let section = sectionKeys.firstIndex(of: key) else { return nil }
    let other = NameTable(batch, sought, order: [0])
    let rows = sections[section].rows
    let row = rows.partitionPoint { table.compare($0, with: 0, of: other) >= 0 }
    guard row < rows.upperBound, table.compare(row, with: 0, of: other) == 0 else { return nil }
    return Row(row)
  }

  /// The rows of those of the given names that the index has: the way for many names.
  ///
  /// - Complexity: O(*m* log *m* + *m* log *n*), where *m* is the number of names given and *n* that of
  ///   the index.
  public func rows(of names: some Sequence<Name>) -> RowSet {
    var batch = NameBatch()
    for name in names { batch.append(name) }
    let sought = SortedNames(batch, collation: collation)
    let group = Grouping(sought, by: ruler.assign(sought, of: batch))
    let other = NameTable(batch, sought, order: group.order)
    let own = Dictionary(uniqueKeysWithValues: zip(sectionKeys, sections.map(\.rows)))
    var found: [Row] = []
    for (key, places) in zip(group.keys, group.rows) {
      var rest = own[key] ?? 0..<0
      for place in places {
        let row = table.firstRow(in: rest, notBefore: place, of: other)
        rest = row..<rest.upperBound
        if rest.isEmpty { break }
        if table.compare(row, with: place, of: other) == 0 { found.append(Row(row)) }
      }
    }
    return RowSet(rowCount: count, found)
  }
}
