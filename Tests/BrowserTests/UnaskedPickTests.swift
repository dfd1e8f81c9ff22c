import Browser
import NameSearch
import Pagination
import TestSupport
import Testing

/// Pickers that end without asking, and rows that are held while others arrive.
struct UnaskedPickTests {
  private func picker(
    _ change: (inout Browser.Settings) -> Void
  ) throws -> BrowserDriver {
    try BrowserDriver {
      $0.purpose = .picking
      $0.isPaged = true  // so that the driver itself loads nothing
      change(&$0)
    }
  }

  private func load(
    _ names: [String], into browser: inout BrowserDriver, isLast: Bool
  ) throws {
    browser.send(.pageRead(.of(count: names.count)))
    browser.send(.indexed(browser.state.index.adding(try NameBatch(names)), areAll: isLast))
    browser.send(
      .pages(.pageLoaded(next: isLast ? nil : .init(searchingFor: "", at: .init(names.count)))))
  }

  @Test func aSingleMatchIsTakenOnceAllNamesAreThere() throws {
    var browser = try picker {
      $0.takesSingleMatch = true
      $0.query = "a"
    }
    browser.type("a")
    #expect(browser.state.waitsForFirstResult)
    try load(["Ada", "Bo"], into: &browser, isLast: false)
    #expect(browser.state.waitsForFirstResult, "another match may come")
    #expect(browser.orders == [])
    try load(["Cy"], into: &browser, isLast: true)
    #expect(browser.orders == ["leave picked(Ada)"])
    #expect(browser.state.waitsForFirstResult, "nothing is shown")
  }

  @Test func twoMatchesAreAskedAboutAtOnce() throws {
    var browser = try picker { $0.takesSingleMatch = true }
    try load(["Ada", "Bo"], into: &browser, isLast: false)
    #expect(!browser.state.waitsForFirstResult)
    #expect(browser.orders == [])
  }

  @Test(arguments: [(true, false), (false, true)])
  func noMatchIsTheEndOnlyWhereThatIsAsked(ends: Bool, asks: Bool) throws {
    var browser = try picker {
      $0.takesSingleMatch = true
      $0.endsWithoutMatch = ends
      $0.query = "x"
    }
    browser.type("x")
    try load(["Ada"], into: &browser, isLast: true)
    #expect(browser.state.waitsForFirstResult == !asks)
    #expect(browser.orders == (ends ? ["leave picked()"] : []))
  }

  @Test func oneMatchIsEnoughToAskWhereOnlyTheLackOfOneEnds() throws {
    var browser = try picker { $0.endsWithoutMatch = true }
    try load(["Ada"], into: &browser, isLast: false)
    #expect(!browser.state.waitsForFirstResult)
  }

  @Test func aFailedPageIsShown() throws {
    var browser = try picker { $0.takesSingleMatch = true }
    try load(["Ada"], into: &browser, isLast: false)
    browser.send(.pages(.pageFailed(PageFailure(reason: "no"))))
    #expect(!browser.state.waitsForFirstResult)
  }

  @Test func inPlainModeTheRowsArePrintedWhenThereIsSomethingToAsk() throws {
    var browser = try picker {
      $0.takesSingleMatch = true
      $0.isPlain = true
      $0.query = "a"
    }
    try load(["Ada", "Al"], into: &browser, isLast: true)
    #expect(!browser.state.waitsForFirstResult)
    #expect(browser.orders.contains { $0.hasPrefix("print A|  1    Ada") })
  }

  // MARK: Rows that still arrive

  @Test func aRowThatWasSeenStaysSelectedWhenOthersArriveBeforeIt() throws {
    var browser = try picker { _ in }
    try load(["Mo"], into: &browser, isLast: false)
    let mo = try #require(browser.state.rowToHold)
    browser.send(.rowSeen(mo))
    #expect(browser.state.rowToHold == nil)
    try load(["Ada"], into: &browser, isLast: false)
    browser.enter()
    #expect(browser.orders == ["leave picked(Mo)"])
  }

  @Test func whereSeveralArePickedTheKeyTakesTheRowThatWasSeen() throws {
    var browser = try picker { $0.mostPicks = .max }
    try load(["Mo"], into: &browser, isLast: false)
    browser.send(.rowSeen(try Name("Mo")))
    try load(["Ada", "Zoe"], into: &browser, isLast: false)
    browser.press(.pickNext, .pickNext)
    browser.enter()
    #expect(browser.orders == ["leave picked(Mo, Zoe)"])
  }

  @Test func aRowThatWasReplacedAtOnceIsNotHeld() throws {
    var browser = try picker { _ in }
    try load(["Mo"], into: &browser, isLast: false)
    let mo = try #require(browser.state.rowToHold)
    try load(["Ada"], into: &browser, isLast: false)
    browser.send(.rowSeen(mo))
    #expect(browser.state.rowToHold?.text == "Ada")
    browser.enter()
    #expect(browser.orders == ["leave picked(Ada)"])
  }

  @Test func anotherQueryBeginsWithItsFirstRow() throws {
    var browser = try picker { _ in }
    try load(["Ada", "Mo"], into: &browser, isLast: false)
    browser.send(.rowSeen(try Name("Ada")))
    browser.type("m")
    #expect(browser.state.rowToHold?.text == "Mo")
    try load([], into: &browser, isLast: true)
    #expect(browser.state.rowToHold == nil, "no row can come before it")
  }

  @Test func whereRowsAreEditedNoneIsSelectedByItself() throws {
    var browser = try picker { $0.purpose = .editing }
    try load(["Ada"], into: &browser, isLast: false)
    #expect(browser.state.rowToHold == nil)
  }
}
