package import ListModel
package import Pagination

extension Browser {
  /// How far the source of the names has been read, and its report.
  package struct Intake: Equatable, Sendable {
    package var pages: Pages.State<PageCursor>

    /// The number of rows read so far, including repeated ones.
    package var count = 0

    /// Whether all names are read and sorted.
    package var isComplete = false

    /// Whether all names that were read at the start are among the rows shown, which takes a search.
    package internal(set) var areShown = false

    /// The skipped and repaired lines.
    package var report = LineReport()

    /// The report as a line for the user.
    package var remark: String? { report.isEmpty ? nil : "\(report)" }

    /// The number of rows in the whole list, if the source gives it.
    package var total: Int?

    /// Whether the source searches itself, so that all its rows match.
    package var isSearched = false

    /// Whether the rows are still those from before a reload.
    package var isStale = false

    /// Nothing was read, and the first page is wanted.
    package init(lookingFor text: String = "") {
      pages = Pages.State(firstCursor: PageCursor(searchingFor: text))
      Pages.reduce(&pages, .nextPageWanted)
    }

    /// The text that the source was asked to search for.
    package var query: String { pages.firstCursor.text }

    /// Why the last page failed, until it is retried.
    var failure: PageFailure? { pages.lastError }

    /// Whether nothing more arrives without a request.
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

    /// The place that the previous page gave; `nil` for the first page.
    package let place: AnyPageCursor?

    package init(searchingFor text: String, at place: AnyPageCursor? = nil) {
      self.text = text
      self.place = place
    }
  }
}

extension PageFailure {
  /// The end of a message about an input that was not read to its end: how to try again, if that may help.
  var advice: String { retryAdvice == .never ? "" : "; :retry to try again" }
}
