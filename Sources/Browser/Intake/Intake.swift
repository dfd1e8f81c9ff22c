package import ListModel
import NameSearch
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

    /// In plain mode, the initial query, until its rows can be printed.
    var firstQuery: String?

    /// Whether loading more pages brings rows.
    var yield = PageYield()

    package enum Event: Sendable {
      case pageRead(RowBatch)
      case pages(Pages.Event<PageCursor>)
      case textSettled(String)
    }

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
      (new.isSearched, new.firstQuery, new.yield) = (isSearched, firstQuery, yield)
      new.isStale = true
      Pages.reduce(&new.pages, .redirected(to: PageCursor(searchingFor: text)))
      self = new
    }
  }

  package enum PageCommand: Sendable {
    case more, retry, reload
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
    return settings.isPaged && !intake.isComplete && intake.failure == nil
      && intake.yield.isFruitful
  }

  /// Whether the end of the rows is in view, as it remains until pages fill the view.
  private var seesEndOfPages: Bool {
    settings.isPaged && !settings.isPlain && cover.overlay == nil && view.endIsInView
      && intake.yield.isFruitful
      && searchToMake == nil
  }

  /// The new query for a source that searches itself; in plain mode only when rows must be printed.
  package var textToLookFor: String? {
    settings.isPlain && prompt.waiting.isEmpty && !picking.waitsForFirstResult
      ? nil : textNotLookedFor
  }

  private var textNotLookedFor: String? {
    settings.isPaged && intake.isSearched && intake.query != prompt.query ? prompt.query : nil
  }

  /// The text to filter by in this program; rows that the source found need not contain its words.
  var textToNarrowBy: String {
    guard intake.isSearched, !intake.isStale else { return prompt.query }
    return intake.query == prompt.query ? "" : prompt.query
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
  mutating func apply(_ event: Browser.Intake.Event) {
    switch event {
    case .pageRead(let page): add(page)
    case .pages(let event): apply(event)
    case .textSettled(let text): startOver(lookingFor: text)
    }
  }

  private mutating func apply(_ event: Pages.Event<Browser.PageCursor>) {
    Pages.reduce(&intake.pages, event)
    // A source without pages is read to its end without requests.
    if !settings.isPaged, case .pageLoaded = event { Pages.reduce(&intake.pages, .nextPageWanted) }
    submitFirstQuery()
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
    list.flags.add(page.rows, kept: page.stored)
    list.updateListings()
  }

  mutating func replaceIndex(with names: NameIndex, of generation: Int, areAll: Bool) {
    // Arriving rows must not become part of a range that was begun without them.
    endRange()
    list.index = names
    list.flags.see(names)
    guard generation == intake.pages.generation else { return }
    intake.isStale = false
    if areAll { intake.isComplete = true }
    releaseMissing()
    releaseMissingPicks()
    dropTicks(ofChanged: [])
    submitFirstQuery()
  }

  /// In plain mode, submits the initial query once its rows are loaded.
  mutating func submitFirstQuery() {
    guard let text = intake.firstQuery, !picking.waitsForFirstResult,
      settings.isPaged ? intake.pages.pageCount > 0 : intake.isComplete
    else { return }
    intake.firstQuery = nil
    handle(.submitted(text))
  }

  /// Counts pages once their rows are listed.
  mutating func countPages() {
    guard settings.isPaged, !intake.isStale, searchToMake == nil, let listing = list.listing else {
      return
    }
    // Dropped rows count as well: loading the rows after them must not need a request.
    let rowCount = listing.count + listing.hiddenCount
    intake.yield.look(at: intake.pages, rowCount: rowCount, query: prompt.query, show: list.show)
  }

  mutating func wantPageInView() {
    if seesEndOfPages { Pages.reduce(&intake.pages, .nextPageWanted) }
  }

  mutating func perform(_ wanted: Browser.PageCommand) {
    switch wanted {
    case .more:
      intake.yield.forget()
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
      startOver(lookingFor: settings.isPaged ? prompt.query : "")
      following.signalChange()
    case .reload:
      notice = .init("piped input cannot be read again", isError: true)
    }
  }

  /// Reads the source from its first page; the present rows stay until that page arrives.
  mutating func startOver(lookingFor text: String) {
    if settings.isPaged, text == intake.query {
      view.selection = nil
      view.top = nil
    }
    intake.startOver(lookingFor: text)
    // The header lines of the input will be read again.
    view.header = Self.header(settings.header, settings.glyphs)
  }
}
