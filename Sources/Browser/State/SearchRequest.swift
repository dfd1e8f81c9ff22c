package import NameSearch

/// A search: which rows, of which names.
package struct SearchRequest: Equatable, Sendable {
  package let index: NameIndex
  package let query: NameQuery
  package let show: Browser.Show

  /// The flags to filter by; empty in an answered request.
  package private(set) var flags: FlagTable

  /// The revision of the flags, kept when they are removed.
  let flagsRevision: Int
  private let dropRevision: Int

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

  /// The request without flags: a second reference would make the next edit copy the table.
  var answered: SearchRequest {
    var request = self
    request.flags = FlagTable()
    return request
  }

  /// Equal when the answer would be; flags count only if they decide which rows are wanted.
  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version && left.query == right.query
      && left.show == right.show && left.dropRevision == right.dropRevision
      && (left.show == .all || left.flagsRevision == right.flagsRevision)
  }
}
