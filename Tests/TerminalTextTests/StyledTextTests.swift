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

  @Test func theSignOfACutHasTheStyleOfWhatItFollows() {
    let text = StyledText(DisplayText("ab")) + StyledText(DisplayText("cdef"), red)
    let cut = text.truncated(columns: 4)
    #expect(cut.plainText == "abc…")
    #expect(cut.runs.map(\.style) == [.plain, red])
    #expect(text.truncated(columns: 6) == text)
    #expect(text.prefix(columns: 1).plainText == "a")
  }
}
