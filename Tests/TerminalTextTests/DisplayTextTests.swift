import TerminalText
import Testing

struct DisplayTextTests {
  // MARK: What is replaced

  @Test(arguments: [
    ("\u{0}\t\n\r\u{1B}[2J", "␀␉␊␍␛[2J"),
    ("\u{7F}", "␡"),
    ("\u{80}\u{9B}31m\u{9F}", "<U+0080><U+009B>31m<U+009F>"),
    ("a\u{202E}b\u{2066}c\u{200E}", "a<U+202E>b<U+2066>c<U+200E>"),
    ("a\u{200B}b\u{2060}c\u{FEFF}d\u{AD}", "a<U+200B>b<U+2060>c<U+FEFF>d<U+00AD>"),
    ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
    ("\u{E000}\u{F0000}", "<U+E000><U+F0000>"),
    ("\u{FFFE}\u{10FFFF}", "<U+FFFE><U+10FFFF>"),
    ("\u{378}", "<U+0378>"),
    ("a\u{E0041}\u{E007F}", "a<U+E0041><U+E007F>"),
    ("\u{115F}\u{3164}\u{FFA0}", "<U+115F><U+3164><U+FFA0>"),
    ("a\u{34F}b", "a<U+034F>b"),
    ("a\u{FE0F}\u{FE00}", "a<U+FE0F><U+FE00>"),
    ("a\u{200D}b\u{200C}", "a<U+200D>b<U+200C>"),
    // Joiners before a character that is itself replaced, and parts of Hangul outside of a syllable.
    ("क\u{94D}\u{200D}\u{115F}", "क\u{94D}<U+200D><U+115F>"),
    ("क\u{94D}\u{200C}\u{1161}", "क\u{94D}<U+200C><U+1161>"),
    ("👩\u{200D}\u{1FAFF}", "👩<U+200D><U+1FAFF>"),
    ("\u{1161}a\u{11A8} \u{1161}", "<U+1161>a<U+11A8> <U+1161>"),
    ("\u{1100}\u{11A8}각\u{1161}", "\u{1100}<U+11A8>각<U+1161>"),
  ])
  func whatIsInvisibleBecomesVisible(text: String, shown: String) {
    #expect(DisplayText(text).text == shown)
  }

  @Test(arguments: [
    ("\u{0}\t\n\u{1B}[2J\u{7F}", "^@^I^J^[[2J^?"),
    ("é日\u{9B}", "é日<U+009B>"),
    ("\u{301}a", "<U+0301>a"),
  ])
  func standInsAreASCIIOnRequest(text: String, shown: String) {
    #expect(DisplayText(text, glyphs: .ascii).text == shown)
  }

  @Test(arguments: [
    "Arya Stark", "Jean-Luc Élan", "e\u{301}\u{323}", "Łódź", "東京", "サーセイ", "가각",
    "\u{1100}\u{1161}\u{11A8}",
    "हिन्दी", "क्‍ष", "می‌خواهم", "ที่นี่", "שָׁלוֹם", "👩‍👩‍👧‍👦", "👍🏽", "👩🏽‍🚀", "❤️", "❤︎", "1️⃣", "🇩🇪", "🏳️‍🌈",
    "葛\u{E0100}", "a\u{A0}b\u{3000}c", "½ € ™ †",
  ])
  func charactersWithAMeaningInContextStay(text: String) {
    #expect(Array(DisplayText(text).text.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func aMarkWithoutALetterGetsADottedCircle() {
    #expect(DisplayText("\u{301}a").text == "\u{25CC}\u{301}a")
    #expect(DisplayText("\n\u{301}").text == "␊\u{25CC}\u{301}")
    #expect(DisplayText("\u{301}").columns == 1)
  }

  @Test func atMostThirtyMarksStayOnALetter() {
    let text = DisplayText("a" + String(repeating: "\u{301}", count: 4_000) + "b\u{301}")
    let marks = String(repeating: "\u{301}", count: 30)
    #expect(text.text == "a" + marks + "\u{FFFD}b\u{301}")
    #expect(text.columns == 3)
  }

  @Test(arguments: [
    ("❤", "\u{FE0F}", "<U+FE0F>"), ("क\u{94D}", "\u{200D}क", "<U+200D>क"),
    ("👩", "\u{200D}👩", "<U+200D>👩"),
  ])
  func textAfterTooManyMarksFollowsTheStandIn(base: String, next: String, shown: String) {
    let marks = String(repeating: "\u{301}", count: 40)
    let text = DisplayText(base + marks + next)
    #expect(text.text.hasSuffix("\u{FFFD}" + shown))
    #expect(DisplayText(text.text) == text)
  }

  @Test func repeatedJoinersAreNotKept() {
    #expect(DisplayText("👩\u{200D}\u{200D}👩").text.contains("<U+200D>"))
    #expect(DisplayText("❤\u{FE0F}\u{FE0F}").text == "❤\u{FE0F}<U+FE0F>")
  }

  // MARK: Laws

  @Test(arguments: [Glyphs.unicode, .ascii])
  func noControllingScalarGetsThrough(glyphs: Glyphs) {
    for value in [Array(UInt32(0)...0x3FFFF), Array(0xE0000...0xE0FFF)].joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = DisplayText("\(scalar)a\(scalar)b", glyphs: glyphs)
      if !isHarmless(text) || text.columns < 2 {
        Issue.record("U+\(String(value, radix: 16)) becomes \(text.text.debugDescription)")
      }
    }
    // Nothing else is assigned in these planes, but for private use: many at a time take less time.
    for start in stride(from: UInt32(0x40000), through: 0x10FFFF, by: 256) {
      let scalars = (start..<start + 256).compactMap { Unicode.Scalar($0) }
      let text = DisplayText(scalars.map { "\($0)a" }.joined(), glyphs: glyphs)
      if !isHarmless(text) || text.columns < scalars.count {
        Issue.record(
          "U+\(String(start, radix: 16)) and what follows: \(text.text.debugDescription)")
      }
    }
  }

  @Test func theColumnsAreThoseOfTheText() {
    for value in UInt32(0xA0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = DisplayText(String(Character(scalar)))
      if !(1...10).contains(text.columns) || text.columns != ColumnWidth.of(text.text) {
        Issue.record("U+\(String(value, radix: 16)) takes \(text.columns) columns")
      }
    }
  }

  private func isHarmless(_ text: DisplayText) -> Bool {
    !text.isEmpty
      && text.text.unicodeScalars.allSatisfy { scalar in
        if scalar.value < 0xA0 { return (0x20..<0x7F).contains(scalar.value) }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return false
        case .format: return !properties.isDefaultIgnorableCodePoint && !properties.isBidiControl
        default: return !properties.isNoncharacterCodePoint && !properties.isBidiControl
        }
      }
  }

  @Test func partsAreThoseOfTheWholeText() {
    func parts(_ text: String, _ offsets: [Int]) -> [String] {
      DisplayText.parts(of: text, at: offsets).map(\.text)
    }
    #expect(parts("abc", []) == ["abc"])
    #expect(parts("abc", [1, 1, 9]) == ["a", "", "bc", ""])
    #expect(parts("\u{1B}é\u{202E}x", [1, 3]) == ["␛", "é", "<U+202E>x"])
    // A joiner between cursive letters stays even at the cut; a cluster is not split.
    #expect(parts("می\u{200C}خ", [6]) == ["م", "ی\u{200C}خ"])
    #expect(parts("e\u{301}x", [1]) == ["", "e\u{301}x"])
  }
}
