import LibraryTestSupport
import Testing

@testable import NameSearch

struct FoldedTextTests {
  private func fold(_ text: String, _ rule: FoldedText.Rule) -> FoldedText {
    var text = text
    return text.withUTF8 { FoldedText(UnsafeRawBufferPointer($0), rule) }
  }

  private func expect(
    _ text: String, folds rule: FoldedText.Rule, to expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let folded = String(decoding: fold(text, rule).bytes, as: UTF8.self)
    #expect(
      Array(folded.unicodeScalars) == Array(expected.unicodeScalars),
      sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("STRASSE", "strasse"), ("Straße", "strasse"), ("ẞ", "ss"), ("ﬁn", "fin"), ("Ⅷ", "viii"),
    ("Ｆｕｌｌ", "full"), ("Émile", "emile"), ("E\u{301}", "e"), ("Søren", "soren"), ("Łódź", "lodz"),
    ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Đorđe", "dorde"), ("Ħal", "hal"), ("ı", "i"),
    ("İstanbul", "istanbul"), ("Ŧ", "t"), ("Þór", "thor"), ("Άλφα", "αλφα"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
    ("σίσυφος", "σισυφοσ"), ("Ёлка", "елка"), ("й", "й"), ("Й", "й"), ("за\u{301}мок", "замок"),
    ("が", "が"), ("か\u{3099}", "が"), ("ｶﾞ", "ガ"), ("हिन्दी", "हिन्दी"), ("한", "한"),
    ("\u{1112}\u{1161}\u{11AB}", "한"), ("q\u{301}\u{323}", "q"), ("so\u{AD}ft", "soft"),
    ("1\u{301}", "1\u{301}"), ("ŉ", "ʼn"), ("", ""),
  ])
  func foldingRemovesCaseVariantsAndMarks(text: String, expected: String) {
    expect(text, folds: [.ignoresCase, .ignoresMarks], to: expected)
  }

  @Test(arguments: [
    ("Émile", "émile"), ("E\u{301}", "é"), ("Søren", "søren"), ("Straße", "strasse"), ("Й", "й"),
    ("Ё", "ё"), ("q\u{323}\u{301}", "q\u{323}\u{301}"),
  ])
  func foldingOfCaseKeepsAccents(text: String, expected: String) {
    expect(text, folds: .ignoresCase, to: expected)
  }

  @Test(arguments: [
    ("Émile", "Emile"), ("Søren", "Soren"), ("Ægir", "AEgir"), ("Straße", "Strasse"), ("Ё", "Е"),
    ("Ｆ", "F"), ("İ", "I"), ("ᾼ", "ᾼ"), ("so\u{AD}ft", "soft"),
  ])
  func foldingOfMarksKeepsCase(text: String, expected: String) {
    expect(text, folds: .ignoresMarks, to: expected)
  }

  @Test(arguments: [("e\u{301}", "é"), ("ﬁ", "ﬁ"), ("Ａß", "Ａß"), ("so\u{AD}ft", "so\u{AD}ft")])
  func withoutFoldingTheResultIsTheNormalForm(text: String, expected: String) {
    expect(text, folds: [], to: expected)
  }

  @Test(arguments: [
    ("feature/login", [0, 8]), ("Jean-Luc", [0, 5]), ("O'Brien", [0, 2]), ("db-07", [0, 3]),
    ("a_b.c", [0, 2, 4]), ("a--b", [0, 2, 3]), ("--", [0, 1]), ("", [0]), ("x1y", [0, 1, 2]),
    ("fooBar", [0, 3]), ("HTMLParser", [0, 4]), ("AB", [0]), ("ABC", [0]), ("ABc", [0, 1]),
    ("A\u{20DD}B\u{20DD}c", [0, 4]), ("éÉ", [0, 1]), ("x²", [0, 1]), ("東1B", [0, 3, 4]),
    ("Été à Été", [0, 4, 6]),  // folded: "ete a ete"
    ("ﬁ-ﬁ", [0, 3]), ("क\u{94D}ष", [0]), ("e\u{301}a", [0]), ("❤\u{FE0F}Anna", [0, 3]),
    ("-\u{301}a", [0, 3]), ("\u{301}a", [0]), ("a\u{200B}b", [0, 1]), ("東京", [0]),
    ("\u{200B}\u{200B}", [0]),
  ])
  func wordsStartAfterSignsAtNumbersAndAtCapitals(text: String, expected: [UInt32]) {
    #expect(fold(text, [.ignoresCase, .ignoresMarks]).words == expected)
  }

  /// A text this long is folded word by word; the part before its last word is folded in the same way.
  private func expectFoldedAsInALongText(_ text: String) {
    let rule: FoldedText.Rule = [.ignoresCase, .ignoresMarks]
    let short = fold(text, rule)
    let long = fold(text + " " + String(repeating: "x", count: 130), rule)
    #expect(long.bytes.dropLast(131) == short.bytes[...], "\(Array(text.unicodeScalars))")
    #expect(
      long.words.prefix(short.words.count) == short.words[...], "\(Array(text.unicodeScalars))")
  }

  @Test func eachCharacterIsFoldedTheSameInAShortAndInALongText() {
    for scalar in (0...UInt32(0xFFFF)).compactMap(UnicodeScalar.init) {
      expectFoldedAsInALongText("α\(scalar)И\(scalar)b")
    }
  }

  @Test func randomTextsAreFoldedTheSameInAShortAndInALongText() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<20_000 { expectFoldedAsInALongText(SampleText.text(upTo: 9, using: &random)) }
  }

  @Test func onlyNormalizedTextIsUsedUnchanged() throws {
    for scalar in (0x80...UInt32(0xFFFF)).compactMap(UnicodeScalar.init) {
      let text = Array("e\(scalar)가\(scalar)\u{301}x".utf8)
      let normal = text.withUnsafeBufferPointer { CheckedBytes.normalForm(of: $0) }
      let checked = try text.withUnsafeBytes { (text) throws(NameError) in
        try CheckedBytes(text).normalized
      }
      #expect((checked == nil) == (normal == text), "\(scalar.value)")
    }
  }

  @Test func anASCIITextIsFoldedTheSameInTheColumnAndOutside() throws {
    let texts = ["Karen Sanchez", "a--B", "X", "~ @[`{ 09", "O'Brien-Smith", "\u{7F}a"]
    var column = FoldedColumn()
    for text in texts {
      var text = text
      try text.withUTF8 { try column.append(folding: UnsafeRawBufferPointer($0)) }
    }
    column.seal()
    for (row, text) in texts.enumerated() {
      let folded = fold(text, [.ignoresCase, .ignoresMarks])
      let start = column.start(ofRow: row)
      #expect(Array(column.bytes[start..<(column.start(ofRow: row + 1) - 1)]) == folded.bytes)
      let words = column.wordStarts[Int(column.firstWords[row])..<Int(column.firstWords[row + 1])]
      #expect(words.map { $0 - UInt32(start) } == folded.words)
    }
  }

  @Test(arguments: [("abc", true), ("", true), ("\u{301}", false), ("ि", false), ("ﾞ", false)])
  func aCharacterDoesNotEndBeforeAMark(text: String, expected: Bool) {
    #expect(Array(("x" + text).utf8).withUnsafeBytes { $0.isBorder(at: 1) } == expected)
  }
}
