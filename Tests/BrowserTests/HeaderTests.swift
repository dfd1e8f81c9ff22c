import Browser
import ListModel
import NameSearch
import TerminalText
import Testing

/// Lines above the rows that cannot be picked, and the text of the prompt.
struct HeaderTests {
  private func open(
    _ header: [String], rows: Int = 9, columns: Int = 30,
    _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    try BrowserDriver(["Ada", "Bo", "Cy"], rows: rows, columns: columns) {
      $0.header = header
      change(&$0)
    }
  }

  @Test func theHeaderIsAboveTheRowsAndAlignedWithThem() throws {
    #expect(
      try open(["NAME", "more"]).screen() == [
        "      NAME", "      more",
        "A     Ada                  1|A", "B     Bo                   1|B",
        "C     Cy                   1|C", "", "──────────────────────────────", "3 of 3",
        "targets>",
      ])
  }

  @Test func theHeaderStaysAboveTheRowsIfThePromptIsOnTop() throws {
    let browser = try open(["NAME"], rows: 7) { $0.isReversed = true }
    #expect(
      browser.screen() == [
        "targets>", "3 of 3", "──────────────────────────────", "      NAME",
        "A     Ada                  1|A", "B     Bo                   1|B",
        "C     Cy                   1|C",
      ])
  }

  @Test(arguments: [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 2), (7, 3), (24, 3)])
  func aLowWindowKeepsARow(rows: Int, shown: Int) throws {
    let screen = try open(["h1", "h2", "h3"], rows: rows).screen()
    #expect(screen.count == rows)
    #expect(screen.count { $0.hasPrefix("      h") } == shown)
    #expect(rows < 2 || screen.contains { $0.contains("Ada") })
  }

  @Test(arguments: 1...40)
  func aNarrowWindowCutsTheHeaderBetweenCharacters(columns: Int) throws {
    let header = try open(["名前 Ada\u{301} \u{202E}x\u{7}"], columns: columns).frame().lines[0]
    #expect(header.body.columns <= columns)
  }

  @Test func colorsAreShownAndOtherSequencesAreHarmless() throws {
    let line = try open(["\u{1b}[1mbold\u{1b}[m \u{1b}[2J\u{7}x"]).frame().lines[0].body
    #expect(line.plainText.contains("bold ␇x"))
    #expect(line.runs.contains { $0.style.isBold && $0.text.text == "bold" })
  }

  @Test func headerLinesOfTheInputComeBelow() throws {
    var browser = try open(["of the option"])
    browser.send(.intake(.pageRead(.of(count: 0, header: ["of the input"]))))
    #expect(browser.screen().prefix(2) == ["      of the option", "      of the input"])
    #expect(browser.screen()[2].contains("Ada"))
  }

  @Test func theHeaderIsNotARow() throws {
    var browser = try open(["NAME"]) { $0.purpose = .picking }
    browser.send(.prompt(.clicked(row: 0, column: 7)))
    #expect(browser.state.selected?.name.text == "Ada")
    browser.send(.prompt(.clicked(row: 2, column: 7)))
    #expect(browser.state.selected?.name.text == "Bo")
    browser.type("NAME")
    #expect(browser.names == [])
  }

  @Test func theSelectedRowStaysInViewBelowTheHeader() throws {
    let names = (1...50).map { "row \(100 + $0)" }
    var browser = try BrowserDriver(names, rows: 9) { $0.header = ["h1", "h2", "h3"] }
    browser.press(.nextRow, times: 30)
    #expect(browser.screen().contains { $0.contains("▸   row 130") })
    browser.press(.nextPage)
    #expect(browser.screen().contains { $0.contains("▸   row 132") })
  }

  @Test func plainModePrintsItOnce() throws {
    var browser = try open(["NAME", "more"]) { $0.isPlain = true }
    #expect(browser.orders == ["print NAME|more"])
    browser.send(.intake(.pageRead(.of(count: 0, header: ["late"]))))
    #expect(browser.orders == ["print NAME|more", "print late"])
  }

  @Test func thePromptIsThatOfTheOptions() throws {
    var browser = try open([]) { $0.prompt = "? " }
    #expect(browser.state.promptText == "? ")
    browser.enter("")
    let isPrinted = browser.orders.contains { $0.hasPrefix("print ? |A|") }
    #expect(isPrinted, "\(browser.orders)")
  }
}
