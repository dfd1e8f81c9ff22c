package import NameSearch

/// A search: which rows, of which names.
package struct SearchRequest: Equatable, Sendable {
  package let index: NameIndex
  package let query: NameQuery
  package let show: Show

  /// The flags to filter by.
  package let flags: FlagTable

  /// The part of the rows that is wanted; `nil` for all.
  package let part: Part?

  /// The notes, if they are looked in.
  package let notes: NoteTexts?

  package init(
    index: NameIndex, query: NameQuery, show: Show, flags: FlagTable,
    part: Part? = nil, notes: NoteTexts? = nil
  ) {
    self.part = part
    self.notes = notes
    self.index = index
    self.query = query
    self.show = show
    self.flags = flags
  }

  /// Equal when the answer would be; flags count only if they decide which rows are wanted.
  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version && left.query == right.query
      && left.show == right.show && left.part == right.part
      && (left.notes == right.notes || left.query.isEmpty)
      && left.flags.dropRevision == right.flags.dropRevision
      && (left.show == .all || left.flags.revision == right.flags.revision)
  }
}
