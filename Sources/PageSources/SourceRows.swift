import NameSearch

/// The names in a page of a helper, and the source's note on each.
package struct SourceRows: Sendable {
  package struct Note: Equatable, Sendable {
    /// The source's identity of the row, if it is not the name.
    package var id: String?
    package var isDead: Bool
    package var isLiked: Bool

    /// Further text, which is untrusted.
    package var detail: String?

    package init(
      id: String? = nil, isDead: Bool = false, isLiked: Bool = false, detail: String? = nil
    ) {
      self.id = id
      self.isDead = isDead
      self.isLiked = isLiked
      self.detail = detail
    }
  }

  /// The names, and the rows without a valid name; row numbers count from the start of the list.
  package var lines: NameLines

  /// One note for each name.
  package var notes: [Note]

  package var total: Int?

  /// Whether the source did the search itself, so that all rows are results.
  package var isSearched: Bool

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
