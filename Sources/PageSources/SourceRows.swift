import NameSearch

/// The names in a page of a helper, and the source's note on each.
package struct SourceRows: Sendable {
  package struct Note: Equatable, Sendable {
    /// The source's identity of the row, if it is not the name.
    package var id: String?
    package var isDead = false
    package var isLiked = false

    /// Further text, which is untrusted.
    package var detail: String?
  }

  /// The names, and the rows without a valid name; row numbers count from the start of the list.
  package var lines = NameLines()

  /// One note for each name.
  package var notes: [Note] = []

  package var total: Int?

  /// Whether the source did the search itself, so that all rows are results.
  package var isSearched = false
}
