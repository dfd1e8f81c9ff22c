import LibraryTestSupport
import Terminal
import TerminalText
import TestSupport
import Testing

struct FramePainterTests {
  private let size = ScreenSize(columns: 20, rows: 3)

  private func painted(
    _ frame: Frame, after previous: Frame? = nil, size: ScreenSize? = nil, usesColor: Bool = true,
    from start: Frame.Position? = nil
  ) -> String {
    let bytes = FramePainter(usesColor: usesColor).bytes(
      for: frame, after: previous, size: size ?? self.size, from: start)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
      .replacing("\r", with: "«")
  }

  private func frame(_ lines: String..., cursor: Frame.Position? = nil) -> Frame {
    Frame(lines: lines.map { ScreenLine(DisplayText($0)) }, cursor: cursor)
  }

  private let start = "^[?2026h^[?25l"

  @Test func theFirstFrameIsPaintedRowByRow() {
    let cursor = Frame.Position(row: 1, column: 2)
    #expect(
      painted(frame("a", "bc", cursor: cursor))
        == start + "^[1;1Ha^[K^[B«bc^[K^[B«^[K^[2;3H^[?25h^[?2026l")
  }

  @Test func onlyCellsThatChangedAreSent() {
    let text = painted(frame("a", "the new row", "c"), after: frame("a", "the old row", "c"))
    #expect(text == start + "^[2;5Hnew^[A«^[?2026l")
  }

  @Test func anEqualFrameSendsNothing() {
    #expect(painted(frame("a"), after: frame("a", "")) == "")
  }

  @Test func aTypedLetterSendsOnlyThatLetter() {
    let old = frame("", "> a", cursor: .init(row: 1, column: 3))
    let new = frame("", "> ab", cursor: .init(row: 1, column: 4))
    let shown = Frame.Position(row: 1, column: 3)
    #expect(painted(new, after: old, from: shown) == "^[?2026hb^[?2026l")
    #expect(painted(new, after: old) == "^[?2026h^[2;4Hb^[?2026l")
    #expect(
      painted(old, after: new, from: .init(row: 1, column: 4)) == "^[?2026h^[4G^[K^[?2026l")
  }

  @Test func aCursorThatMovedSendsNoCells() {
    let old = frame("a", cursor: .init(row: 0, column: 0))
    let new = frame("a", cursor: .init(row: 9, column: 99))
    #expect(painted(new, after: old) == "^[?2026h^[3;20H^[?2026l")
    #expect(painted(frame("a"), after: old) == "^[?2026h^[?25l^[1;1H^[?2026l")
  }

  @Test(arguments: [
    ("0123456789", "x123456789", "^[1;1Hx"),
    ("0123456789", "x12345678y", "^[1;1Hx^[8Cy"),
    ("0123456789", "x123y56789", "^[1;1Hx123y"),  // shorter than jumping over them
    ("0123456789", "01234", "^[1;6H^[K"),
    ("0123456789abc", "0           xy", "^[1;2H^[11X^[13Gxy"),
    ("日本語", "日x語", "^[1;3Hx語^[K"),
    ("日本語", "x日本", "^[1;1Hx日本^[K"),
  ])
  func theShortestMovementIsSent(old: String, new: String, expected: String) {
    #expect(painted(frame(new), after: frame(old)) == start + expected + "«^[?2026l")
  }

  @Test func afterAClusterOfUncertainWidthTheRowIsWrittenToItsEnd() {
    let family = "👩‍👩‍👧‍👦"
    #expect(
      painted(frame("ab\(family)cx"), after: frame("ab\(family)cd"))
        == start + "^[1;3H^[K\(family)cx^[1;1H^[?2026l")
    #expect(
      painted(frame("xb\(family)cd"), after: frame("ab\(family)cd"))
        == start + "^[1;1Hx«^[?2026l")
    let line = ScreenLine(StyledText(DisplayText(family)), trailing: StyledText(DisplayText("A")))
    #expect(painted(Frame(lines: [line])).hasPrefix(start + "^[1;1H^[K\(family)^[1;20HA^[B«"))
  }

  @Test func trailingTextEndsInTheLastColumn() {
    let line = ScreenLine(
      StyledText(DisplayText("日本語")), trailing: StyledText(DisplayText(" 42")))
    #expect(painted(Frame(lines: [line])).contains("^[1;1H日本語^[12X^[19G42^[B«"))
  }

  @Test func stylesAreSetAndReset() {
    let style = Style(
      foreground: .brightRed, isBold: true, isDim: true, isUnderlined: true, isStruck: true,
      isReversed: true)
    let text = StyledText(DisplayText("a"), style) + StyledText(DisplayText("b"))
    let line = Frame(lines: [ScreenLine(text)])
    #expect(painted(line).contains("^[1;2;4;7;9;91ma^[mb^[K"))
    #expect(painted(line, usesColor: false).contains("^[1;2;4;7;9ma^[mb^[K"))
  }

  @Test func aStyleInvisibleOnSpacesIsNotReset() {
    let bold = Style(isBold: true)
    let text =
      StyledText(DisplayText("a"), bold) + StyledText(DisplayText(" "))
      + StyledText(DisplayText("b"), bold)
    #expect(painted(Frame(lines: [ScreenLine(text)])).contains("^[1ma b^[K"))
    let reversed = StyledText(DisplayText(" "), Style(isReversed: true))
    #expect(painted(Frame(lines: [ScreenLine(reversed)])).contains("^[7m ^[m^[K"))
  }

  // MARK: Laws

  /// Paints frames one over another, and compares with the last one painted on a new terminal; on a
  /// whole screen, and in an area that begins somewhere on it.
  @Test(arguments: UInt64(0)..<200)
  func theFrameIsShownWhateverWasShownBefore(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let isArea = seed % 2 == 0
    let size = ScreenSize(
      columns: .random(in: 10...40, using: &random), rows: .random(in: 2...8, using: &random))
    let above = isArea ? 3 : 0
    let rows = size.rows + above
    let opening = "\u{1B}[?7l\u{1B}[?25l" + String(repeating: "\r\n", count: above)
    var all = Array(opening.utf8)
    var previous = isArea ? Frame() : nil
    var cursor = Frame.Position(row: 0, column: 0)
    var fresh: [UInt8] = []
    for _ in 0..<4 {
      let frame = Self.randomFrame(after: previous, using: &random)
      let bytes = FramePainter().bytes(
        for: frame, after: previous, size: size, from: isArea ? cursor : nil)
      ByteOracle.screen.check(bytes)
      #expect(!bytes.contains(0x0A))
      all += bytes
      fresh =
        Array(opening.utf8)
        + FramePainter().bytes(
          for: frame, after: nil, size: size, from: isArea ? .init(row: 0, column: 0) : nil)
      previous = frame
      cursor = Frame.Position(row: 0, column: 0)
      if let position = frame.cursor {
        cursor = .init(
          row: min(max(position.row, 0), size.rows - 1),
          column: min(max(position.column, 0), size.columns - 1))
      }
      let seen = Screen.showing(all, rows: rows, columns: size.columns)
      let wanted = Screen.showing(fresh, rows: rows, columns: size.columns)
      let isRight = seen.difference(from: wanted) == nil && seen.cursor.row == cursor.row + above
      #expect(isRight, "\(seen.difference(from: wanted) ?? "cursor in another row")")
      #expect(seen.cursorIsVisible == (frame.cursor != nil))
    }
  }

  private static let texts = [
    "", "plain", "plain text", "   ", "日本語", "\u{1B}[31m\u{9B}2J\u{202E}", "e\u{301}é",
    "a rather long text, too long", "·····", "❤️", "x❤️y",
  ]
  /// Wider on this terminal than assumed; only where they do not fill the row.
  private static let wider = ["👩‍👩‍👧‍👦", "👍🏽", "हिन्दी", "각"]

  private static func randomFrame(
    after previous: Frame?, using random: inout SeededGenerator
  ) -> Frame {
    var lines = previous?.lines ?? []
    if Int.random(in: 0..<4, using: &random) == 0 { lines = [] }
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let line = randomLine(using: &random)
      let place = Int.random(in: 0...9, using: &random)
      if place < lines.count { lines[place] = line } else { lines.append(line) }
    }
    let cursor = Frame.Position(
      row: .random(in: -1...9, using: &random), column: .random(in: -1...50, using: &random))
    return Frame(lines: lines, cursor: Bool.random(using: &random) ? cursor : nil)
  }

  private static func randomLine(using random: inout SeededGenerator) -> ScreenLine {
    var text = StyledText()
    for _ in 0..<3 {
      let style = Style(
        foreground: [nil, .red, .brightBlue].randomElement(using: &random) ?? nil,
        isBold: .random(using: &random), isUnderlined: Int.random(in: 0..<5, using: &random) == 0,
        isReversed: Int.random(in: 0..<5, using: &random) == 0)
      text.append(DisplayText(texts.randomElement(using: &random) ?? ""), style)
    }
    if Bool.random(using: &random) {
      text = text.prefix(columns: 1)
      text.append(DisplayText(wider.randomElement(using: &random) ?? ""))
    }
    return ScreenLine(text, trailing: Bool.random(using: &random) ? text.prefix(columns: 1) : nil)
  }
}
