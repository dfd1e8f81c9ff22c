import ListModel
import NameSearch
import TerminalText
import Testing

@testable import Browser

/// Keys that edit rows while something covers them.
struct CoveredRowsTests {
  private let names = ["Ada", "Bob", "Cyd", "Dan"]

  /// The overlays, and the ways to open them.
  private static let covers: [(String, @Sendable (inout BrowserDriver) -> Void)] = [
    ("help", { $0.press(.help) }), ("name", { $0.press(.whole) }),
    ("sections", { $0.enter(":jump") }), ("log", { Self.report(.log, in: &$0) }),
    ("stats", { Self.report(.stats, in: &$0) }),
  ]

  private static func report(_ report: Browser.Report, in browser: inout BrowserDriver) {
    browser.enter(":\(report)")
    guard let request = browser.state.reportToMake else { return }
    browser.send(.cover(.reported(request, [StyledText(DisplayText("a line"))])))
  }

  private func browser(
    _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    try BrowserDriver(names, columns: 100, change)
  }

  @Test(arguments: covers.indices, ReviewCommand.allCases.filter(\.edits))
  func aKeyOfReviewEditsNothingThatIsCovered(place: Int, key: ReviewCommand) throws {
    for count in [1, 3, 30] {
      var browser = try browser()
      browser.press(.review)
      browser.review(.dead)
      Self.covers[place].1(&browser)
      let (overlay, steps) = (browser.state.cover.overlay, browser.steps)
      #expect(overlay != nil)
      browser.review(key, count: count)
      #expect(browser.state.cover.overlay == overlay)
      #expect(browser.status.hasPrefix("\(key.keyLabel) does nothing here; q to close"))
      #expect(browser.steps == steps)
      #expect(browser.state.ticked == nil && browser.state.cover.question == nil)
      #expect(browser.state.takesPlainKeys)
      browser.press(.nextRow)
      #expect(browser.status.hasPrefix("↑ ↓ to scroll, q to close"))
      browser.review(.leave)
      #expect(browser.state.cover.overlay == nil)
      #expect(!browser.status.contains("q to close"))
      browser.review(.ok)
      #expect(browser.steps == steps + ["ok, Bob"])
    }
  }

  @Test(arguments: covers.indices)
  func aKeyOfTheListDecidesNothingThatIsCovered(place: Int) throws {
    let verdicts = try ["r=revoke:dead", "k=keep:ok"].map { try VerdictKey($0) }
    var browser = try browser { $0.verdicts = verdicts }
    browser.press(.review)
    Self.covers[place].1(&browser)
    for key in ["r", "k", "y"] {
      browser.send(.prompt(.unknownKeyPressed(key, count: 2)))
      #expect(browser.status.hasPrefix("\(key) does nothing here; q to close"))
    }
    #expect(browser.steps == [])
    #expect(browser.state.cover.overlay != nil)
  }

  @Test(arguments: covers.indices, Command.allCases.filter(\.edits))
  func aKeyCommandEditsNothingThatIsCovered(place: Int, command: Command) throws {
    for isInReview in [false, true] {
      var browser = try browser()
      browser.enter(":like Dan")
      browser.press(.nextRow)
      if isInReview { browser.press(.review) }
      Self.covers[place].1(&browser)
      let (overlay, steps) = (browser.state.cover.overlay, browser.steps)
      browser.press(command)
      #expect(browser.state.cover.overlay == overlay && overlay != nil)
      #expect(browser.status.contains("nothing here"))
      #expect(browser.steps == steps)
      #expect(
        browser.state.cover.question == nil && browser.orders.allSatisfy { !$0.hasPrefix("set") })
      browser.send(.prompt(.escaped))
      #expect(browser.state.cover.overlay == nil)
      #expect(!browser.status.contains("q to close"))
    }
  }

  @Test(arguments: covers.indices)
  func enterEditsNothingThatIsCovered(place: Int) throws {
    for line in ["", ":dead", ":ok all", ":snooze 30d", ":note x", ":undo", ":! rm {}"] {
      var browser = try browser()
      browser.press(.nextRow)
      Self.covers[place].1(&browser)
      let overlay = browser.state.cover.overlay
      browser.type(line)
      browser.enter(line)
      #expect(browser.state.cover.overlay == overlay && overlay != nil)
      #expect(browser.status.hasPrefix("Enter does nothing here; q to close"), "\(line)")
      #expect(browser.steps == [])
      #expect(browser.state.shellCommandToRun == nil)
      #expect(!browser.orders.contains("consume \(line)") || line.isEmpty)
      browser.type(line + "q")
      #expect(browser.state.cover.overlay == nil)
      browser.enter(":dead")
      #expect(browser.steps == ["dead, Ada"])
    }
  }

  @Test(arguments: covers.indices)
  func aClickSelectsNothingThatIsCovered(place: Int) throws {
    var browser = try browser()
    browser.press(.review)
    Self.covers[place].1(&browser)
    browser.send(.prompt(.clicked(row: 2, column: 10)))
    #expect(browser.state.view.selection?.text == "Ada")
  }

  @Test func aPickerPicksNothingThatIsCovered() throws {
    var browser = try browser {
      $0.purpose = .picking
      $0.mostPicks = 3
    }
    browser.press(.help)
    browser.press(.pickNext)
    browser.enter("")
    #expect(browser.orders == [])
    #expect(!browser.state.isLeaving)
    #expect(browser.status.hasPrefix("Enter does nothing here; q to close"))
    browser.send(.prompt(.escaped))
    browser.enter("")
    #expect(browser.orders == ["leave picked(Ada)"])
  }

  @Test func underCompletionsNothingIsEdited() throws {
    var browser = try browser()
    browser.press(.nextRow)
    browser.type(":dead ")
    browser.send(.cover(.completionsListed(names)))
    browser.press(.dead, line: ":dead ")
    #expect(browser.state.cover.overlay == .completions(names))
    #expect(browser.status.hasPrefix("M-x and C-x d do nothing here; Esc to close"))
    browser.enter(":dead ")
    #expect(browser.steps == [])
    browser.send(.prompt(.escaped))
    browser.enter(":dead ")
    #expect(browser.steps == ["dead, Ada"])
    // A name makes clear which row is meant.
    browser.type(":ok Cyd")
    browser.send(.cover(.completionsListed(names)))
    browser.enter(":ok Cyd")
    #expect(browser.steps == ["dead, Ada", "ok, Cyd"])
  }

  @Test func aReportCancelsAQuestion() throws {
    var browser = try BrowserDriver((10..<60).map { "row \($0)" }, columns: 100)
    browser.press(.review)
    browser.enter(":log")
    browser.review(.dead, count: 30)
    #expect(browser.state.cover.question != nil)
    let request = try #require(browser.state.reportToMake)
    browser.send(.cover(.reported(request, [StyledText(DisplayText("a line"))])))
    #expect(browser.state.cover.question == nil)
    browser.send(.prompt(.unknownKeyPressed("y")))
    #expect(browser.steps == [])
    browser.review(.leave)
    #expect(browser.state.cover.overlay == nil && browser.state.cover.question == nil)
  }
}
