package struct HelperPage: Equatable, Sendable {
  /// In the source's order; empty pages are allowed anywhere in the list.
  package var rows: [HelperRow]

  /// The cursor of the next page; `nil` at the end of the list.
  package var next: String?

  /// The number of rows of the whole list, if known.
  package var total: Int?

  /// Whether the source does the search itself, so that all its rows are results.
  package var searches: Bool

  package init(
    rows: [HelperRow], next: String? = nil, total: Int? = nil, searches: Bool = false
  ) {
    self.rows = rows
    self.next = next
    self.total = total
    self.searches = searches
  }
}
