import LibraryTestSupport
import TerminalText
import Testing

struct LayoutTests {
  // MARK: Cutting

  @Test(arguments: [
    ("Arya Stark", 20, "Arya Stark"), ("Arya Stark", 10, "Arya Stark"),
    ("Arya Stark", 9, "Arya Sta…"), ("Arya Stark", 1, "…"), ("Arya Stark", 0, ""),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
    ("👩‍👩‍👧‍👦x👩‍👩‍👧‍👦", 4, "👩‍👩‍👧‍👦x…"),
  ])
  func longTextIsCutBeforeAnEllipsis(text: String, columns: Int, cut: String) {
    #expect(DisplayText(text).truncated(columns: columns).text == cut)
  }

  @Test func theEllipsisIsASCIIOnRequest() {
    #expect(DisplayText("Arya Stark").truncated(columns: 6, glyphs: .ascii).text == "Arya..")
    #expect(DisplayText("Arya Stark").truncated(columns: 1, glyphs: .ascii).text == ".")
  }

  @Test func aPartNeverContainsHalfACharacter() {
    let text = DisplayText("a日b")
    #expect(text.prefix(columns: 2).text == "a")
    #expect(text.suffix(columns: 2).text == "b")
    #expect(text.dropping(columns: 2).text == "日b")
    #expect(text.dropping(columns: 2).columns == 3)
  }

  // MARK: Wrapping

  @Test(arguments: [
    ("Daenerys of the House Targaryen", 12, 2, ["Daenerys of", "  the House", "  Targaryen"]),
    ("Daenerys", 5, 2, ["Daene", "  rys"]),
    ("a b", 1, 2, ["a", "b"]),
    ("日本語", 5, 0, ["日本", "語"]),
    ("日本", 1, 0, ["?", "?"]),
    ("日\u{1161}", 2, 0, ["日", "<U", "+1", "16", "1>"]),
    ("one  two", 3, 0, ["one", "two"]),
    ("", 5, 2, [""]),
  ])
  func linesAreBrokenAtSpaces(text: String, columns: Int, indent: Int, lines: [String]) {
    #expect(DisplayText(text).wrapped(columns: columns, indent: indent).map(\.text) == lines)
  }

  @Test(arguments: UInt64(0)..<300)
  func layoutLosesNothingAndExceedsNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = DisplayText(Self.randomText(using: &random))
    let limit = Int.random(in: 0...20, using: &random)
    #expect(text.columns == ColumnWidth.of(text.text))

    let head = text.prefix(columns: limit)
    let tail = text.dropping(columns: head.columns)
    #expect(head.columns <= limit && head.columns == ColumnWidth.of(head.text))
    #expect(Array(head.text) + Array(tail.text) == Array(text.text))
    #expect(text.suffix(columns: limit).columns <= limit)
    #expect(text.truncated(columns: limit).columns <= limit)

    let lines = text.wrapped(columns: limit, indent: Int.random(in: 0...5, using: &random))
    #expect(lines.allSatisfy { $0.columns <= max(limit, 1) })
    #expect(lines.allSatisfy { $0.columns == ColumnWidth.of($0.text) })
    if limit >= 2 {
      let words = lines.flatMap { $0.text.filter { $0 != " " } }
      #expect(words == text.text.filter { $0 != " " }.map { $0 })
    }
  }

  static func randomText(using random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "bc", "Stark", " ", "  ", "é", "e\u{301}", "日", "語", "가", "👩‍👩‍👧‍👦", "👍🏽", "❤️", "🇩🇪", "\n",
      "\u{9B}",
      "\u{202E}", "\u{301}", "हि", "क्ष", "\u{1160}", "…",
    ]
    let count = Int.random(in: 0...25, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
