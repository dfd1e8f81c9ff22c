import NameSearch
import Pagination
import TestSupport
import Testing

@testable import Browser

/// How names arrive, as a story of events without source and clock.
struct IntakeTests {
  @Test func anUnpagedSourceIsReadToItsEnd() throws {
    var state = Browser.State(settings: Browser.Settings(), order: NameOrder())
    #expect(state.pageToLoad?.cursor == .init(searchingFor: ""))
    Browser.reduce(
      &state, .intake(.pages(.pageLoaded(next: .init(searchingFor: "", at: AnyPageCursor(1))))))
    #expect(state.pageToLoad?.cursor == .init(searchingFor: "", at: AnyPageCursor(1)))
    Browser.reduce(&state, .intake(.pages(.pageLoaded(next: nil))))
    #expect(state.pageToLoad == nil)
    #expect(!state.intake.isComplete)
    Browser.reduce(&state, .list(.indexed(try NameIndex(["Ada"]), areAll: true)))
    #expect(state.intake.isComplete)
  }

  @Test func beforeTheEndOfTheInputNoRowMatchesYet() throws {
    var browser = try BrowserDriver(["Arya"], areAll: false)
    browser.enter("zz")
    #expect(browser.state.notice?.text == "no match yet")
    browser.enter("a | b")
    #expect(browser.state.notice?.text.hasPrefix("no match yet; every word must match") == true)
  }

  @Test func aFailedPageIsRetriedOnRequest() throws {
    var browser = try BrowserDriver(columns: 100) { $0.pages() }
    browser.fail("no way there")
    let before = try #require(browser.state.intake.pages.lastError)
    #expect(before.reason == "no way there")
    #expect(browser.state.pageToRetry == nil)
    browser.enter(":retry")
    #expect(browser.state.pageToLoad?.attempt == 1)
    browser.send(.intake(.pages(.pageFailed(PageFailure(reason: "busy")))))
    let retry = try #require(browser.state.pageToRetry)
    browser.send(.intake(.pages(.backOffElapsed)))
    #expect(browser.state.pageToLoad?.attempt == 2)
    browser.send(.intake(.pages(.pageFailed(PageFailure(reason: "busy")))))
    #expect(browser.state.pageToRetry?.number == retry.number + 1)
  }

  @Test func anotherTextStartsOverAndLateNamesAreIgnored() throws {
    var browser = try BrowserDriver(columns: 100) { $0.pages() }
    browser.beginPages(isSearched: true)
    try browser.load(["Arya", "Bran"])
    browser.type("ar")
    #expect(browser.state.textToLookFor == "ar")
    browser.send(.intake(.textSettled("ar")))
    let wanted = try #require(browser.state.pageToLoad)
    #expect(wanted.cursor == .init(searchingFor: "ar"))
    #expect(wanted.generation == 1)
    // If names of the previous list arrive, they are shown, filtered, until the wanted ones have arrived.
    browser.send(.list(.indexed(try NameIndex(["Arya", "Bran", "Edda"]), of: 0)))
    #expect(browser.state.intake.isStale)
    #expect(browser.names == ["Arya"])
    browser.send(.list(.indexed(try NameIndex(["Mary"]), of: 1)))
    #expect(!browser.state.intake.isStale)
    #expect(browser.names == ["Mary"])
  }

  @Test func aSkippedLineEndsAStrictSession() throws {
    var browser = try BrowserDriver { $0.isStrict = true }
    browser.send(.intake(.pageRead(.of(count: 1))))
    #expect(browser.orders == [])
    browser.send(.intake(.pageRead(.of(count: 1, leftOut: 1))))
    #expect(browser.orders == [#"leave refused("input: 1 line skipped (1 empty: line 1)")"#])
  }

  @Test func theFirstQueryIsPrintedOnceAllNamesAreSorted() throws {
    var browser = try BrowserDriver {
      $0.isPlain = true
      $0.query = "b"
      $0.isPaged = true
    }
    #expect(browser.orders == [])
    try browser.load(["Ada", "Bo"])
    #expect(browser.orders.contains("print B|  1    Bo"))
    let count = browser.orders.count
    try browser.load(["Bran"])
    #expect(browser.orders.count == count)
  }

  @Test func aPipeIsNotReadAgain() throws {
    var browser = try BrowserDriver(["Ada"]) { $0.canStartOver = false }
    browser.enter(":reload")
    #expect(browser.state.notice?.text == "piped input cannot be read again")
    #expect(browser.state.pageToLoad == nil)
    #expect(browser.names == ["Ada"])
  }

  @Test func filesAreWrittenOneAfterAnother() throws {
    var browser = try BrowserDriver(["Ada"])
    browser.enter(":save a")
    browser.enter(":save b")
    #expect(browser.state.listingToSave?.path == "a")
    let first = try #require(browser.state.listingToSave)
    browser.send(.storing(.saved(number: first.number, .init("1 row written to a"))))
    #expect(browser.state.notice?.text == "1 row written to a")
    #expect(browser.state.listingToSave?.path == "b")
    let second = try #require(browser.state.listingToSave)
    browser.send(.storing(.saved(number: second.number, .init("no space", isError: true))))
    #expect(browser.state.listingToSave == nil)
  }
}
