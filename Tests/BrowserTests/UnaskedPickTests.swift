import Browser
import NameSearch
import Pagination
import TestSupport
import Testing

/// Pickers that end without asking, and rows that are held while others arrive.
struct UnaskedPickTests {
  private func picker(
    _ change: (inout Browser.Settings) throws -> Void
  ) throws -> BrowserDriver {
    try BrowserDriver {
      $0.purpose = .picking
      $0.isPaged = true  // so that the driver itself loads nothing
      try change(&$0)
    }
  }

  private func load(
    _ names: [String], into browser: inout BrowserDriver, isLast: Bool
  ) throws {
    browser.send(.intake(.pageRead(.of(count: names.count))))
    browser.send(
      .list(.indexed(browser.state.list.index.adding(try NameBatch(names)), areAll: isLast)))
    browser.send(
      .intake(
        .pages(.pageLoaded(next: isLast ? nil : .init(searchingFor: "", at: .init(names.count))))))
  }

  @Test func aSingleMatchIsAcceptedOnceAllNamesHaveArrived() throws {
    var browser = try picker {
      $0.takesSingleMatch = true
      $0.query = "a"
    }
    browser.type("a")
    #expect(browser.state.picking.waitsForFirstResult)
    try load(["Ada", "Bo"], into: &browser, isLast: false)
    #expect(browser.state.picking.waitsForFirstResult, "another match may come")
    #expect(browser.orders == [])
    try load(["Cy"], into: &browser, isLast: true)
    #expect(browser.orders == ["leave picked(Ada)"])
    #expect(browser.state.picking.waitsForFirstResult, "nothing is shown")
  }

  @Test func twoMatchesOpenThePickerAtOnce() throws {
    var browser = try picker { $0.takesSingleMatch = true }
    try load(["Ada", "Bo"], into: &browser, isLast: false)
    #expect(!browser.state.picking.waitsForFirstResult)
    #expect(browser.orders == [])
  }

  @Test(arguments: [(true, false), (false, true)])
  func noMatchEndsThePickerOnlyOnRequest(ends: Bool, asks: Bool) throws {
    var browser = try picker {
      $0.takesSingleMatch = true
      $0.endsWithoutMatch = ends
      $0.query = "x"
    }
    browser.type("x")
    try load(["Ada"], into: &browser, isLast: true)
    #expect(browser.state.picking.waitsForFirstResult == !asks)
    #expect(browser.orders == (ends ? ["leave picked()"] : []))
  }

  @Test func oneMatchOpensThePickerIfOnlyNoMatchEndsIt() throws {
    var browser = try picker { $0.endsWithoutMatch = true }
    try load(["Ada"], into: &browser, isLast: false)
    #expect(!browser.state.picking.waitsForFirstResult)
  }

  @Test func aFailedPageIsShown() throws {
    var browser = try picker { $0.takesSingleMatch = true }
    try load(["Ada"], into: &browser, isLast: false)
    browser.send(.intake(.pages(.pageFailed(PageFailure(reason: "no")))))
    #expect(!browser.state.picking.waitsForFirstResult)
  }

  @Test func inPlainModeRowsArePrintedBeforeTheQuestion() throws {
    var browser = try picker {
      $0.takesSingleMatch = true
      $0.isPlain = true
      $0.query = "a"
    }
    try load(["Ada", "Al"], into: &browser, isLast: true)
    #expect(!browser.state.picking.waitsForFirstResult)
    #expect(browser.orders.contains { $0.hasPrefix("print A|  1    Ada") })
  }

  // MARK: Keys that wait for rows

  @Test func enterWaitsForTheFirstRowThatMatches() throws {
    var browser = try picker { _ in }
    browser.type("b")
    browser.enter()
    #expect(browser.orders == [])
    try load(["Ada"], into: &browser, isLast: false)
    #expect(browser.orders == [])
    try load(["Bo"], into: &browser, isLast: false)
    #expect(browser.orders == ["leave picked(Bo)"])
  }

  @Test func enterWaitsUntilTheInputEnds() throws {
    var browser = try picker { _ in }
    browser.enter()
    try load([], into: &browser, isLast: true)
    #expect(browser.orders == ["leave picked()"])
  }

  @Test func enterWaitsOnlyForPagesLoadedAutomatically() throws {
    var browser = try picker { _ in }
    browser.type("x")
    browser.enter()
    var pages = 0
    while browser.orders == [], pages < 9 {
      try load(["Ada \(pages)"], into: &browser, isLast: false)
      pages += 1
    }
    #expect(browser.orders == ["leave picked()"])
    #expect(pages == 3, "three in a row without a match")
  }

  @Test func enterDoesNotWaitAfterAFailedPage() throws {
    var browser = try picker { _ in }
    browser.enter()
    browser.send(.intake(.pages(.pageFailed(PageFailure(reason: "no")))))
    #expect(browser.orders == ["leave picked()"])
  }

  @Test func keysThatPickWaitAndKeepTheirOrder() throws {
    var browser = try picker { $0.mostPicks = .max }
    browser.press(.pickNext, .pickNext)
    browser.type("c")
    browser.press(.pickAll, line: "c")
    browser.enter("c")
    #expect(browser.orders == [])
    try load(["Ada", "Bo", "Cy"], into: &browser, isLast: false)
    #expect(browser.orders == ["leave picked(Ada, Bo, Cy)"])
  }

  @Test func anExpectedKeyWaitsForARow() throws {
    let key = try ExpectedKey("ctrl-x")
    var browser = try picker { $0.expectedKeys = [key] }
    browser.send(.prompt(.expectedKeyPressed(key, line: "")))
    #expect(browser.orders == [])
    try load(["Ada"], into: &browser, isLast: false)
    #expect(browser.orders == ["leave picked(Ada)"])
  }

  @Test(arguments: ["Esc", "C-c", "C-g", "C-d"])
  func aKeyThatLeavesDoesNotWaitForRows(name: String) throws {
    var browser = try picker { _ in }
    browser.type("a")
    browser.enter()
    browser.type("ab")
    let (key, end): (Browser.Event, String) =
      switch name {
      case "Esc": (.prompt(.escaped), "left")
      case "C-c": (.prompt(.interrupted(line: "ab")), "interrupted")
      case "C-g": (.prompt(.commandGiven(.abort, line: "ab")), "left")
      default: (.prompt(.inputEnded), "left")
      }
    browser.send(key)
    #expect(browser.orders == ["leave \(end)"])
  }

  @Test func anExpectedEscapeWaitsForARow() throws {
    var browser = try picker { $0.expectedKeys = [try ExpectedKey("esc")] }
    browser.send(.prompt(.escaped))
    #expect(browser.orders == [])
    try load(["Ada"], into: &browser, isLast: false)
    #expect(browser.orders == ["leave picked(Ada)"])
  }

  // MARK: Rows that still arrive

  @Test func aSeenRowStaysSelectedWhenOthersArriveBeforeIt() throws {
    var browser = try picker { _ in }
    try load(["Mo"], into: &browser, isLast: false)
    let mo = try #require(browser.state.rowToHold)
    browser.send(.picking(.rowSeen(mo)))
    #expect(browser.state.rowToHold == nil)
    try load(["Ada"], into: &browser, isLast: false)
    browser.enter()
    #expect(browser.orders == ["leave picked(Mo)"])
  }

  @Test func withSeveralPicksTheKeyTakesTheSeenRow() throws {
    var browser = try picker { $0.mostPicks = .max }
    try load(["Mo"], into: &browser, isLast: false)
    browser.send(.picking(.rowSeen(try Name("Mo"))))
    try load(["Ada", "Zoe"], into: &browser, isLast: false)
    browser.press(.pickNext, .pickNext)
    browser.enter()
    #expect(browser.orders == ["leave picked(Mo, Zoe)"])
  }

  @Test func aRowReplacedAtOnceIsNotHeld() throws {
    var browser = try picker { _ in }
    try load(["Mo"], into: &browser, isLast: false)
    let mo = try #require(browser.state.rowToHold)
    try load(["Ada"], into: &browser, isLast: false)
    browser.send(.picking(.rowSeen(mo)))
    #expect(browser.state.rowToHold?.text == "Ada")
    browser.enter()
    #expect(browser.orders == ["leave picked(Ada)"])
  }

  @Test func anotherQueryBeginsWithItsFirstRow() throws {
    var browser = try picker { _ in }
    try load(["Ada", "Mo"], into: &browser, isLast: false)
    browser.send(.picking(.rowSeen(try Name("Ada"))))
    browser.type("m")
    #expect(browser.state.rowToHold?.text == "Mo")
    try load([], into: &browser, isLast: true)
    #expect(browser.state.rowToHold == nil, "no row can come before it")
  }

  @Test func noRowIsSelectedAutomaticallyInAList() throws {
    var browser = try picker { $0.purpose = .editing }
    try load(["Ada"], into: &browser, isLast: false)
    #expect(browser.state.rowToHold == nil)
  }
}
