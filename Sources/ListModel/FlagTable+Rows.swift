import HashTreeCollections
package import NameSearch

extension NameIndex {
  fileprivate func rows(where isWanted: (Name) -> Bool) -> RowSet {
    RowSet(rowCount: count, (0..<count).map { NameRow($0) }.filter { isWanted(name(at: $0)) })
  }
}

extension FlagTable {
  /// The rows that are hidden because they were dropped.
  ///
  /// - Complexity: as that of ``rows(with:in:)``.
  func hiddenRows(in index: NameIndex) -> RowSet {
    index.count < dropped.count ? index.rows { dropped.contains($0) } : index.rows(of: dropped)
  }

  /// The names that changed after `revision`, oldest first, one maybe more than once.
  ///
  /// `nil` if the revision is older than what is remembered.
  func names(changedSince revision: Int) -> ArraySlice<Name>? {
    let count = self.revision - revision
    return count > changed.count ? nil : changed.suffix(count)
  }

  /// The flagged rows of `index`.
  ///
  /// - Complexity: that of ``rows(with:in:)`` for each flag in use.
  func flaggedRows(in index: NameIndex) -> FlaggedRows {
    let kinds = FlaggedRows.kinds.filter { kindsInUse.contains($0) }
    return FlaggedRows(rowCount: index.count, kinds.map { ($0, rows(with: $0, in: index)) })
  }

  /// The rows of `index` with a single flag.
  ///
  /// - Complexity: O(*f* log *n*) for *f* flagged names and *n* rows; O(*n*) where the rows are fewer.
  package func rows(with flag: Flags, in index: NameIndex) -> RowSet {
    if let base {
      var rows = base.rows(with: flag, in: index)
      if kept.isEmpty { return rows }
      rows.subtract(index.rows(of: kept.keys))
      rows.formUnion(index.rows(of: kept.lazy.filter { $0.value.contains(flag) }.map(\.key)))
      return rows
    }
    if index.count < kept.count { return index.rows { self[$0].contains(flag) } }
    let own = kept.keys.filter { self.own($0)?.contains(flag) ?? false }
    let others = ofSource.filter { $0.value.contains(flag) && self.own($0.key) == nil }.keys
    return index.rows(of: own + others)
  }
}
