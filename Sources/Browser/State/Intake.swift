package import ListModel
package import NameSearch
package import Pagination

extension Browser {
  /// How far the source of the names has been read, and what it reported.
  package struct Intake: Equatable, Sendable {
    package var pages: Pages.State<PageCursor>

    /// The number of rows read so far, including repeated ones.
    package var count = 0

    /// Whether all names are read and sorted.
    package var isComplete = false

    /// A line for the user on what was left out.
    package var remark: String?

    /// The number of rows in the whole list, if the source knows.
    package var total: Int?

    /// Whether the source searches itself; then all its rows are results, whatever their words.
    package var isSearched = false

    /// Whether the rows are still those from before a reload.
    package var isStale = false

    /// Nothing read, and the first page wanted.
    package init(lookingFor text: String = "") {
      pages = Pages.State(firstCursor: .first(lookingFor: text))
      Pages.reduce(&pages, .nextPageWanted)
    }

    /// The text the source was asked to search for.
    package var query: String {
      if case .first(let text) = pages.firstCursor { text } else { "" }
    }

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
      Pages.reduce(&new.pages, .redirected(to: .first(lookingFor: text)))
      self = new
    }
  }

  /// The start of a page.
  package enum PageCursor: Hashable, Sendable {
    /// The first of the rows that the source finds for a text.
    case first(lookingFor: String)

    /// The cursor that the previous page gave.
    case next(AnyPageCursor)
  }

  /// What a page brings besides the names.
  package struct PageNews: Sendable {
    /// The number of rows of the page, including repeated ones.
    package var count: Int

    /// A line for the user on everything left out so far.
    package var remark: String?

    /// The rows not seen before, from a source that gives flags or details.
    package var rows: [Row]

    /// The flags that the store has of those rows.
    package var kept: [Name: Flags]

    /// The number of rows in the whole list, if the source knows.
    package var total: Int?

    /// Whether the source searched for the query itself.
    package var isSearched: Bool

    package init(
      count: Int, remark: String? = nil, rows: [Row] = [], kept: [Name: Flags] = [:],
      total: Int? = nil, isSearched: Bool = false
    ) {
      self.count = count
      self.remark = remark
      self.rows = rows
      self.kept = kept
      self.total = total
      self.isSearched = isSearched
    }
  }
}
