import Browser
import NameSearch
import TerminalText
import Testing

struct ScreenTests {
  private let names = [
    "Arya Stark", "Alliser Thorne", "Armeca", "Cersei Lannister", "Tywin Lannister",
  ]

  @Test func titlesAreInTheMarginAndCountsOnTheRight() throws {
    var browser = try BrowserDriver(names, rows: 9, columns: 30)
    browser.enter(":dead Alliser Thorne")
    browser.press(.nextRow, .nextRow)
    #expect(
      browser.screen() == [
        "A  †  Alliser Thorne       3|A",
        "  ▸   Armeca                |C",
        "      Arya Stark|T",
        "C     Cersei Lannister     1",
        "T     Tywin Lannister      1",
        "",
        "──────────────────────────────",
        "5 of 5 · 1 dead",
        "targets>",
      ])
  }

  @Test func theSelectedRowIsABarAcrossTheList() throws {
    var browser = try BrowserDriver(names, rows: 9, columns: 30)
    browser.enter(":dead Armeca")
    browser.type("arm")
    browser.press(.nextRow)
    let lines = Screen(of: browser.state, line: .init(prompt: "> ")).frame.lines
    let bar = lines[0].body.runs.drop { !$0.style.isReversed }
    // The bar is reversed from the mark to the end. Colors would be unreadable, so it has none; the
    // match is underlined.
    #expect(bar.map(\.text.text).joined() == "▸†  Armeca                 1")
    #expect(bar.allSatisfy { $0.style.isReversed && $0.style.foreground == nil })
    #expect(bar.allSatisfy { !$0.style.isDim && !$0.style.isBold })
    #expect(bar.filter(\.style.isUnderlined).map(\.text.text) == ["Arm"])
    #expect(lines.dropFirst().allSatisfy { !$0.body.runs.contains(where: \.style.isReversed) })
  }

  @Test func theTitleOfTheTopSectionStaysVisible() throws {
    var browser = try BrowserDriver(names, rows: 6, columns: 30)
    browser.press(.lastRow)
    #expect(
      Array(browser.screen().prefix(3)) == [
        "A     Arya Stark           3|A", "C     Cersei Lannister     1|C",
        "T ▸   Tywin Lannister      1|T",
      ])
    browser.press(.firstRow, .nextRow)
    #expect(browser.screen()[0] == "A     Alliser Thorne       3|A")
  }

  @Test func aListOfOneLineShowsARow() throws {
    var browser = try BrowserDriver(names, rows: 3, columns: 30)
    #expect(browser.screen()[0] == "A     Alliser Thorne       3|A")
    browser.press(.nextRow, .nextRow)
    #expect(browser.screen()[0] == "A ▸   Armeca               3|A")
  }

  @Test func aShortListTakesOnlyTheRowsItNeedsOnRequest() throws {
    var browser = try BrowserDriver(names, rows: 24, columns: 30) {
      $0.takesOnlyRowsNeeded = true
    }
    #expect(browser.screen().count == 8)
    #expect(browser.screen().last == "targets>")
    browser.type("cers")
    #expect(browser.screen().count == 4)
    browser.type("nobody")
    #expect(browser.screen().count == 4)
    browser.send(.view(.resized(ScreenSize(columns: 30, rows: 4))))
    #expect(browser.screen().count == 3)
  }

  /// What is wrong stays, whether a path or the explanation of a server is long.
  @Test(arguments: [
    ("/a/very/long/path/to/a/file: disk full", "…ong/path/to/a/file: disk full"),
    (
      "postgres://ann@/team: no connection; nothing was changed: connection to server on socket",
      "…no connection; nothing was c…"
    ),
    ("not current: /a/path: no connection: it is off", "not current: …no connection: …"),
    ("/a/path: replaced while in use; nothing was changed", "…e in use; nothing was changed"),
    ("a name that is very long indeed: changed since", "…ry long indeed: changed since"),
    ("no colon, but a text that is too long", "…, but a text that is too long"),
  ])
  func aLongErrorTellsWhatIsWrong(text: String, shown: String) throws {
    var browser = try BrowserDriver(names, rows: 8, columns: 30)
    browser.send(.noticed(.init(text, isError: true)))
    #expect(browser.status == shown)
    #expect(browser.status.count <= 30)
  }

  @Test func asciiIsAsciiThroughout() throws {
    var browser = try BrowserDriver(names, rows: 12) { $0.glyphs = .ascii }
    browser.enter(":dead Armeca")
    browser.enter(":like Armeca")
    browser.press(.nextRow)
    #expect(browser.screen().allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(browser.screen().contains { $0.hasPrefix("   x+ Armeca  ") && $0.hasSuffix("|C") })
    browser.press(.help)
    #expect(browser.screen().allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test(arguments: [
    (1, 1), (1, 2), (2, 3), (3, 20), (4, 7), (5, 200), (24, 1), (24, 3), (24, 19), (60, 200),
  ])
  func everySizeIsFilledExactly(rows: Int, columns: Int) throws {
    var browser = try BrowserDriver(
      names + ["長い名前の人", String(repeating: "very long ", count: 40)], rows: rows,
      columns: columns
    ) { $0.isReversed = rows % 2 == 0 }
    for command in Command.allCases {
      browser.press(command)
      browser.send(.cover(.completionsListed(["Arya Stark", ":dead"])))
      let lines = Screen(of: browser.state, line: .init(prompt: "targets> ")).frame.lines
      #expect(lines.count == rows)
      #expect(lines.allSatisfy { $0.body.columns <= columns })
      browser.send(.prompt(.escaped))
    }
  }

  @Test func aLongNameIsWrappedWithAHangingIndent() throws {
    let browser = try BrowserDriver(
      ["Daenerys of the House Targaryen, the First of Her Name"], rows: 8, columns: 24)
    #expect(
      Array(browser.screen().prefix(4)) == [
        "D     Daenerys of the  1", "      House Targaryen,", "      the First of Her",
        "      Name",
      ])
  }

  @Test func nothingFromANameIsAControl() throws {
    var browser = try BrowserDriver(["\u{1b}[31mred\u{7}", "a\u{202e}b", "x\u{9b}31m"])
    browser.type("\u{1b}[2J")
    for line in browser.screen()
      + {
        browser.type(""); return browser.screen()
      }()
    {
      #expect(
        line.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) && $0.value != 0x202e
        })
    }
  }

  @Test func thePromptCanStandAboveTheRows() throws {
    var browser = try BrowserDriver(names, rows: 8, columns: 30) { $0.isReversed = true }
    browser.type("lan")
    #expect(
      browser.screen() == [
        "targets> lan", "2 of 5", "──────────────────────────────",
        "C     Cersei Lannister     1|C", "T     Tywin Lannister      1|T", "", "", "",
      ])
    let frame = Screen(of: browser.state, line: .init(prompt: "> ", beforeCursor: "lan")).frame
    #expect(frame.cursor == .init(row: 0, column: 5))
  }

  @Test func theFirstRunExplainsHowToBegin() throws {
    let wide = try BrowserDriver(names, rows: 8, columns: 80) { $0.isFirstRun = true }
    #expect(
      wide.status
        == "5 of 5 · type to narrow, ↓ to select, Enter marks it dead, F1 for help")
    let narrow = try BrowserDriver(names, rows: 8, columns: 30) { $0.isFirstRun = true }
    #expect(narrow.status == "5 of 5 · F1 for help")
    var browser = try BrowserDriver(names, rows: 8, columns: 12) { $0.isFirstRun = true }
    #expect(browser.status == "5 of 5")
    browser = wide
    browser.enter(":dead Armeca")
    browser.type("a")
    #expect(browser.status == "3 of 5 · 1 dead")
  }

  @Test func anEmptyListExplainsWhatToDo() throws {
    var browser = try BrowserDriver([])
    #expect(browser.screen()[0] == "  the list is empty: pipe names in, or type :add NAME")
    browser.type("x")
    #expect(browser.screen()[0] == "  no rows yet; :add x to add it")
  }

  @Test func theIndexIsThinnedEvenlyAndKeepsTheEnds() throws {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "\($0)a" }
    let browser = try BrowserDriver(letters, rows: 8, columns: 40)
    let titles = browser.screen().prefix(5).map { String($0.suffix(1)) }
    #expect(titles == ["A", "G", "M", "S", "Z"])
  }

  @Test func theHelpListsEveryKeyAndCommand() throws {
    var browser = try BrowserDriver(names, rows: 140, columns: 80)
    browser.press(.help)
    let text = browser.screen().joined(separator: "\n")
    for command in Command.allCases { #expect(text.contains(command.summary)) }
    for entry in ColonCommand.table { #expect(text.contains(":" + entry.word)) }
    browser.press(.nextRow)
    #expect(browser.state.cover.overlay == .help(scroll: 0))  // all of it is in view
    browser.send(.prompt(.escaped))
    #expect(browser.state.cover.overlay == nil)
  }
}
