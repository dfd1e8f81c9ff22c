package import Edits
package import NameSearch
package import Pagination

extension Browser {
  /// How the names come in: how far their source has been read, and what it has said of itself.
  package struct Intake: Equatable, Sendable {
    /// How far the source has been read.
    package var pages: Pages.State<PageCursor>

    /// The rows read so far, repeated ones included.
    package var count = 0

    /// Whether the last name is in and all are in their places.
    package var isComplete = false

    /// What was left out, as a line for the user.
    package var remark: String?

    /// The rows of the whole list, if the source knows.
    package var total: Int?

    /// Whether the source looks for the query itself: then all its rows are results, whatever their words.
    package var isSearched = false

    /// Whether the rows are still those from before loading began anew.
    package var isStale = false

    /// A source of which the first page is wanted and nothing has been read.
    package init(lookingFor text: String = "") {
      pages = Pages.State(firstCursor: .first(lookingFor: text))
      Pages.reduce(&pages, .nextPageWanted)
    }

    /// What the source was asked to look for.
    package var query: String {
      if case .first(let text) = pages.firstCursor { text } else { "" }
    }

    /// Why the last page could not be loaded, until it is tried again.
    var failure: PageFailure? { pages.lastError }

    /// Whether nothing more comes unless it is asked for.
    var isAtRest: Bool { isComplete || !pages.isLoading && !pages.isExhausted }

    /// Starts over, with another text to look for or the same.
    mutating func startOver(lookingFor text: String) {
      var new = Intake()
      new.pages = pages
      new.isSearched = isSearched
      new.isStale = true
      Pages.reduce(&new.pages, .redirected(to: .first(lookingFor: text)))
      self = new
    }
  }

  /// Where a page begins.
  package enum PageCursor: Hashable, Sendable {
    /// At the beginning of the rows that the source finds for a text.
    case first(lookingFor: String)

    /// Where the page before says.
    case next(AnyPageCursor)
  }

  /// What a page brings besides the names.
  package struct PageNews: Sendable {
    /// The number of its rows, repeated ones included.
    package var count: Int

    /// What has been left out so far, as a line for the user.
    package var remark: String?

    /// The rows that have not come before, where the source says more of them than their names.
    package var rows: [SourceRow]

    /// What is kept of those rows.
    package var kept: [Name: Flags]

    /// The rows of the whole list, if the source knows.
    package var total: Int?

    /// Whether the source has looked for the query itself.
    package var isSearched: Bool

    /// Says what a page brings.
    package init(
      count: Int, remark: String? = nil, rows: [SourceRow] = [], kept: [Name: Flags] = [:],
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
