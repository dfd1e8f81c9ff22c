package import ListModel
package import Pagination

extension Browser {
  /// How far the source of the names has been read, and what it reported.
  package struct Intake: Equatable, Sendable {
    package var pages: Pages.State<PageCursor>

    /// The number of rows read so far, including repeated ones.
    package var count = 0

    /// Whether all names are read and sorted.
    package var isComplete = false

    /// The skipped and the repaired lines.
    package var report = LineReport()

    /// A line for the user on it.
    package var remark: String? { report.isEmpty ? nil : "\(report)" }

    /// The number of rows in the whole list, if the source gives it.
    package var total: Int?

    /// Whether the source searches itself; then all its rows match.
    package var isSearched = false

    /// Whether the rows are still those from before a reload.
    package var isStale = false

    /// Nothing read, and the first page wanted.
    package init(lookingFor text: String = "") {
      pages = Pages.State(firstCursor: PageCursor(searchingFor: text))
      Pages.reduce(&pages, .nextPageWanted)
    }

    /// The text the source was asked to search for.
    package var query: String { pages.firstCursor.text }

    /// Why the last page failed, until it is retried.
    var failure: PageFailure? { pages.lastError }

    /// Whether nothing more comes unless it is asked for.
    var isAtRest: Bool { isComplete || !pages.isLoading && !pages.isExhausted }

    /// Starts over with a text to search for, which may be the same.
    mutating func startOver(lookingFor text: String) {
      var new = Intake()
      new.pages = pages
      new.isSearched = isSearched
      new.isStale = true
      Pages.reduce(&new.pages, .redirected(to: PageCursor(searchingFor: text)))
      self = new
    }
  }

  /// The start of a page of the rows that the source finds for a text.
  package struct PageCursor: Hashable, Sendable {
    package let text: String

    /// As the previous page gave it; `nil` for the first page.
    package let place: AnyPageCursor?

    package init(searchingFor text: String, at place: AnyPageCursor? = nil) {
      self.text = text
      self.place = place
    }
  }
}
