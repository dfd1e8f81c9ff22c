import TerminalText
import Testing

struct StyledTextTests {
  private let red = Style(foreground: .red)

  @Test func neighboursOfOneStyleAreOneRun() {
    var text = StyledText(DisplayText("a"), red)
    text.append(DisplayText("b"), red)
    text.append(.empty)
    text.append(DisplayText("日"))
    #expect(text.runs.map(\.text.text) == ["ab", "日"])
    #expect(text.runs.map(\.style) == [red, .plain])
    #expect(text.columns == 4)
    #expect(text.plainText == "ab日")
  }

  @Test func joiningIsLikeAppendingAllRuns() {
    let left = StyledText(DisplayText("a")) + StyledText(DisplayText("b"), red)
    let right = StyledText(DisplayText("c"), red)
    #expect((left + right).runs.map(\.text.text) == ["a", "bc"])
  }

  @Test func anEllipsisHasTheStyleOfThePrecedingText() {
    let text = StyledText(DisplayText("ab")) + StyledText(DisplayText("cdef"), red)
    let cut = text.truncated(columns: 4)
    #expect(cut.plainText == "abc…")
    #expect(cut.runs.map(\.style) == [.plain, red])
    #expect(text.truncated(columns: 6) == text)
    #expect(text.prefix(columns: 1).plainText == "a")
  }

  @Test(arguments: [
    "the quick brown fox", "日本語 日本語  a", "a   b", "antidisestablishmentarianism",
    "e\u{301}e\u{301} 👩🏽‍🚀x",
  ])
  func wrappingKeepsStylesAndCutsWhereTextIsCut(text: String) {
    let scalars = text.utf8.count
    for columns in 1...9 {
      let plain = DisplayText(text).wrapped(columns: columns)
      for cut in 0...scalars {
        let parts = DisplayText.parts(of: text, at: [cut])
        let lines = (StyledText(parts[0], red) + StyledText(parts[1])).wrapped(columns: columns)
        #expect(lines.map(\.plainText) == plain.map(\.text))
        #expect(lines.map(\.columns) == plain.map(\.columns))
        let shown = lines.flatMap(\.runs).filter { $0.style == red }.map(\.text.text).joined()
        #expect(shown.filter { $0 != " " && $0 != "?" }.count <= parts[0].text.count)
      }
    }
  }

  @Test func theLastOfTooManyLinesHasAnEllipsis() {
    let text = StyledText(DisplayText("Archibald Yronwood of the Stone"), red)
    func lines(_ most: Int) -> [String] { text.wrapped(columns: 14, most: most).map(\.plainText) }
    #expect(lines(1) == ["Archibald Yro…"])
    #expect(lines(2) == ["Archibald", "Yronwood of t…"])
    #expect(lines(3) == ["Archibald", "Yronwood of", "the Stone"])
  }

  @Test func droppingReturnsTheRestOfThePrefix() {
    let text = StyledText(DisplayText("ab日"), red) + StyledText(DisplayText("cd"))
    for columns in 0...7 {
      let both = text.prefix(columns: columns) + text.dropping(columns: columns)
      #expect(both == text)
    }
  }
}
