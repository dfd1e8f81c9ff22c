import LibraryTestSupport
import ListModel
import NameSearch
import Pagination
import TerminalText
import TestSupport
import Testing

@testable import Browser

/// A list that is loaded page by page, as it is viewed.
struct PagingTests {
  private func names(_ range: Range<Int>, _ prefix: String = "Row") -> [String] {
    range.map { "\(prefix) \($0 + 1000)" }
  }

  // MARK: Loading

  @Test func theNextPageIsWantedUntilTheViewIsFull() throws {
    var browser = try BrowserDriver.paged()
    #expect(browser.state.pageToLoad?.pageNumber == 0)
    try browser.load(names(0..<3))
    let first = try #require(browser.state.pageToLoad)
    try browser.load(names(3..<5))
    let second = try #require(browser.state.pageToLoad)
    #expect(second != first)
    try browser.load(names(5..<40))
    #expect(browser.state.pageToLoad == nil)
  }

  @Test func aPageIsWantedWhenTheEndIsInView() throws {
    var browser = try BrowserDriver.paged()
    try browser.load(names(0..<40))
    #expect(browser.state.pageToLoad == nil)
    browser.press(.lastRow)
    #expect(browser.state.pageToLoad != nil)
    try browser.load(names(40..<80))
    #expect(browser.state.pageToLoad == nil)
    browser.press(.lastRow)
    try browser.load(names(80..<90), isLast: true)
    browser.press(.lastRow)
    #expect(browser.state.pageToLoad == nil)
    #expect(browser.status == "all 90 rows")
  }

  @Test func threePagesWithoutAMatchStopLoading() throws {
    var browser = try BrowserDriver.paged()
    try browser.load(names(0..<50))
    browser.type("other")
    for page in 1...3 {
      #expect(browser.state.pageToLoad != nil)
      try browser.load(names(50 * page..<50 * page + 50), total: 1204)
    }
    #expect(browser.state.pageToLoad == nil)
    #expect(browser.screen()[0] == "  no match among 200 of 1,204 rows loaded — M-m to load more")
    browser.press(.more)
    #expect(browser.state.pageToLoad != nil)
    try browser.load(["Other 1", "Other 2"])
    #expect(browser.state.pageToLoad != nil)
    #expect(browser.names == ["Other 1", "Other 2"])
    browser.type("another")
    #expect(browser.state.pageToLoad != nil)
  }

  /// When the first page was viewed makes no difference.
  @Test(arguments: [0, 1])
  func threePagesWithoutAMatchStopLoadingWheneverTheyAreViewed(lookedFrom: Int) {
    var pages = Pages.State(firstCursor: Browser.PageCursor(searchingFor: "", at: nil))
    var pageYield = Browser.PageYield()
    var pageCount = 0
    while pageYield.isFruitful, pageCount < 9 {
      if pageCount >= lookedFrom { pageYield.look(at: pages, rowCount: 0, query: "x", show: .all) }
      if !pageYield.isFruitful { break }
      Pages.reduce(&pages, .nextPageWanted)
      Pages.reduce(&pages, .pageLoaded(next: .init(searchingFor: "", at: .init(pageCount))))
      pageCount += 1
    }
    #expect(pageCount == 3)
  }

  @Test func noMatchIsNotReportedBeforeTheEnd() throws {
    var browser = try BrowserDriver.paged()
    try browser.load(names(0..<50))
    browser.type("other")
    browser.startPage()
    #expect(browser.screen()[0] == "  ⠋ no match among 50 loaded rows, loading…")
    browser.enter()
    #expect(browser.state.notice?.text == "no match among 50 loaded rows — M-m to load more")
    try browser.load(names(50..<60), isLast: true)
    #expect(browser.screen()[0] == "  no row matches")
  }

  // MARK: The end of the rows

  @Test func theLoadingLineIsBelowTheLastRow() throws {
    var browser = try BrowserDriver.paged(rows: 8)
    try browser.load(names(0..<20))
    browser.press(.lastRow)
    browser.startPage()
    #expect(
      browser.screen() == [
        "R     Row 1016                                            20", "      Row 1017",
        "      Row 1018", "  ▸   Row 1019", "    ⠋ loading…", String(repeating: "─", count: 60),
        "20 loaded rows · ⠋ loading…", "targets>",
      ])
  }

  @Test func aFailedPageKeepsTheRowsAndNamesARemedy() throws {
    var browser = try BrowserDriver.paged(rows: 8)
    try browser.load(names(0..<2), total: 9)
    browser.fail("the server at some address in a far country is busy", wait: .milliseconds(1500))
    #expect(browser.screen()[2].hasPrefix("    the server"))
    #expect(browser.screen()[2].hasSuffix("… — retrying within 2 s, or :retry"))
    browser.fail("the server at some address in a far country is not there")
    #expect(browser.state.pageToLoad == nil)
    #expect(
      browser.screen() == [
        "R     Row 1000                                             2", "      Row 1001",
        "    the server at some address in a far country is… — :retry", "", "",
        String(repeating: "─", count: 60),
        "2 of 9 rows loaded · a page failed; :retry to try again", "targets>",
      ])
    for command in [":retry", ":more"] {
      browser.enter(command)
      #expect(browser.state.pageToLoad?.pageNumber == 1)
      browser.fail("it is not there")
    }
  }

  @Test func aReloadedListIsShownFromItsStart() throws {
    var browser = try BrowserDriver.paged()
    try browser.load(names(0..<50))
    browser.press(.lastRow)
    browser.beginPages(generation: 2)
    #expect(browser.names.count == 50)
    #expect(browser.state.view.selection == nil && browser.state.view.top == nil)
    browser.replace(with: try NameBatch(names(50..<60)))
    #expect(browser.names == names(50..<60))
  }

  // MARK: A source that searches

  @Test func rowsOfASourceThatSearchesAreNotFiltered() throws {
    var browser = try BrowserDriver.paged()
    browser.beginPages(generation: 1, isSearched: true)
    try browser.load(["Arya", "Bran", "Sansa"])
    #expect(browser.state.textToLookFor == nil)
    browser.type("ar")
    #expect(browser.state.textToLookFor == "ar")
    #expect(browser.names == ["Arya"])
    browser.beginPages(query: "ar", generation: 2, isSearched: true)
    #expect(browser.state.textToLookFor == nil)
    #expect(browser.names == ["Arya"])
    browser.replace(with: try NameBatch(["Arya", "Edda"]))
    #expect(browser.names == ["Arya", "Edda"])
    browser.type("")
    #expect(browser.state.textToLookFor == "")
  }

  @Test func printingWaitsForTheSource() throws {
    var browser = try BrowserDriver(rows: 12) {
      $0.pages()
      $0.isPlain = true
    }
    browser.beginPages(isSearched: true)
    try browser.load(["Arya", "Bran"])
    #expect(browser.state.pagingNotice?.text == "2 loaded rows — :more to load more")
    browser.type("e")
    #expect(browser.state.textToLookFor == nil)
    browser.enter("e")
    #expect(browser.state.textToLookFor == "e")
    #expect(browser.orders == [])
    browser.beginPages(query: "e", generation: 2, isSearched: true)
    browser.replace(with: try NameBatch(["Edda"]))
    try browser.load([] as [String], isLast: true)
    #expect(browser.orders.contains("print E|  1    Edda"))
  }

  // MARK: Holding on

  @Test(arguments: UInt64(0)..<40)
  func arrivingPagesDoNotMoveTheView(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = names(0..<400).shuffled(using: &random)
    var browser = try BrowserDriver.paged()
    try browser.load(Array(all[..<40]))
    for page in 1..<10 {
      browser.press(.nextRow, times: Int.random(in: 1..<30, using: &random))
      let place = browser.screen().firstIndex { $0.contains("▸") }
      let (selection, top) = (browser.state.view.selection, browser.state.view.top)
      try browser.load(Array(all[40 * page..<40 * page + 40]))
      #expect(browser.state.view.selection == selection)
      // Rows may arrive between the first row in view and the selected one; then the view moves
      // only as far as necessary.
      let now = browser.screen().firstIndex { $0.contains("▸") }
      #expect(now != nil)
      if browser.state.view.top == top, place == 0 { #expect(now == 0) }
    }
    #expect(browser.names == all.sorted())
  }
}
