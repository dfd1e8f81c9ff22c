import NameSearch

/// What a page of a helper's rows holds: the names, and what the source says of each.
package struct SourceRows: Sendable {
  /// What a source says of a row besides its name.
  package struct Note: Equatable, Sendable {
    /// What the source knows the row by, if that is not its name.
    package var id: String?

    /// Whether the source has it as done with.
    package var isDead: Bool

    /// Whether the source has it as liked.
    package var isLiked: Bool

    /// A few more words on it; they come from outside and may hold anything.
    package var detail: String?

    /// Makes a note.
    package init(
      id: String? = nil, isDead: Bool = false, isLiked: Bool = false, detail: String? = nil
    ) {
      self.id = id
      self.isDead = isDead
      self.isLiked = isLiked
      self.detail = detail
    }
  }

  /// The names in the order of the rows, and the rows that are left out because they have none; a
  /// row's number counts from the beginning of the list.
  package var lines: NameLines

  /// For each name, what the source says of it.
  package var notes: [Note]

  /// How many rows the whole list has, if the source knows.
  package var total: Int?

  /// Whether the source itself looked for the query: then all rows are results, whatever the words.
  package var isSearched: Bool

  /// Makes the contents of a page.
  ///
  /// - Precondition: There are as many notes as names.
  package init(
    lines: NameLines = NameLines(), notes: [Note] = [], total: Int? = nil, isSearched: Bool = false
  ) {
    precondition(lines.names.count == notes.count, "each name has its note")
    self.lines = lines
    self.notes = notes
    self.total = total
    self.isSearched = isSearched
  }
}
