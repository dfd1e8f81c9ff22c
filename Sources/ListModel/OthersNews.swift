package import NameSearch

/// What other runs of the program have done to a list between two states of it.
package struct OthersNews: Equatable, Sendable {
  /// What each author has done to how many rows, the newest last.
  package var edits: [OthersEdit] = []

  /// Who has settled the row that was asked about; `nil` if nobody has.
  package var settled: RowSettling?

  /// The rows that are not as they were; `nil` if they are not known one by one.
  package var touched: Set<Name>?

  package init() {}
}

/// What one author has done to one or more rows.
package struct OthersEdit: Equatable, Sendable {
  /// Empty if it is not known.
  package let author: String

  /// Of the last of these edits.
  package let time: Moment

  /// What was done, in a word such as `dead`.
  package let word: String
  package let count: Int

  /// The row, if it is a single one and is known.
  package let name: Name?

  package init(author: String, time: Moment, word: String, count: Int, name: Name?) {
    (self.author, self.time, self.word) = (author, time, word)
    (self.count, self.name) = (count, name)
  }
}

/// The last decision or snooze of a row.
package struct RowSettling: Equatable, Sendable {
  /// Empty if it is not known.
  package let author: String

  /// The word of the verdict; `nil` for a snooze.
  package let verdict: String?

  /// Whether this run has made it.
  package let isOwn: Bool

  package init(author: String, verdict: String?, isOwn: Bool) {
    (self.author, self.verdict, self.isOwn) = (author, verdict, isOwn)
  }
}
