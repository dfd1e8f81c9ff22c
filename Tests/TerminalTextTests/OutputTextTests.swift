import LibraryTestSupport
import TerminalText
import TestSupport
import Testing

struct OutputTextTests {
  private func text(_ output: String, mostLines: Int = 100) -> OutputText {
    text(Array(output.utf8), mostLines: mostLines)
  }

  private func text(_ bytes: [UInt8], mostLines: Int = 100) -> OutputText {
    var text = OutputText(mostLines: mostLines)
    text.append(bytes)
    text.finish()
    return text
  }

  private func plain(_ output: String) -> [String] { text(output).lines.map(\.plainText) }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], [0x61, 0xFF, 0x62]),
      ([0xE6, 0x97, 0x1B, 0x5B, 0x6D, 0x61], [0xE6, 0x97, 0x61]),
      ([0xC3, 0xC3, 0xA9, 0xC3], [0xC3, 0xC3, 0xA9, 0xC3]),
      ([0xE6, 0x97, 0xA5], [0xE6, 0x97, 0xA5]),
      ([0x1B, 0x5B, 0x31, 0x6D, 0xF0, 0x9F, 0xFF, 0x80], [0xF0, 0x9F, 0xFF, 0x80]),
      (Array("\u{FFFD}".utf8), Array("\u{FFFD}".utf8)),
    ] as [([UInt8], [UInt8])])
  func invalidBytesStayWhereTheyAreKept(line: [UInt8], expected: [UInt8]) {
    #expect(ColoredText(line, keepsInvalid: true).bytes == expected)
    #expect(ColoredText(line).bytes == Array(String(decoding: expected, as: UTF8.self).utf8))
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\na", ["", "", "a"]),
    ("a\r\nb\r\n", ["a", "b"]), ("a\r\r\nb", ["a", "b"]),
    ("10%\r20%\rdone\n", ["done"]), ("10%\r", ["10%"]), ("abc\rx", ["x"]),
    ("10%\r\u{1B}[Kx", ["x"]), ("10%\r\u{1B}[K\n", [""]), ("ab\u{1B}[Kc", ["abc"]),
    ("ab\u{1B}[2Kc", ["c"]), ("ab\u{1B}[1K", ["ab"]),
    ("\tx", ["        x"]), ("1234567\tx", ["1234567 x"]), ("12345678\tx", ["12345678        x"]),
    ("東\tx", ["東      x"]), ("\u{1B}\tx", ["␛       x"]),
  ])
  func linesEndAndRestartAsOnATerminal(output: String, expected: [String]) {
    #expect(plain(output) == expected)
  }

  @Test(arguments: [
    ("\u{1B}[2J\u{1B}[3;4Hx\u{1B}[?25l\u{1B}[>c", "x"),
    ("\u{1B}]0;title\u{7}x\u{1B}]8;;http://a\u{1B}\\y\u{9C}", "xy<U+009C>"),
    ("\u{1B}Pq#0\u{1B}\\x\u{1B}_a\u{1B}\\y\u{1B}^b\u{9C}z", "xyz"),
    ("\u{1B}(Bx\u{1B}=y\u{1B}Mz\u{1B}#8", "xyz"),
    ("\u{1B}[1\u{7}x", "␇x"), ("\u{1B}[" + String(repeating: "1;", count: 99) + "mx", "x"),
    ("\u{1B}\u{1B}[1mx", "␛x"), ("\u{1B}éx", "␛éx"), ("a\u{8}b\u{0}\u{7F}", "a␈b␀␡"),
    ("\u{9B}31mx", "<U+009B>31mx"), ("a\u{202E}b\u{2066}", "a<U+202E>b<U+2066>"),
    ("\u{1B}]0;a\u{1B}[1mb", "b"), ("\u{1B}[", ""), ("x\u{1B}", "x"),
    ("e\u{301}👩\u{200D}👩", "e\u{301}👩\u{200D}👩"),
  ])
  func sequencesAreRemovedAndControlsMadeVisible(output: String, expected: String) {
    #expect(plain(output).joined(separator: "|") == expected)
  }

  @Test func aStringWithoutAnEndHidesOneLineAtMost() {
    #expect(plain("a\u{1B}]0;title\nb\u{1B}Pq\nc\u{1B}[\nd") == ["a", "b", "c", "d"])
  }

  @Test(
    arguments: [
      ([0xFF, 0x61], "\u{FFFD}a"), ([0xC3], "\u{FFFD}"), ([0xC3, 0x61], "\u{FFFD}a"),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xE2, 0x82, 0x0A], "\u{FFFD}"), ([0xE2, 0x82, 0xAC], "€"),
      ([0xF4, 0x8F, 0xBF, 0xBE], "<U+10FFFE>"),
    ] as [([UInt8], String)])
  func invalidBytesAreReplaced(bytes: [UInt8], expected: String) {
    #expect(text(bytes).lines.map(\.plainText) == [expected])
  }

  // MARK: Styles

  @Test(arguments: [
    ("1", Style(isBold: true)), ("2", Style(isDim: true)), ("4", Style(isUnderlined: true)),
    ("7", Style(isReversed: true)), ("9", Style(isStruck: true)), ("1;2;22", Style()),
    ("4;24", Style()), ("7;27", Style()), ("9;29", Style()), ("1;31;0", Style()), ("1;", Style()),
    ("31", Style(foreground: .red)), ("97", Style(foreground: .brightWhite)),
    ("31;39", Style()), ("01;34", Style(foreground: .blue, isBold: true)),
    ("38;5;9", Style(foreground: .brightRed)),
    ("38;5;196;1", Style(foreground: .brightRed, isBold: true)),
    ("38;5;240", Style(foreground: .brightBlack)), ("38;5;256", Style()),
    ("38;2;0;128;0", Style(foreground: .green)),
    ("38;2;255;255;255", Style(foreground: .brightWhite)),
    ("38:2::0:0:200", Style(foreground: .blue)), ("38:5:3", Style(foreground: .yellow)),
    ("38;7;1", Style()), ("38", Style()), ("4:3", Style(isUnderlined: true)), ("4:0", Style()),
    ("41", Style(foreground: .red, isReversed: true)),
    ("97;41", Style(foreground: .red, isReversed: true)),
    ("41;7", Style(foreground: .red)), ("30;47", Style(isReversed: true)), ("97;40", Style()),
    ("31;40", Style(foreground: .red)), ("31;41;49", Style(foreground: .red)),
    ("3", Style()), ("99999999999999999999;1", Style(isBold: true)), ("?1", Style()),
    (">4;1", Style()),
  ])
  func aRenditionIsAStyle(parameters: String, expected: Style) {
    let line = text("a\u{1B}[\(parameters)mb").lines[0]
    #expect(line.runs.last?.style == expected)
    #expect(line.plainText == "ab")
  }

  @Test func aStyleContinuesOverLinesAndTabsUntilReset() {
    let lines = text("a\u{1B}[31mb\n\tc\u{1B}[md").lines
    #expect(
      lines[0] == StyledText(DisplayText("a"))
        + StyledText(DisplayText("b"), Style(foreground: .red)))
    #expect(
      lines[1]
        == StyledText(DisplayText("        c"), Style(foreground: .red))
        + StyledText(DisplayText("d")))
  }

  @Test func aMarkStaysOnItsLetterAtAStyleChange() {
    #expect(plain("e\u{1B}[31m\u{301}x") == ["e\u{301}x"])
  }

  // MARK: Limits

  @Test(arguments: [("1\n2\n", false), ("1\n2", false), ("1\n2\n3", true), ("1\n2\n\n", true)])
  func theFirstLinesAreKept(output: String, isCut: Bool) {
    let text = text(output, mostLines: 2)
    #expect(text.lines.map(\.plainText) == ["1", "2"])
    #expect(text.isCut == isCut)
  }

  @Test func aLineWithoutEndIsCut() {
    let lines = text(String(repeating: "x", count: 1 << 20) + "\rdone\nnext").lines
    #expect(lines.map(\.plainText) == ["done", "next"])
    let long = text(String(repeating: "é", count: 1 << 20)).lines
    #expect(long.map(\.columns) == [4_096])
  }

  // MARK: Laws

  @Test(arguments: UInt64(0)..<300)
  func anyBytesAtAnySplitGiveTheSameHarmlessLines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Self.output(using: &random)
    let whole = text(bytes, mostLines: 20)
    var pieces = OutputText(mostLines: 20)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(rest.count, 7), using: &random)
      pieces.append(rest.prefix(count))
      _ = pieces.lines
      rest = rest.dropFirst(count)
    }
    pieces.finish()
    #expect(pieces.lines == whole.lines)
    #expect(pieces.isCut == whole.isCut)
    #expect(whole.lines.count <= 20)
    for line in whole.lines {
      let shown = Array(line.plainText.utf8)
      #expect(ByteOracle(allowing: []).firstOffense(in: shown) == nil)
      #expect(!shown.contains { $0 < 0x20 })
    }
  }

  /// Pieces of sequences, text and random bytes.
  private static func output(using random: inout SeededGenerator) -> [UInt8] {
    let parts: [String] = [
      "\u{1B}", "[", "]", "31m", "\u{1B}[1;4m", "\u{1B}[38;5;99m", "\u{1B}]0;x\u{7}", "\u{1B}\\",
      "\r",
      "\n", "\r\n", "\t", "a", "東", "e\u{301}", "\u{301}", "👩\u{200D}👩", "\u{202E}", "\u{9B}",
      "\u{9C}",
      "\u{0}", "K", "\u{1B}[2K", "\u{1B}(B", "\u{18}", "words and more", "\u{E000}", "\u{FE0F}",
    ]
    return (0..<Int.random(in: 0...60, using: &random)).flatMap { _ -> [UInt8] in
      if Int.random(in: 0..<4, using: &random) == 0 {
        return [UInt8.random(in: 0...255, using: &random)]
      }
      return Array((parts.randomElement(using: &random) ?? "").utf8)
    }
  }
}
