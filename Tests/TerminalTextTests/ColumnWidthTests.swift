import TerminalText
import Testing

struct ColumnWidthTests {
  @Test(arguments: [
    ("", 0), ("a", 1), ("~ !", 3), ("é", 1), ("e\u{301}\u{323}", 1),
    ("東", 2), ("ｱ", 1), ("Ａ", 2), ("가", 2), ("\u{1100}\u{1161}\u{11A8}", 2),
    ("±", 1), ("½", 1), ("†", 1), ("♥", 1), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
    ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩", 1),
    ("ก็", 1), ("का", 2), ("\u{301}", 0), ("\u{1B}", 0), ("\u{200B}", 0),
  ])
  func textTakesItsColumns(text: String, columns: Int) {
    #expect(ColumnWidth.of(text) == columns)
  }
}
