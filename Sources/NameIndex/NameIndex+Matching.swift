extension NameIndex {
  /// The rows whose names match a query.
  ///
  /// - Parameters:
  ///   - query: Any query; an empty one is matched by every name.
  ///   - previous: The matches of another query in this same index, such as the one before the last
  ///     key. Where the new query can only match fewer names, only these are looked at; otherwise
  ///     they are not used.
  ///   - isCancelled: Asked now and then, on the caller's thread; once it says yes the work ends.
  /// - Returns: The matching rows, or `nil` when cancelled.
  /// - Complexity: O(*w*), where *w* is the number of words of all names (or of the names of
  ///   `previous`), for each word of the query.
  public func matches(
    _ query: NameQuery, narrowing previous: (query: NameQuery, rows: RowSet)? = nil,
    isCancelled: () -> Bool = { false }
  ) -> RowSet? {
    var rows: RowSet?
    if let previous, previous.rows.rowCount == count, query.implies(previous.query) {
      if previous.query == query { return previous.rows }
      rows = previous.rows
    }
    for needle in query.needles {
      if let rows, rows.isEmpty { return rows }
      guard let found = self.rows(with: needle, within: rows, isCancelled) else { return nil }
      rows = found
    }
    return rows ?? RowSet(all: count)
  }

  private func rows(
    with needle: Needle, within rows: RowSet?, _ isCancelled: () -> Bool
  ) -> RowSet? {
    // Going from row to row is slower than going over all words; it pays when most can be skipped.
    guard let rows, rows.count > count / 4 else {
      return WordScan.rows(of: table, with: needle, within: rows, isCancelled: isCancelled)
    }
    return WordScan.rows(of: table, with: needle, within: nil, isCancelled: isCancelled)?
      .intersection(rows)
  }
}
