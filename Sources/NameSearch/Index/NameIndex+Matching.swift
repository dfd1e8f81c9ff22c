extension NameIndex {
  /// The rows whose names, or details if the query searches them, match a query; `nil` when cancelled.
  ///
  /// `previous` has the matches of another query in this same index. If the new query can only
  /// match fewer names, only these rows are searched; otherwise `previous` is ignored.
  /// `isCancelled` is called from time to time on the caller's thread.
  ///
  /// - Complexity: With a word index, O(log *t* + *p* + *n*/64) for each word of the query, where
  ///   *t* different words occur in *n* names, and those found at *p* places. Without one, and
  ///   always for names added since the last merge and for details, O(*b*) for *b* bytes of them.
  public func matches(
    _ query: NameQuery, narrowing previous: (query: NameQuery, rows: RowSet)? = nil,
    isCancelled: () -> Bool = { false }
  ) -> RowSet? {
    if query.isEmpty { return RowSet(all: count).of(self) }
    var limit: RowSet?
    if let previous, previous.rows.isOf(self), query.implies(previous.query) {
      if previous.query == query { return previous.rows }
      limit = previous.rows
    }
    if let limit, limit.isEmpty { return limit }
    guard
      let inBase = TableSearch(
        table: base, words: words, looksInDetails: query.looksInDetails
      ).rows(
        with: query.needles, within: limit.map { layout.baseBits(of: $0) },
        isCancelled: isCancelled),
      let inRecent = TableSearch(
        table: recent, words: nil, looksInDetails: query.looksInDetails
      ).rows(
        with: query.needles, within: nil, isCancelled: isCancelled)
    else { return nil }
    return layout.rows(base: inBase, recent: inRecent).of(self)
  }

  /// The index with a word index of the base table for quick searches, or `nil` when cancelled.
  ///
  /// Rows and version stay the same. `isCancelled` is called from time to time, on any thread.
  ///
  /// - Complexity: O(*b*) for *b* bytes of names, and sorting the different words.
  public func indexingWords(
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> NameIndex? {
    guard words == nil, isWhole(), base.isRight else { return self }
    return WordIndex(base, isCancelled: isCancelled).map {
      with(words: $0, duplicateCount: duplicateCount)
    }
  }

  /// Whether both indexes have the same base table, so that a word index of one fits the other.
  public func sharesBase(with other: NameIndex) -> Bool { base === other.base }

  /// The index with the word index of `other` if both have the same base table, in O(1).
  public func takingWords(of other: NameIndex) -> NameIndex {
    guard words == nil, sharesBase(with: other) else { return self }
    return with(words: other.words, duplicateCount: duplicateCount)
  }

  /// With this many names or more, scanning all of them for each query would be slow.
  public static let leastNamesWithWordIndex = 20_000

  /// Whether there is a word index; without one a search reads all names.
  public var hasWordIndex: Bool { words != nil }
}
