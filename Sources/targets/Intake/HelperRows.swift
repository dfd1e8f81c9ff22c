import Browser
import PageSources

/// All different rows of a helper.
struct HelperRows {
  private(set) var rows: [Browser.SourceRow] = []
  private(set) var report = LineReport()

  /// Whether the source itself did the search.
  private(set) var isSearched = false

  init(of pages: HelperPages, within limit: Duration? = nil) async throws {
    var known = KnownRows()
    try await pages.readAll(within: limit) { page in
      let new = page.newRows(&known).map(\.row)
      rows += new
      report.merge(page.lines.report)
      isSearched = page.isSearched
      return !new.isEmpty
    }
  }
}
