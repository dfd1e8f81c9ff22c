import NameIndex

extension Browser {
  /// How a list stands that is loaded page by page, as it is looked at.
  public struct Paging: Equatable, Sendable {
    /// Why a page could not be loaded.
    public struct Failure: Equatable, Sendable {
      /// One line for the user, still untrusted.
      public var reason: String

      /// The longest time until it is tried again without anybody asking; `nil` when it is not.
      public var wait: Duration?

      /// Makes a failure.
      public init(reason: String, wait: Duration? = nil) {
        self.reason = reason
        self.wait = wait
      }
    }

    /// How often loading has begun with the first page.
    public var generation: Int

    /// What the source was asked to look for.
    public var query: String

    /// The pages loaded, whose rows are all among the names.
    public var pageCount = 0

    /// Whether a page is being loaded.
    public var isLoading = false

    /// Why the last page could not be loaded, until it is tried again.
    public var failure: Failure?

    /// The rows of the whole list, if the source knows.
    public var total: Int?

    /// Whether the source looks for the query itself: then all its rows are results, whatever their words.
    public var isSearched = false

    /// Whether the rows are still those from before loading began anew.
    public var isStale = false

    /// Nothing loaded yet.
    public init(generation: Int, query: String) {
      self.generation = generation
      self.query = query
    }
  }

  /// A page that should be loaded because somebody looks at where it would be.
  public struct PageWish: Equatable, Sendable {
    let generation: Int
    let pageCount: Int
  }

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
    mutating func look(at paging: Paging, rowCount: Int, query: String, show: Show) {
      if query != self.query || show != self.show || paging.generation != generation {
        self = PageYield()
        (self.query, self.show, generation) = (query, show, paging.generation)
        // The rows of a page are there a moment before the page counts.
        (pageCount, self.rowCount) = (paging.pageCount, paging.pageCount == 0 ? 0 : rowCount)
      } else if paging.pageCount > pageCount {
        fruitlessPageCount = rowCount > self.rowCount ? 0 : fruitlessPageCount + 1
        (pageCount, self.rowCount) = (paging.pageCount, rowCount)
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

extension Browser.Intake {
  /// Whether nothing more comes unless it is asked for.
  var isAtRest: Bool { isComplete || paging.map { !$0.isLoading } ?? false }
}

// MARK: Queries

extension Browser.State {
  /// The page that should be loading since the end of the rows is in view; `nil` while there is none to load.
  ///
  /// As long as that is so it is wanted: also when a page has come and does not fill the view.
  public var pageWish: Browser.PageWish? {
    guard let paging = intake.paging, !intake.isComplete, !paging.isLoading, paging.failure == nil,
      !settings.isPlain, overlay == nil, endIsInView, pageYield.isFruitful, searchToMake == nil
    else { return nil }
    return .init(generation: paging.generation, pageCount: paging.pageCount)
  }

  /// What a source that searches should be looking for instead of what it was asked for.
  ///
  /// Where rows are printed it is looked for when they are, not while it is typed.
  public var textToLookFor: String? {
    settings.isPlain && waiting.isEmpty ? nil : textNotLookedFor
  }

  private var textNotLookedFor: String? {
    guard let paging = intake.paging, paging.isSearched, paging.query != query else { return nil }
    return query
  }

  /// What the rows are narrowed by here; those that a source has found are results, whatever their words.
  var textToNarrowBy: String {
    guard let paging = intake.paging, paging.isSearched, !paging.isStale else { return query }
    return paging.query == query ? "" : query
  }

  /// What is lit in rows that are listed for a query: where their source has found them, what it looked for.
  func lit(_ listed: NameQuery) -> NameQuery {
    guard let paging = intake.paging, paging.isSearched, !paging.isStale, listed.isEmpty else {
      return listed
    }
    return NameQuery(paging.query, match: settings.match, sensitivity: settings.sensitivity)
  }

  /// Whether rows that are to be printed are still to come from the source's own search.
  var awaitsSource: Bool {
    guard settings.isPlain, let paging = intake.paging else { return false }
    return textNotLookedFor != nil || paging.isLoading && paging.isStale
  }
}

// MARK: Transitions

extension Browser.State {
  /// Takes in how far the names have come; a list that is loaded anew is looked at from its start.
  mutating func take(_ new: Browser.Intake) {
    if let before = intake.paging, let paging = new.paging,
      paging.generation != before.generation, paging.query == before.query
    {
      selection = nil
      top = nil
    }
    intake = new
    releaseMissing()
  }

  /// Looks at what the pages have brought, once their rows are listed.
  mutating func lookAtPages() {
    guard let paging = intake.paging, !paging.isStale, searchToMake == nil, let listing else {
      return
    }
    // Rows that were dropped are out of sight, but those behind them are not to wait for somebody to ask.
    let rowCount = listing.count + listing.hiddenCount
    pageYield.look(at: paging, rowCount: rowCount, query: query, show: show)
  }

  /// Speaks to the source of the pages, if that is of use.
  mutating func perform(_ wanted: Browser.PageOrder) {
    guard case .more = wanted, let paging = intake.paging else { return order(.pages(wanted)) }
    pageYield.forget()
    if intake.isComplete {
      notice = .init("there are no more rows")
    } else {
      order(.pages(paging.failure == nil ? .more : .retry))
    }
  }
}
