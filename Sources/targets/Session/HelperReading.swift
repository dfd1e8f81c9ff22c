import Browser
import FeedbackLoop
import NameIndex
import PageSources
import Pagination
import TargetStore

// The pages of a helper: loaded as they are looked at, begun anew for another search.

extension Session {
  /// Loads the next page while the end of the rows is in view.
  var paging: Effect {
    Effect(request: \.pageWish) { @MainActor [weak self] _ in
      self?.reading?.loadNextPage()
      return nil
    }
  }

  /// Has a source that searches look for what is typed.
  var searchingSource: Effect {
    Effect(request: \.textToLookFor) { @MainActor [weak self] _ in
      guard let self else { return nil }
      // By number: a text that was taken back in time may be wanted later.
      sourceWishCount += 1
      sourceThrottle.send(sourceWishCount)
      return nil
    }
  }

  /// Begins anew with the text as it is now, unless that is what was asked for.
  func lookForWhatIsTyped() {
    guard case .helper(let pages) = source, let text = loop.state.textToLookFor else { return }
    read(pages, lookingFor: text)
  }

  /// Reads pages from the first; the rows there are stay until it has come.
  func read(_ pages: HelperPages, lookingFor text: String) {
    reading?.stop()
    readingCount += 1
    let number = readingCount
    var report = LineReport()
    var known = KnownRows()
    let reader = PageReader(
      source: MarkedPages(pages: pages.looking(for: text), store: store, list: configuration.list),
      readsAhead: false, retrying: HelperPages.retryPolicy,
      clock: RestingClock(),
      onPage: { [weak self] page in
        report.merge(page.rows.lines.report)
        await self?.take(page, page.rows.newRows(&known).map(\.row), report, of: number)
      },
      onChange: { [weak self] state in self?.pagesChanged(state, of: number) })
    reading = NameReading(reader, canStartOver: true) { [weak self] in
      guard let self else { return }
      read(pages, lookingFor: loop.state.query)
    }
    intakeChanged {
      var paging = Browser.Paging(generation: number, query: text)
      paging.isSearched = $0.paging?.isSearched ?? false
      paging.isStale = number > 1
      paging.isLoading = true
      $0 = .init()
      $0.paging = paging
    }
    reader.loadNextPage()
  }

  /// Takes the rows of a page; returns when they are among the names.
  private func take(
    _ page: MarkedPages.Contents, _ rows: [Browser.SourceRow], _ report: LineReport, of number: Int
  ) async {
    guard number == readingCount else { return }
    refuseIfStrict(report)
    loop.send(.rowsOfSource(rows, kept: page.kept))
    intakeChanged {
      $0.paging?.isSearched = page.rows.isSearched
      if let total = page.rows.total { $0.paging?.total = total }
    }
    await indexer.put(NameBatch(of: rows), of: number)
    guard number == readingCount else { return }
    count(page.rows.notes.count, report)
  }

  private func pagesChanged(_ state: Pages.State<HelperPages.Cursor>, of number: Int) {
    guard number == readingCount else { return }
    let isFirst = loop.state.intake.paging?.pageCount == 0 && state.pageCount > 0
    intakeChanged {
      $0.paging?.pageCount = state.pageCount
      $0.paging?.isLoading = state.isLoading
      $0.paging?.failure = state.lastError.map { .init(reason: $0.reason, wait: state.wait) }
      $0.isComplete = state.isExhausted
    }
    if state.isExhausted { Task { await indexer.finish() } }
    if isFirst { submitFirstQuery() }
  }
}

extension Pages.State {
  /// The longest time until the failed page is read again by itself.
  fileprivate var wait: Duration? {
    retry(by: HelperPages.retryPolicy).map {
      HelperPages.retryPolicy.delay(before: $0, chance: 0)
    }
  }
}
