import NameSearch
package import Pagination

extension Browser {
  /// What has come of the pages loaded while one and the same thing was looked for.
  struct PageYield: Equatable, Sendable {
    /// After so many pages in a row that brought no row to look at, more are loaded only when asked for.
    static let mostFruitlessPages = 3

    private var query = ""
    private var show = Show.all
    private var generation = 0
    private var pageCount = 0
    private var rowCount = 0
    private var fruitlessPageCount = 0

    /// Whether it is of use to load on unasked.
    var isFruitful: Bool { fruitlessPageCount < Self.mostFruitlessPages }

    /// Counts a page that was loaded since the last look.
    mutating func look(
      at pages: Pages.State<PageCursor>, rowCount: Int, query: String, show: Show
    ) {
      if query != self.query || show != self.show || pages.generation != generation {
        self = PageYield()
        (self.query, self.show, generation) = (query, show, pages.generation)
        // The rows of a page are there a moment before the page counts.
        (pageCount, self.rowCount) = (pages.pageCount, pages.pageCount == 0 ? 0 : rowCount)
      } else if pages.pageCount > pageCount {
        fruitlessPageCount = rowCount > self.rowCount ? 0 : fruitlessPageCount + 1
        (pageCount, self.rowCount) = (pages.pageCount, rowCount)
      } else {
        self.rowCount = min(self.rowCount, rowCount)
      }
    }

    /// Begins to count anew: somebody has asked for more.
    mutating func forget() {
      fruitlessPageCount = 0
    }
  }
}

// MARK: Queries

extension Browser.State {
  /// The page that should be loading now, or `nil`.
  package var pageToLoad: PageRequest<Browser.PageCursor>? { intake.pages.request }

  /// The failed page that is tried again by itself, or `nil`.
  package var pageToRetry: PageRetry? {
    settings.retryPolicy.flatMap { intake.pages.retry(by: $0) }
  }

  /// Whether a page should be loading because the place where it belongs is in view.
  ///
  /// As long as that is so it is wanted: also when a page has come and does not fill the view.
  private var seesEndOfPages: Bool {
    settings.isPaged && !settings.isPlain && overlay == nil && endIsInView && pageYield.isFruitful
      && searchToMake == nil
  }

  /// What a source that searches should be looking for instead of what it was asked for.
  ///
  /// Where rows are printed it is looked for when they are, not while it is typed.
  package var textToLookFor: String? {
    settings.isPlain && waiting.isEmpty ? nil : textNotLookedFor
  }

  private var textNotLookedFor: String? {
    settings.isPaged && intake.isSearched && intake.query != query ? query : nil
  }

  /// What the rows are narrowed by here; those that a source has found are results, whatever their words.
  var textToNarrowBy: String {
    guard intake.isSearched, !intake.isStale else { return query }
    return intake.query == query ? "" : query
  }

  /// What is lit in rows that are listed for a query: where their source has found them, what it looked for.
  func lit(_ listed: NameQuery) -> NameQuery {
    guard intake.isSearched, !intake.isStale, listed.isEmpty else { return listed }
    return NameQuery(intake.query, match: settings.match, sensitivity: settings.sensitivity)
  }

  /// Whether rows that are to be printed are still to come from the source's own search.
  var awaitsSource: Bool {
    guard settings.isPlain, settings.isPaged else { return false }
    return textNotLookedFor != nil || intake.pages.isLoading && intake.isStale
  }
}

// MARK: Transitions

extension Browser.State {
  /// Takes in what has become of a page.
  mutating func take(_ event: Pages.Event<Browser.PageCursor>) {
    Pages.reduce(&intake.pages, event)
    // What costs nothing to read is read to its end.
    if !settings.isPaged, case .pageLoaded = event { Pages.reduce(&intake.pages, .nextPageWanted) }
    submitFirstQuery()
    takeWaiting()
  }

  /// Takes in what a page brings, before its names are listed.
  mutating func take(_ news: Browser.PageNews) {
    intake.count += news.count
    intake.remark = news.remark
    intake.total = news.total ?? intake.total
    intake.isSearched = news.isSearched
    if settings.isStrict, let remark = news.remark { leave(.refused("input: \(remark)")) }
    if news.rows.isEmpty, news.kept.isEmpty { return }
    flags.add(news.rows, kept: news.kept)
    for row in news.rows { details[row.name] = row.detail }
    updateListings()
  }

  /// Takes in the names as they are sorted.
  mutating func take(_ names: NameIndex, of list: Int, areAll: Bool) {
    index = names
    guard list == intake.pages.generation else { return }
    intake.isStale = false
    if areAll { intake.isComplete = true }
    releaseMissing()
    submitFirstQuery()
    takeWaiting()
  }

  /// Where rows are printed, asks for those of the query that was given at the start, once there are any.
  private mutating func submitFirstQuery() {
    guard let text = firstQuery, settings.isPaged ? intake.pages.pageCount > 0 : intake.isComplete
    else { return }
    firstQuery = nil
    take(.submitted(text))
  }

  /// Looks at what the pages have brought, once their rows are listed.
  mutating func lookAtPages() {
    guard settings.isPaged else { return }
    if !intake.isStale, searchToMake == nil, let listing {
      // Rows that were dropped are out of sight, but those behind them are not to wait for somebody to ask.
      let rowCount = listing.count + listing.hiddenCount
      pageYield.look(at: intake.pages, rowCount: rowCount, query: query, show: show)
    }
  }

  /// Wants the page whose place is in view.
  mutating func wantPageInView() {
    if seesEndOfPages { Pages.reduce(&intake.pages, .nextPageWanted) }
  }

  /// Speaks to the source of the pages, if that is of use.
  mutating func perform(_ wanted: Browser.PageCommand) {
    switch wanted {
    case .more:
      pageYield.forget()
      if settings.isPaged, intake.pages.isExhausted { notice = .init("there are no more rows") }
      let event: Pages.Event<Browser.PageCursor> =
        intake.pages.lastError == nil ? .nextPageWanted : .retried
      Pages.reduce(&intake.pages, event)
    case .retry:
      Pages.reduce(&intake.pages, .retried)
    case .reload where settings.canStartOver:
      startOver(lookingFor: settings.isPaged ? query : "")
      storeFollowing.wantLook()
    case .reload:
      notice = .init("what came through a pipe cannot be read again", isError: true)
    }
  }

  /// Reads the source from its first page; the rows there are stay until that has come.
  mutating func startOver(lookingFor text: String) {
    if settings.isPaged, text == intake.query {
      selection = nil
      top = nil
    }
    intake.startOver(lookingFor: text)
  }
}
