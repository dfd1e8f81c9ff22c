import LibraryTestSupport
import TerminalText
import Testing

struct EditorLineTests {
  private func fitted(_ before: String, _ after: String, _ columns: Int) -> EditorLine.Fitted {
    EditorLine(prompt: "> ", beforeCursor: before, afterCursor: after).fitted(columns: columns)
  }

  @Test func theCursorIsAfterTheTextBeforeIt() {
    #expect(fitted("ab", "c", 20).cursorColumn == 4)
    #expect(fitted("日\u{1B}", "c", 20).cursorColumn == 5)
    #expect(fitted("\u{202E}", "c", 20).cursorColumn == 10)
    #expect(fitted("می\u{200C}", "خ", 20).cursorColumn == 4)
  }

  @Test func aLongLineIsShownAroundTheCursor() {
    #expect(fitted("abcdefghijkl", "", 12).line.text == "defghijkl")
    #expect(fitted("abcdefghijkl", "", 12).cursorColumn == 11)
    #expect(fitted("", "abcdefghijkl", 12).line.text == "abcdefghij")
    #expect(fitted("abcdefghijkl", "mnopqr", 12).line.text == "ghijklmnop")
    #expect(fitted("abcdefghijkl", "mnopqr", 12).cursorColumn == 8)
  }

  @Test func inANarrowRowThePromptIsCutFirst() {
    let line = EditorLine(prompt: "targets> ", beforeCursor: "abc").fitted(columns: 9)
    #expect(line.prompt.text + line.line.text == "targeabc")
    #expect(line.cursorColumn == 8)
  }

  @Test(arguments: UInt64(0)..<300)
  func theRowFitsAndContainsTheCursor(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let line = EditorLine(
      prompt: LayoutTests.randomText(using: &random),
      beforeCursor: LayoutTests.randomText(using: &random),
      afterCursor: LayoutTests.randomText(using: &random))
    for columns in 1...30 {
      let fitted = line.fitted(columns: columns)
      #expect(fitted.prompt.columns + fitted.line.columns <= columns)
      #expect((0..<columns).contains(fitted.cursorColumn))
      if fitted.prompt.columns + fitted.line.columns < columns - 1 {
        #expect(fitted.line.columns <= DisplayText(line.text).columns)
      }
    }
  }
}
