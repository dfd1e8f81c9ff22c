package import NameSearch

/// What is asked of a search: which rows, of which names.
package struct SearchRequest: Equatable, Sendable {
  /// The names to search.
  package let index: NameIndex

  /// What was typed, and the rule by which it matches.
  package let query: NameQuery

  /// Which rows are wanted, by their flags.
  package let show: Browser.Show

  /// The flags the rows are told apart by; none are left in a request that has been answered.
  package private(set) var flags: FlagTable

  /// Which changes of the flags the request knows.
  let flagsRevision: Int
  private let dropRevision: Int

  /// Asks for the rows of `index` that match `query`, told apart by `flags`.
  package init(
    index: NameIndex, query: NameQuery, show: Browser.Show, flags: FlagTable
  ) {
    self.index = index
    self.query = query
    self.show = show
    self.flags = flags
    flagsRevision = flags.revision
    dropRevision = flags.dropRevision
  }

  /// What was asked, without the flags: as long as somebody else holds them too, the next edit has to copy them all.
  var answered: SearchRequest {
    var request = self
    request.flags = FlagTable()
    return request
  }

  /// Equal when the answer would be: the flags only count when they decide which rows are wanted.
  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version && left.query == right.query
      && left.show == right.show && left.dropRevision == right.dropRevision
      && (left.show == .all || left.flagsRevision == right.flagsRevision)
  }
}
