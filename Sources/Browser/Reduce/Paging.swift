import ListModel
import NameSearch
package import Pagination

extension Browser {
  /// Counts successive pages that brought no new row for the same query, filter and list.
  struct PageYield: Equatable, Sendable {
    /// After this many such pages, more are loaded only on request.
    static let mostFruitlessPages = 3

    private var query = ""
    private var show = Show.all
    private var generation: Int?
    private var pageCount = 0
    private var rowCount = 0
    private var fruitlessPageCount = 0

    /// Whether to load pages without a request.
    var isFruitful: Bool { fruitlessPageCount < Self.mostFruitlessPages }

    /// Counts a page that was loaded since the last call.
    mutating func look(
      at pages: Pages.State<PageCursor>, rowCount: Int, query: String, show: Show
    ) {
      if query != self.query || show != self.show || pages.generation != generation {
        let isNewList = pages.generation != generation
        self = PageYield()
        (self.query, self.show, generation) = (query, show, pages.generation)
        // On a slow machine, this runs for the first time after a page of the new list has arrived.
        if isNewList, rowCount == 0 { fruitlessPageCount = pages.pageCount }
        // The rows of a page may arrive before the page is counted.
        (pageCount, self.rowCount) = (pages.pageCount, pages.pageCount == 0 ? 0 : rowCount)
      } else if pages.pageCount > pageCount {
        fruitlessPageCount = rowCount > self.rowCount ? 0 : fruitlessPageCount + 1
        (pageCount, self.rowCount) = (pages.pageCount, rowCount)
      } else {
        self.rowCount = min(self.rowCount, rowCount)
      }
    }

    mutating func forget() { fruitlessPageCount = 0 }
  }
}

// MARK: Queries

extension Browser.State {
  package var pageToLoad: PageRequest<Browser.PageCursor>? { intake.pages.request }

  /// The failed page that is retried automatically, or `nil`.
  package var pageToRetry: PageRetry? {
    settings.retryPolicy.flatMap { intake.pages.retry(by: $0) }
  }

  /// Whether more rows may arrive without a request.
  var rowsMayCome: Bool {
    if searchToMake != nil || !intake.isAtRest || textToLookFor != nil || pageToRetry != nil {
      return true
    }
    // Whether the next page is wanted depends on whether the end of the rows is in view.
    return settings.isPaged && !intake.isComplete && intake.failure == nil && pageYield.isFruitful
  }

  /// Whether the end of the rows is in view, as it remains until pages fill the view.
  private var seesEndOfPages: Bool {
    settings.isPaged && !settings.isPlain && overlay == nil && endIsInView && pageYield.isFruitful
      && searchToMake == nil
  }

  /// The new query for a source that searches itself; in plain mode only when rows must be printed.
  package var textToLookFor: String? {
    settings.isPlain && waiting.isEmpty && !waitsForFirstResult ? nil : textNotLookedFor
  }

  private var textNotLookedFor: String? {
    settings.isPaged && intake.isSearched && intake.query != query ? query : nil
  }

  /// The text to filter by in this program; rows that the source found need not contain its words.
  var textToNarrowBy: String {
    guard intake.isSearched, !intake.isStale else { return query }
    return intake.query == query ? "" : query
  }

  /// The query to highlight: that of the listing, or else the one that the source searched for.
  func lit(_ listed: NameQuery) -> NameQuery {
    guard intake.isSearched, !intake.isStale, listed.isEmpty else { return listed }
    return settings.nameQuery(intake.query)
  }

  /// Whether the rows to print must still arrive from the search of the source.
  var awaitsSource: Bool {
    guard settings.isPlain, settings.isPaged else { return false }
    return textNotLookedFor != nil || intake.pages.isLoading && intake.isStale
  }
}

// MARK: Transitions

extension Browser.State {
  mutating func apply(_ event: Pages.Event<Browser.PageCursor>) {
    Pages.reduce(&intake.pages, event)
    // A source without pages is read to its end without requests.
    if !settings.isPaged, case .pageLoaded = event { Pages.reduce(&intake.pages, .nextPageWanted) }
    submitFirstQuery()
    handleWaiting()
  }

  /// Adds the data of a page, before its names are listed.
  mutating func add(_ page: RowBatch) {
    intake.count += page.count
    intake.report.merge(page.report)
    addToHeader(page.header)
    intake.total = page.total ?? intake.total
    intake.isSearched = page.isSearched
    if settings.isStrict, let remark = intake.remark { leave(.refused("input: \(remark)")) }
    // For a list of the store, all flags were read before its rows.
    guard page.tellsRows, !settings.browsesKeptList else { return }
    flags.add(page.rows, kept: page.stored)
    updateListings()
  }

  mutating func replaceIndex(with names: NameIndex, of list: Int, areAll: Bool) {
    // Arriving rows must not become part of a range that was begun without them.
    endRange()
    index = names
    flags.see(names)
    guard list == intake.pages.generation else { return }
    intake.isStale = false
    if areAll { intake.isComplete = true }
    releaseMissing()
    releaseMissingPicks()
    dropTicks(ofChanged: [])
    submitFirstQuery()
    handleWaiting()
  }

  /// In plain mode, submits the initial query once its rows are loaded.
  mutating func submitFirstQuery() {
    guard let text = firstQuery, !waitsForFirstResult,
      settings.isPaged ? intake.pages.pageCount > 0 : intake.isComplete
    else { return }
    firstQuery = nil
    handle(.submitted(text))
  }

  /// Counts pages once their rows are listed.
  mutating func countPages() {
    guard settings.isPaged, !intake.isStale, searchToMake == nil, let listing else { return }
    // Dropped rows count as well: loading the rows after them must not need a request.
    let rowCount = listing.count + listing.hiddenCount
    pageYield.look(at: intake.pages, rowCount: rowCount, query: query, show: show)
  }

  mutating func wantPageInView() {
    if seesEndOfPages { Pages.reduce(&intake.pages, .nextPageWanted) }
  }

  mutating func perform(_ wanted: Browser.PageCommand) {
    switch wanted {
    case .more:
      pageYield.forget()
      if settings.isPaged ? intake.pages.isExhausted : intake.isComplete {
        notice = .init("no more rows")
      } else if intake.pages.isLoading {
        notice = .init("more rows are being loaded")
      }
      let event: Pages.Event<Browser.PageCursor> =
        intake.pages.lastError == nil ? .nextPageWanted : .retried
      Pages.reduce(&intake.pages, event)
    case .retry:
      if intake.pages.lastError == nil { notice = .init("nothing to retry: no load has failed") }
      Pages.reduce(&intake.pages, .retried)
    case .reload where settings.canStartOver:
      startOver(lookingFor: settings.isPaged ? query : "")
      storeFollowing.signalChange()
    case .reload:
      notice = .init("piped input cannot be read again", isError: true)
    }
  }

  /// Reads the source from its first page; the present rows stay until that page arrives.
  mutating func startOver(lookingFor text: String) {
    if settings.isPaged, text == intake.query {
      selection = nil
      top = nil
    }
    intake.startOver(lookingFor: text)
    // The header lines of the input will be read again.
    header = Self.header(settings.header, settings.glyphs)
  }
}
