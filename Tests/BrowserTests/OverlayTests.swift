import ListModel
import NameSearch
import TerminalText
import Testing

@testable import Browser

/// Overlays, which cover the rows.
struct OverlayTests {
  private let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".flatMap { ["\($0)da", "\($0)lan"] }

  @Test func theHelpScrollsToItsEnd() throws {
    var browser = try BrowserDriver(["Ada"], rows: 12)
    browser.press(.help)
    browser.press(.previousRow, .nextRow, .nextRow)
    #expect(browser.state.cover.overlay == .help(scroll: 2))
    browser.press(.lastRow, .nextPage)
    let screen = browser.screen()
    #expect(screen[8].contains(":quit"))
    browser.press(.previousRow)
    #expect(browser.screen() != screen)
    browser.press(.firstRow)
    #expect(browser.screen()[0] == "Keys")
    browser.press(.help)
    #expect(browser.state.cover.overlay == nil)
  }

  @Test(arguments: [1, 2, 3, .max, .min, -3])
  func anyCountBeforeAKeyScrollsToAnEnd(count: Int) throws {
    var browser = try BrowserDriver(["Ada"], rows: 12)
    browser.press(.help)
    browser.press(.nextRow, .nextRow)
    browser.send(.prompt(.commandGiven(.lastRow, count: count, line: "")))
    browser.send(.prompt(.commandGiven(.firstRow, count: count, line: "")))
    let ends = count > 0 ? "Keys" : ":quit"
    #expect(browser.screen().contains { $0.contains(ends) })
  }

  @Test(arguments: [Command.help, .whole])
  func qClosesOverlaysForReading(command: Command) throws {
    var browser = try BrowserDriver(["Ada"])
    browser.type("ad")
    browser.press(command)
    #expect(browser.state.cover.overlay != nil)
    #expect(browser.status.hasPrefix("↑ ↓ to scroll, q to close"))
    browser.type("adq")
    #expect(browser.state.cover.overlay == nil)
    #expect(browser.orders == ["set ad"])
    #expect(browser.state.prompt.query == "ad")
  }

  @Test(arguments: [(40, 12), (20, 3), (9, 6), (80, 24)])
  func theHelpFitsEveryWidth(columns: Int, rows: Int) throws {
    var browser = try BrowserDriver(["Ada"], rows: rows, columns: columns)
    browser.press(.help)
    var text: [String] = []
    var last: Browser.Overlay?
    while browser.state.cover.overlay != last, case .help(let scroll)? = browser.state.cover.overlay
    {
      last = browser.state.cover.overlay
      let lines = browser.screen()
      #expect(!lines.dropLast(2).joined().contains("…"))
      try #require(scroll <= text.count)
      text = Array(text.prefix(scroll)) + lines.prefix(browser.state.listLines)
      // Row by row only once, since each frame lays out the whole help.
      browser.press(rows == 24 ? .nextRow : .nextPage)
    }
    let letters = text.joined().filter { !$0.isWhitespace }
    for command in Command.allCases {
      #expect(letters.contains(command.summary.filter { !$0.isWhitespace }))
    }
  }

  @Test(arguments: [
    ("M-g", "M-g LETTER: jump to a section (targets-jump in ~/.inputrc)"),
    ("c-x d", "M-x, C-x d: decide dead (targets-dead in ~/.inputrc)"),
    ("targets-like", "C-x l: like or unlike (targets-like in ~/.inputrc)"),
    (":dead", ":dead [NAME|#N|all|section]: decide dead; for NAME, also --id ID"),
    ("save", ":save FILE: write the names of the matching rows to a file"),
    ("M-q", "no key or command “M-q”; :help lists them"),
  ])
  func helpOnAKeyExplainsIt(topic: String, expected: String) throws {
    var browser = try BrowserDriver(["Ada"])
    browser.enter(":help \(topic)")
    #expect(browser.state.notice?.text == expected)
  }

  /// The styles of the index titles beside the rows.
  private func indexStyles(_ browser: BrowserDriver) -> [Style] {
    Screen(of: browser.state, line: .init(prompt: "> ")).frame.lines
      .compactMap { $0.trailing?.runs.first?.style }
  }

  @Test func aJumpHighlightsTheIndexTitles() throws {
    var browser = try BrowserDriver(letters, rows: 12, columns: 40)
    browser.press(.nextSection, .nextSection)
    let rows = browser.screen().prefix(9)
    #expect(Set(indexStyles(browser)).count == 2)
    browser.press(.jump)
    #expect(browser.screen().prefix(9) == rows)
    #expect(Set(indexStyles(browser)).count == 1)
    #expect(browser.status.hasPrefix("jump to section: type a letter"))
    browser.send(.prompt(.titleChosen("q")))
    #expect(browser.state.selected?.name.text == "Qda")
    #expect(Set(indexStyles(browser)).count == 2)
  }

  @Test func aJumpShowsAHiddenIndex() throws {
    var browser = try BrowserDriver(["Ada", "Bo"])
    browser.press(.toggleIndex)
    #expect(indexStyles(browser) == [])
    browser.press(.jump)
    #expect(indexStyles(browser).count == 2)
    browser.send(.prompt(.titleChosen(nil)))
    #expect(indexStyles(browser) == [])
  }

  @Test func theSectionsAreShownBelowTheRows() throws {
    var browser = try BrowserDriver(letters, rows: 12, columns: 40)
    browser.press(.nextSection, .nextSection)
    browser.enter(":jump")
    #expect(
      Array(browser.screen()[2..<9]) == [
        "D     Dda                            2|G", String(repeating: "─", count: 40),
        " A 2   B 2  ▸C 2   D 2   E 2   F 2",
        " G 2   H 2   I 2   J 2   K 2   L 2",
        " M 2   N 2   O 2   P 2   Q 2   R 2",
        " S 2   T 2   U 2   V 2   W 2   X 2",
        " Y 2   Z 2",
      ])
    browser.send(.prompt(.escaped))
    #expect(browser.state.cover.overlay == nil)
  }

  @Test func theSectionsScrollAndBeginAtTheCurrentOne() throws {
    var browser = try BrowserDriver(letters, rows: 6, columns: 22)
    browser.press(.lastRow)
    browser.enter(":jump")
    #expect(browser.screen()[2].contains("▸Z 2"))
    browser.press(.firstRow)
    #expect(browser.screen()[0].contains(" A 2"))
    browser.press(.nextRow)
    #expect(browser.state.cover.overlay == .sections(scroll: 1))
    browser.send(.prompt(.escaped))
    #expect(browser.state.cover.overlay == nil)
    #expect(browser.state.selected?.name.text == "Zlan")
  }

  @Test func aKeyShowsACutNameInFull() throws {
    let words = (1...60).map { "word\($0)" }.joined(separator: " ")
    var browser = try BrowserDriver([words, "Bo"], rows: 12, columns: 40)
    browser.press(.lastRow)
    #expect(browser.screen().contains { $0.hasSuffix("…") })
    browser.press(.whole)
    #expect(browser.screen()[0] == "    word1 word2 word3 word4 word5 word6")
    #expect(!browser.screen().joined().contains("…"))
    browser.press(.lastRow)
    #expect(browser.screen()[8].hasSuffix("word60"))
    browser.press(.whole)
    #expect(browser.state.cover.overlay == nil)
  }

  @Test func showingANameInFullRequiresASelection() throws {
    var browser = try BrowserDriver(["Ada", "Bo"])
    browser.press(.whole)
    #expect(browser.state.notice?.text == "select a row first: ↓ to select")
    browser.type("ada")
    browser.press(.whole)
    #expect(
      Array(browser.screen()[19...21]) == [
        String(repeating: "─", count: 60), "    Ada", String(repeating: "─", count: 60),
      ])
  }

  @Test func inPlainModeSectionsAndHelpArePrinted() throws {
    var browser = try BrowserDriver(["Ada", "Bo"]) { $0.isPlain = true }
    browser.enter(":jump")
    #expect(browser.orders.contains("print ▸A 1   B 1  "))
    #expect(browser.state.cover.overlay == nil)
  }

  /// Keys that the line editor or the prompt takes are in no table of commands.
  @Test(arguments: [
    ("Enter", "Enter: with a row selected: decide it dead"),
    ("C-d", "C-d: on an empty line: leave"),
    ("c-c", "C-c: clear the line; on an empty line: leave"),
    (
      "Esc",
      "Esc: deselect the row; then clear the line; Esc in review mode: cancel the question"
    ), ("C-z", "C-z: suspend"), ("wheel", "wheel: "),
  ])
  func helpExplainsEachKeyThatItLists(key: String, start: String) throws {
    var browser = try BrowserDriver(["Arya", "Bran"])
    browser.enter(":help \(key)")
    let notice = try #require(browser.state.notice)
    #expect(notice.text.hasPrefix(start) && !notice.isError)
  }
}
