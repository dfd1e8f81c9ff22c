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
  /// - Complexity: With a word index O(log *t* + *p* + *n*/64) for each word of the query, where *t* is
  ///   the number of different words of all names, *p* that of the places at which the words found
  ///   stand, and *n* that of the names; without one O(*b*) for *b* bytes of names. Names that came since
  ///   the list was last put together are looked through in either case.
  public func matches(
    _ query: NameQuery, narrowing previous: (query: NameQuery, rows: RowSet)? = nil,
    isCancelled: () -> Bool = { false }
  ) -> RowSet? {
    if query.isEmpty { return RowSet(all: count) }
    var limit: RowSet?
    if let previous, previous.rows.rowCount == count, query.implies(previous.query) {
      if previous.query == query { return previous.rows }
      limit = previous.rows
    }
    if let limit, limit.isEmpty { return limit }
    guard
      let inBase = TableSearch(table: base, words: words).rows(
        with: query.needles, within: limit.map { layout.baseBits(of: $0) },
        isCancelled: isCancelled),
      let inRecent = TableSearch(table: recent, words: nil).rows(
        with: query.needles, within: nil, isCancelled: isCancelled)
    else { return nil }
    return layout.rows(base: inBase, recent: inRecent)
  }

  /// The index with a word index of all but the newest names, which makes searching it quick.
  ///
  /// - Parameter isCancelled: Asked now and then, on any thread; once it says yes the work ends.
  /// - Returns: An index with the same rows and version, or `nil` when cancelled.
  /// - Complexity: O(*b*) for *b* bytes of names.
  public func indexingWords(
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> NameIndex? {
    guard words == nil else { return self }
    return WordIndex(base, isCancelled: isCancelled).map {
      NameIndex(self, words: $0, duplicateCount: duplicateCount)
    }
  }

  /// Whether another index is of the same names but for the newest, so that a word index of one is one of
  /// the other.
  public func sharesBase(with other: NameIndex) -> Bool { base === other.base }

  /// The index with the word index that another one has, where both are of the same names but for the
  /// newest.
  ///
  /// - Complexity: O(1)
  public func takingWords(of other: NameIndex) -> NameIndex {
    guard words == nil, sharesBase(with: other) else { return self }
    return NameIndex(self, words: other.words, duplicateCount: duplicateCount)
  }

  /// Whether there is a word index: without one a search looks through all names.
  public var hasWordIndex: Bool { words != nil }
}
