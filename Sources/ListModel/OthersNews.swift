package import NameSearch

/// The changes that other runs of the program made between two states of a list.
package struct OthersNews: Equatable, Sendable {
  /// The edits by author, the newest last.
  package var edits: [OthersEdit] = []

  /// The edit that settled the requested row; `nil` if no edit did.
  package var settled: RowSettling?

  /// The changed rows; `nil` if they are not known individually.
  package var touched: Set<Name>?

  package init() {}
}

/// The edits of one author to one or more rows.
package struct OthersEdit: Equatable, Sendable {
  /// As ``AuthorText`` has it; empty if it is not known.
  package let author: String

  /// The time of the last of these edits.
  package let time: Moment

  /// The change, in a word such as `dead`.
  package let word: String
  package let count: Int

  /// The row, if it is a single one and is known.
  package let name: Name?

  package init(author: String, time: Moment, word: String, count: Int, name: Name?) {
    (self.author, self.time, self.word) = (author, time, word)
    (self.count, self.name) = (count, name)
  }
}

/// The last decision or snooze of a row, or that it was dropped.
package struct RowSettling: Equatable, Sendable {
  /// As ``AuthorText`` has it; empty if it is not known.
  package let author: String

  /// The word of the verdict; `nil` for a snooze and a drop.
  package let verdict: String?

  /// Whether the row is no longer in the list.
  package let isDrop: Bool

  /// Whether this run has made it.
  package let isOwn: Bool

  package init(author: String, verdict: String?, isDrop: Bool = false, isOwn: Bool) {
    (self.author, self.verdict, self.isDrop, self.isOwn) = (author, verdict, isDrop, isOwn)
  }
}
