import NameSearch

/// A scan of names that wait to be sorted, for those that match a query.
///
/// Ten million names are sorted in seconds and scanned in a fraction of one. An index that has only the
/// matching ones of the waiting names gives the same answer to the query as the later index of all.
struct WaitingScan: Sendable {
  /// With fewer waiting names, the sort takes hardly longer than the scan.
  static let leastNames = 1 << 16

  /// With more matches, the scan takes as long as the sort, and the processors are wanted for that.
  static let mostMatches = 1 << 18

  /// What is scanned; an equal scan has an equal result.
  struct Subject: Equatable {
    let query: NameQuery

    /// The number of the list.
    let generation: Int

    /// The version of the index to which the matches are added.
    let version: NameIndex.Version

    /// The number of waiting names.
    let count: Int
  }

  let subject: Subject
  private let waiting: [NameBatch]
  private let index: NameIndex

  init(_ subject: Subject, in waiting: [NameBatch], onto index: NameIndex) {
    (self.subject, self.waiting, self.index) = (subject, waiting, index)
  }

  /// The index with the matching names; `nil` if none of the waiting names match, or too many.
  func found() -> NameIndex? {
    index.adding(waiting, ifTheyMatch: subject.query, atMost: Self.mostMatches)
  }
}
