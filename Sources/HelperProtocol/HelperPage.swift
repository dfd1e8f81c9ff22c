/// Some rows of a source, and the way to those after them.
package struct HelperPage: Equatable, Sendable {
  /// The rows in the source's order; there may be none, also in the middle of the list.
  package var rows: [HelperRow]

  /// The cursor of the next page, or `nil` when the list ends here.
  package var next: String?

  /// How many rows the whole list has, if known.
  package var total: Int?

  /// Whether the source itself looks for the query: then all its rows are results.
  package var searches: Bool

  /// Makes a page.
  package init(
    rows: [HelperRow], next: String? = nil, total: Int? = nil, searches: Bool = false
  ) {
    self.rows = rows
    self.next = next
    self.total = total
    self.searches = searches
  }
}
