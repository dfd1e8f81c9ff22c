import Edits
import NameIndex
import TerminalText
import TestSupport
import Testing

@testable import Browser

/// A list that is loaded page by page, as it is looked at.
struct PagingTests {
  private func open(rows: Int = 12, columns: Int = 60) throws -> BrowserDriver {
    var browser = try BrowserDriver(rows: rows, columns: columns) { $0.browsesKeptList = false }
    browser.beginPages()
    return browser
  }

  private func names(_ range: Range<Int>, _ prefix: String = "Row") -> [String] {
    range.map { "\(prefix) \($0 + 1000)" }
  }

  // MARK: Loading

  @Test func theNextPageIsWantedUntilTheViewIsFull() throws {
    var browser = try open()
    #expect(browser.state.pageWish == nil)
    try browser.load(names(0..<3))
    let first = try #require(browser.state.pageWish)
    try browser.load(names(3..<5))
    let second = try #require(browser.state.pageWish)
    #expect(second != first)
    try browser.load(names(5..<40))
    #expect(browser.state.pageWish == nil)
  }

  @Test func theEndInViewMakesThePageWanted() throws {
    var browser = try open()
    try browser.load(names(0..<40))
    #expect(browser.state.pageWish == nil)
    browser.press(.lastRow)
    #expect(browser.state.pageWish != nil)
    browser.press(.help)
    #expect(browser.state.pageWish == nil)
    browser.press(.help)
    browser.startPage()
    #expect(browser.state.pageWish == nil)
    try browser.load(names(40..<80))
    #expect(browser.state.pageWish == nil)
    browser.press(.lastRow)
    try browser.load(names(80..<90), isLast: true)
    browser.press(.lastRow)
    #expect(browser.state.pageWish == nil)
    #expect(browser.screen()[10] == "all 90 rows")
  }

  @Test func threePagesWithoutAMatchAreEnough() throws {
    var browser = try open()
    try browser.load(names(0..<50))
    browser.type("other")
    for page in 1...3 {
      #expect(browser.state.pageWish != nil)
      try browser.load(names(50 * page..<50 * page + 50), total: 1204)
    }
    #expect(browser.state.pageWish == nil)
    #expect(browser.screen()[0] == "  no match among 200 of 1,204 rows loaded — M-m loads on")
    browser.press(.more)
    #expect(browser.orders.contains("pages more"))
    #expect(browser.state.pageWish != nil)
    try browser.load(["Other 1", "Other 2"])
    #expect(browser.state.pageWish != nil)
    #expect(browser.names == ["Other 1", "Other 2"])
    browser.type("another")
    #expect(browser.state.pageWish != nil)
  }

  @Test func whatMatchesNothingSoFarIsNotSaidToMatchNothing() throws {
    var browser = try open()
    try browser.load(names(0..<50))
    browser.type("other")
    browser.startPage()
    #expect(browser.screen()[0] == "  ⠋ no match among 50 loaded rows, loading…")
    browser.enter()
    #expect(browser.state.notice?.text == "no match among 50 loaded rows — M-m loads on")
    try browser.load(names(50..<60), isLast: true)
    #expect(browser.screen()[0] == "  no name has a word that starts so")
  }

  // MARK: The end of the rows

  @Test func theLastRowHasTheLineOfThoseToComeBelowIt() throws {
    var browser = try open(rows: 8)
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

  @Test func aPageThatFailedKeepsTheRowsAndSaysWhatHelps() throws {
    var browser = try open(rows: 8)
    try browser.load(names(0..<2), total: 9)
    browser.fail("the server at some address in a far country is busy", wait: .milliseconds(1500))
    #expect(browser.screen()[2].hasPrefix("    the server"))
    #expect(browser.screen()[2].hasSuffix("… — again within 2 s, or :retry"))
    browser.fail("the server at some address in a far country is not there")
    #expect(browser.state.pageWish == nil)
    #expect(
      browser.screen() == [
        "R     Row 1000                                             2", "      Row 1001",
        "    the server at some address in a far country is… — :retry", "", "",
        String(repeating: "─", count: 60), "2 of 9 rows loaded · a page failed, :retry", "targets>",
      ])
    browser.enter(":retry")
    browser.enter(":more")
    #expect(browser.orders.filter { $0 == "pages retry" }.count == 2)
  }

  @Test func aListLoadedAnewIsLookedAtFromItsStart() throws {
    var browser = try open()
    try browser.load(names(0..<50))
    browser.press(.lastRow)
    browser.beginPages(generation: 2)
    #expect(browser.names.count == 50)
    #expect(browser.state.selection == nil && browser.state.top == nil)
    browser.replace(with: try batch(names(50..<60)))
    #expect(browser.names == names(50..<60))
  }

  private func batch(_ names: [String]) throws -> NameBatch {
    var batch = NameBatch()
    for name in names { batch.append(try Name(name)) }
    return batch
  }

  // MARK: A source that searches

  @Test func aSourceThatSearchesIsAskedAndItsRowsAreNotNarrowed() throws {
    var browser = try open()
    browser.beginPages(generation: 1, isSearched: true)
    try browser.load(["Arya", "Bran", "Sansa"])
    #expect(browser.state.textToLookFor == nil)
    browser.type("ar")
    #expect(browser.state.textToLookFor == "ar")
    #expect(browser.names == ["Arya"])
    browser.beginPages(query: "ar", generation: 2, isSearched: true)
    #expect(browser.state.textToLookFor == nil)
    #expect(browser.names == ["Arya"])
    browser.replace(with: try batch(["Arya", "Edda"]))
    #expect(browser.names == ["Arya", "Edda"])
    browser.type("")
    #expect(browser.state.textToLookFor == "")
  }

  @Test func rowsThatAreToBePrintedWaitForTheSource() throws {
    var browser = try BrowserDriver(rows: 12) {
      $0.browsesKeptList = false
      $0.isPlain = true
    }
    browser.beginPages(isSearched: true)
    try browser.load(["Arya", "Bran"])
    #expect(browser.state.pagingNotice?.text == "2 loaded rows — :more loads on")
    browser.type("e")
    #expect(browser.state.textToLookFor == nil)
    browser.enter("e")
    #expect(browser.state.textToLookFor == "e")
    #expect(browser.orders == [])
    browser.beginPages(query: "e", generation: 2, isSearched: true)
    browser.replace(with: try batch(["Edda"]))
    try browser.load([], isLast: true)
    #expect(browser.orders.contains("print E|  1    Edda"))
  }

  // MARK: Holding on

  @Test(arguments: UInt64(0)..<40)
  func pagesThatArriveMoveNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = names(0..<400).shuffled(using: &random)
    var browser = try open()
    try browser.load(Array(all[..<40]))
    for page in 1..<10 {
      for _ in 0..<Int.random(in: 1..<30, using: &random) { browser.press(.nextRow) }
      let place = browser.screen().firstIndex { $0.contains("▸") }
      let (selection, top) = (browser.state.selection, browser.state.top)
      try browser.load(Array(all[40 * page..<40 * page + 40]))
      #expect(browser.state.selection == selection)
      // Rows may come between the top and the selected one; then the view moves by no more than it must.
      let now = browser.screen().firstIndex { $0.contains("▸") }
      #expect(now != nil)
      if browser.state.top == top, place == 0 { #expect(now == 0) }
    }
    #expect(browser.names == all.sorted())
  }
}

// MARK: What a session does

extension BrowserDriver {
  /// Loading begins with the first page.
  mutating func beginPages(query: String = "", generation: Int = 1, isSearched: Bool = false) {
    var intake = Browser.Intake()
    intake.paging = .init(generation: generation, query: query)
    intake.paging?.isSearched = isSearched
    intake.paging?.isStale = generation > 1
    intake.paging?.isLoading = true
    send(.intakeChanged(intake))
  }

  mutating func startPage() {
    changePaging { $0.isLoading = true }
  }

  mutating func fail(_ reason: String, wait: Duration? = nil) {
    startPage()
    changePaging {
      $0.isLoading = false
      $0.failure = .init(reason: reason, wait: wait)
    }
  }

  /// A page arrives: its rows first, then the word that it is complete.
  mutating func load(_ names: [String], total: Int? = nil, isLast: Bool = false) throws {
    load(try names.map { .init(name: try Name($0)) }, total: total)
    guard isLast else { return }
    var intake = state.intake
    intake.isComplete = true
    send(.intakeChanged(intake))
  }

  mutating func load(_ rows: [Browser.SourceRow], total: Int? = nil) {
    startPage()
    send(.rowsOfSource(rows, kept: [:]))
    var batch = NameBatch()
    for row in rows { batch.append(row.name) }
    send(.indexed(state.index.adding(batch)))
    changePaging {
      $0.isLoading = false
      $0.pageCount += 1
      $0.total = total ?? $0.total
    }
  }

  /// The first page of a list that is loaded anew arrives.
  mutating func replace(with batch: NameBatch) {
    send(.indexed(NameIndex(order: state.index.order).adding(batch)))
    changePaging { $0.isStale = false }
    changePaging {
      $0.isLoading = false
      $0.pageCount += 1
    }
  }

  private mutating func changePaging(_ change: (inout Browser.Paging) -> Void) {
    var intake = state.intake
    if var paging = intake.paging {
      change(&paging)
      intake.paging = paging
    }
    send(.intakeChanged(intake))
  }
}
