package import NameSearch

/// The changes that other runs of the program made between two versions of a list.
package struct OthersNews: Equatable, Sendable {
  /// The edits by author, the latest last.
  package var edits: [OthersEdit] = []

  /// The edit that settled the requested row; `nil` if there is none.
  package var settled: RowSettling?

  /// The changed rows; `nil` if they are not known individually.
  package var touched: Set<Name>?

  package init() {}
}

/// The edits of one author to one or more rows.
package struct OthersEdit: Equatable, Sendable {
  /// In the form of ``AuthorText``; empty if unknown.
  package let author: String

  /// The time of the last of these edits.
  package let time: Moment

  /// The change, in a word such as `dead`.
  package let word: String
  package let count: Int

  /// The name of the row, if only one was edited and it is known.
  package let name: Name?

  package init(author: String, time: Moment, word: String, count: Int, name: Name?) {
    (self.author, self.time, self.word) = (author, time, word)
    (self.count, self.name) = (count, name)
  }
}

/// The last decision, snooze or drop of a row.
package struct RowSettling: Equatable, Sendable {
  /// In the form of ``AuthorText``; empty if unknown.
  package let author: String

  /// The word of the verdict; `nil` for a snooze and a drop.
  package let verdict: String?

  /// Whether the row is no longer in the list.
  package let isDrop: Bool

  /// Whether this run made it.
  package let isOwn: Bool

  package init(author: String, verdict: String?, isDrop: Bool = false, isOwn: Bool) {
    (self.author, self.verdict, self.isDrop, self.isOwn) = (author, verdict, isDrop, isOwn)
  }
}
