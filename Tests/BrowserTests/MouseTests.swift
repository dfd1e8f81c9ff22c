import ListModel
import Browser
import NameSearch
import Testing

struct MouseTests {
  private func open(
    _ names: [String] = ["Ada", "Bo", "Cy"], rows: Int = 24, columns: Int = 60,
    _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    try BrowserDriver(names, rows: rows, columns: columns, change)
  }

  /// Names of one section, one per line.
  private func rows(_ count: Int) -> [String] { (0..<count).map { "Row \(1000 + $0)" } }

  @Test func aClickSelectsTheRowUnderIt() throws {
    var browser = try open()
    browser.send(.prompt(.clicked(row: 1, column: 10)))
    #expect(browser.state.selected?.name.text == "Bo")
    browser.send(.prompt(.clicked(row: 0, column: 0)))
    #expect(browser.state.selected?.name.text == "Ada")
  }

  @Test(arguments: [(3, 10), (20, 10), (21, 10), (22, 10), (23, 10), (-1, 0), (0, 60), (400, 400)])
  func aClickElsewhereChangesNothing(row: Int, column: Int) throws {
    var browser = try open()
    browser.press(.nextRow)
    browser.send(.prompt(.clicked(row: row, column: column)))
    #expect(browser.state.selected?.name.text == "Ada")
  }

  @Test func anyLineOfALongNameIsItsRow() throws {
    let long = "Ab " + String(repeating: "x ", count: 60)
    var browser = try open([long, "Bo"], columns: 40)
    let lines = browser.screen()
    let last = try #require(lines.firstIndex { $0.contains("Bo") })
    #expect(last > 1)
    browser.send(.prompt(.clicked(row: last - 1, column: 10)))
    #expect(browser.state.selected?.name.text.hasPrefix("Ab") == true)
    browser.send(.prompt(.clicked(row: last, column: 10)))
    #expect(browser.state.selected?.name.text == "Bo")
  }

  @Test func clicksAreRightIfThePromptIsOnTop() throws {
    var browser = try open { $0.isReversed = true }
    let line = try #require(browser.screen().firstIndex { $0.contains("Cy") })
    browser.send(.prompt(.clicked(row: line, column: 10)))
    #expect(browser.state.selected?.name.text == "Cy")
  }

  @Test func rowsInColumnsAreFound() throws {
    var browser = try open(rows(60), rows: 20, columns: 160)
    browser.send(.prompt(.clicked(row: 3, column: 100)))
    let selected = try #require(browser.state.selected?.name.text)
    let line = browser.screen()[3]
    let mark = try #require(line.firstRange(of: "▸"))
    #expect(line[mark.upperBound...].drop { $0 == " " }.hasPrefix(selected))
    #expect(line.distance(from: line.startIndex, to: mark.lowerBound) > 40)
  }

  @Test func aClickOnAnIndexTitleJumps() throws {
    var browser = try open(["Ada"] + rows(40) + ["Zoe"])
    browser.send(.prompt(.clicked(row: 2, column: 59)))
    #expect(browser.state.selected?.name.text == "Zoe")
    browser.send(.prompt(.clicked(row: 1, column: 59)))
    #expect(browser.state.selected?.name.text == "Row 1000")
    #expect(browser.screen()[0].contains("Row 1000"))
  }

  @Test func clicksUnderAnOverlayAreIgnored() throws {
    var browser = try open()
    browser.press(.help)
    browser.send(.prompt(.clicked(row: 1, column: 10)))
    #expect(browser.state.selected == nil)
    #expect(browser.state.cover.overlay != nil)
  }

  @Test func theWheelScrollsWithoutSelecting() throws {
    var browser = try open(rows(100))
    browser.send(.prompt(.wheelTurned(lines: 3)))
    #expect(browser.screen()[0].contains("Row 1003"))
    #expect(browser.state.selected == nil)
    browser.send(.prompt(.wheelTurned(lines: -2)))
    #expect(browser.screen()[0].contains("Row 1001"))
    browser.send(.prompt(.wheelTurned(lines: -3)))
    #expect(browser.screen()[0].contains("Row 1000"))
    browser.send(.prompt(.wheelTurned(lines: 1_000)))
    #expect(browser.screen()[20].contains("Row 1099"))
  }

  @Test func theSelectionMovesWithTheEdgeOfTheView() throws {
    var browser = try open(rows(100))
    browser.press(.nextRow, .nextRow)
    browser.send(.prompt(.wheelTurned(lines: 3)))
    #expect(browser.state.selected?.name.text == "Row 1003")
    browser.send(.prompt(.wheelTurned(lines: -3)))
    #expect(browser.state.selected?.name.text == "Row 1003")
    browser.press(.lastRow)
    browser.send(.prompt(.wheelTurned(lines: -3)))
    #expect(browser.state.selected?.name.text == "Row 1096")
    #expect(browser.screen()[20].contains("Row 1096"))
  }

  @Test func aListThatFitsDoesNotScroll() throws {
    var browser = try open { $0.purpose = .picking }
    browser.send(.prompt(.wheelTurned(lines: 3)))
    #expect(browser.state.selected?.name.text == "Ada")
    #expect(browser.screen()[0].contains("Ada"))
  }

  @Test func theWheelScrollsTheHelp() throws {
    var browser = try open(rows: 12)
    browser.press(.help)
    let first = browser.screen()[1]
    browser.send(.prompt(.wheelTurned(lines: 1)))
    #expect(browser.screen()[0] == first)
  }
}
