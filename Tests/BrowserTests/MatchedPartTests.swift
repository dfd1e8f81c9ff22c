import Browser
import ListModel
import TerminalText
import Testing

struct MatchedPartTests {
  /// The parts of the listed rows with a certain style.
  private func runs(_ browser: BrowserDriver, where isMeant: (Style) -> Bool) -> [String] {
    let frame = Screen(of: browser.state, line: EditorLine(prompt: "targets> ")).frame
    return frame.lines.dropLast(3).flatMap(\.body.runs).filter { isMeant($0.style) }
      .map(\.text.text)
  }

  @Test func matchesAreHighlighted() throws {
    var browser = try BrowserDriver(["Arya Stark", "Armeca", "Starr, Ar."])
    #expect(runs(browser) { $0.foreground == .green } == [])
    browser.type("ar st")
    #expect(runs(browser) { $0.foreground == .green } == ["Ar", "St", "St", "Ar"])
  }

  @Test func withoutColorsMatchesAreUnderlined() throws {
    var browser = try BrowserDriver(["Arya Stark"]) { $0.isColored = false }
    browser.type("st")
    #expect(runs(browser) { $0.isUnderlined } == ["St"])
    #expect(runs(browser) { $0.foreground == .green } == [])
  }

  @Test func matchesInADeadNameAreStruckThrough() throws {
    var browser = try BrowserDriver(["Arya Stark"])
    browser.enter(":dead Arya Stark")
    browser.type("st")
    #expect(runs(browser) { $0.isStruck && $0.isDim } == ["Arya ", "St", "ark"])
  }

  @Test func aWrappedMatchStaysHighlighted() throws {
    var browser = try BrowserDriver(["one twothree four"], rows: 10, columns: 12)
    browser.type("twothr")
    #expect(runs(browser) { $0.foreground == .green } == ["twothr"])
    #expect(
      Array(browser.screen()[0...3]) == [
        "O     one  1", "      twothr", "      ee", "      four",
      ])
  }

  @Test func replacedCharactersDoNotShiftTheHighlight() throws {
    var browser = try BrowserDriver(["\u{1B}[31mred"])
    browser.type("31m")
    #expect(runs(browser) { $0.foreground == .green } == ["31m"])
    #expect(browser.screen()[0].contains("    ␛[31mred"))
  }

  @Test func fieldsThatAreNotSearchedAreNotHighlighted() throws {
    let form = {
      var form = LineForm()
      form.searched = FieldRange.list("2..") ?? []
      return form
    }()
    var browser = try BrowserDriver(["arm Ärm  arm"]) { $0.lineForm = form }
    browser.type("ar")
    #expect(runs(browser) { $0.foreground == .green } == ["Är", "ar"])
  }

  @Test func matchesAreHighlightedInRowsFoundByTheSource() throws {
    var browser = try BrowserDriver { $0.pages() }
    browser.beginPages(query: "ar", generation: 1, isSearched: true)
    try browser.load(["Arya Stark", "Nobody"])
    browser.type("ar")
    #expect(runs(browser) { $0.foreground == .green } == ["Ar"])
    #expect(browser.names == ["Arya Stark", "Nobody"])
  }
}
