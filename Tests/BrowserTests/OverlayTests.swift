import Browser
import NameIndex
import TerminalText
import Testing

/// What covers the rows.
struct OverlayTests {
  private let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".flatMap { ["\($0)da", "\($0)lan"] }

  @Test func theHelpScrollsAsFarAsItGoes() throws {
    var browser = try BrowserDriver(["Ada"], rows: 12)
    browser.press(.help)
    browser.press(.previousRow, .nextRow, .nextRow)
    #expect(browser.state.overlay == .help(scroll: 2))
    browser.press(.lastRow, .nextPage)
    let screen = browser.screen()
    #expect(screen[8].contains(":quit"))
    browser.press(.previousRow)
    #expect(browser.screen() != screen)
    browser.press(.firstRow)
    #expect(browser.screen()[0] == "Keys")
    browser.press(.help)
    #expect(browser.state.overlay == nil)
  }

  @Test(arguments: [
    ("M-g", "M-g LETTER: jump to a section; targets-jump in ~/.inputrc"),
    ("c-x d", "M-x, C-x d: cross off: mark dead; targets-dead in ~/.inputrc"),
    ("targets-like", "C-x l: like, or like no more; targets-like in ~/.inputrc"),
    (":dead", ":dead [NAME|#N]: cross off: mark dead"),
    ("save", ":save FILE: write the matching names to a file"),
    ("M-q", "no key or command is called M-q; :help lists them"),
  ])
  func helpOnAKeySaysWhatItDoes(topic: String, expected: String) throws {
    var browser = try BrowserDriver(["Ada"])
    browser.enter(":help \(topic)")
    #expect(browser.state.notice?.text == expected)
  }

  @Test func whereNotAllTitlesAreInViewAJumpShowsThem() throws {
    var browser = try BrowserDriver(letters, rows: 12, columns: 40)
    browser.press(.nextSection, .nextSection, .jump)
    #expect(
      Array(browser.screen().prefix(6)) == [
        " A 2   B 2  ▸C 2   D 2   E 2   F 2",
        " G 2   H 2   I 2   J 2   K 2   L 2",
        " M 2   N 2   O 2   P 2   Q 2   R 2",
        " S 2   T 2   U 2   V 2   W 2   X 2",
        " Y 2   Z 2", "",
      ])
    #expect(browser.screen()[10].hasPrefix("jump to: type a letter"))
    browser.send(.titleChosen("q"))
    #expect(browser.state.overlay == nil)
    #expect(browser.state.selected?.name.text == "Qda")
  }

  @Test func whereAllTitlesAreInViewTheRowsStay() throws {
    var browser = try BrowserDriver(["Ada", "Bo"])
    browser.press(.jump)
    #expect(browser.state.overlay == nil)
    browser.press(.toggleIndex, .jump)
    #expect(browser.state.overlay == .sections(scroll: 0))
  }

  @Test func theSectionsScrollAndBeginAtTheOneInView() throws {
    var browser = try BrowserDriver(letters, rows: 6, columns: 22)
    browser.press(.lastRow)
    browser.enter(":jump")
    #expect(browser.screen()[2].contains("▸Z 2"))
    browser.press(.firstRow)
    #expect(browser.screen()[0].contains(" A 2"))
    browser.press(.nextRow)
    #expect(browser.state.overlay == .sections(scroll: 1))
    browser.send(.escaped)
    #expect(browser.state.overlay == nil)
    #expect(browser.state.selected?.name.text == "Zlan")
  }

  @Test func aNameThatIsCutIsShownWholeByAKey() throws {
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
    #expect(browser.state.overlay == nil)
  }

  @Test func toShowANameWholeARowHasToBeSelected() throws {
    var browser = try BrowserDriver(["Ada", "Bo"])
    browser.press(.whole)
    #expect(browser.state.notice?.text == "select a row first: ↓ does")
    browser.type("ada")
    browser.press(.whole)
    #expect(browser.screen()[0] == "    Ada")
  }

  @Test func inPlainModeSectionsAndHelpArePrinted() throws {
    var browser = try BrowserDriver(["Ada", "Bo"]) { $0.isPlain = true }
    browser.enter(":jump")
    #expect(browser.orders.contains("print ▸A 1   B 1  "))
    #expect(browser.state.overlay == nil)
  }
}
