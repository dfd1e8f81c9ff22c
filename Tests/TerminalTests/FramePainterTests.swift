import Terminal
import TerminalText
import TestSupport
import Testing

struct FramePainterTests {
  private let size = ScreenSize(columns: 10, rows: 3)

  private func painted(
    _ frame: Frame, after previous: Frame? = nil, size: ScreenSize? = nil, usesColor: Bool = true
  ) -> String {
    let bytes = FramePainter(usesColor: usesColor).bytes(
      for: frame, after: previous, size: size ?? self.size)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  private func frame(_ lines: String..., cursor: Frame.Position? = nil) -> Frame {
    Frame(lines: lines.map { ScreenLine(DisplayText($0)) }, cursor: cursor)
  }

  private let start = "^[?2026h^[?25l^[?7l"

  @Test func theFirstFrameIsPaintedRowByRow() {
    let cursor = Frame.Position(row: 1, column: 2)
    #expect(
      painted(frame("a", "bc", cursor: cursor))
        == start + "^[1;1Ha^[K^[2;1Hbc^[K^[3;1H^[K^[?7h^[2;3H^[?25h^[?2026l")
  }

  @Test func onlyRowsThatChangedAreSent() {
    let text = painted(frame("a", "new", "c"), after: frame("a", "b", "c"))
    #expect(text == start + "^[2;1Hnew^[K^[?7h^[?2026l")
  }

  @Test func anEqualFrameSendsNothing() {
    #expect(painted(frame("a"), after: frame("a", "")) == "")
  }

  @Test func aCursorThatMovedSendsNoRows() {
    let old = frame("a", cursor: .init(row: 0, column: 0))
    let new = frame("a", cursor: .init(row: 9, column: 99))
    #expect(painted(new, after: old) == "^[?2026h^[?25l^[3;10H^[?25h^[?2026l")
    #expect(painted(frame("a"), after: old) == "^[?2026h^[?25l^[?2026l")
  }

  @Test func aFullRowIsErasedBeforeItIsWritten() {
    #expect(painted(frame("0123456789ab")).hasPrefix(start + "^[1;1H^[K0123456789^[2;1H"))
  }

  @Test func whatTrailsEndsInTheLastColumn() {
    let line = ScreenLine(
      StyledText(DisplayText("日本語日本語")), trailing: StyledText(DisplayText(" 42")))
    #expect(painted(Frame(lines: [line])).contains("^[1;1H日本語^[K^[8G 42^[2;1H"))
  }

  @Test func stylesAreSetAndLeft() {
    let style = Style(
      foreground: .brightRed, isBold: true, isDim: true, isUnderlined: true, isStruck: true,
      isReversed: true)
    let text = StyledText(DisplayText("a"), style) + StyledText(DisplayText("b"))
    let line = Frame(lines: [ScreenLine(text)])
    #expect(painted(line).contains("^[0;1;2;4;7;9;91ma^[0mb^[K"))
    #expect(painted(line, usesColor: false).contains("^[0;1;2;4;7;9ma^[0mb^[K"))
    let last = Frame(lines: [ScreenLine(StyledText(DisplayText("a"), style))])
    #expect(painted(last).contains("a^[0m^[K"))
  }

  @Test(arguments: UInt64(0)..<200)
  func whateverIsPaintedIsTextAndKnownSequences(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = ScreenSize(
      columns: .random(in: 0...40, using: &random), rows: .random(in: 0...8, using: &random))
    let frames = (0..<2).map { _ in Self.randomFrame(using: &random) }
    let bytes = FramePainter().bytes(for: frames[1], after: frames[0], size: size)
    ByteOracle(allowing: ControlSequence.patterns).check(bytes)
    #expect(!bytes.contains(0x0A))
  }

  private static func randomFrame(using random: inout SeededGenerator) -> Frame {
    let texts = ["", "plain", "日本語日本語日本語", "\u{1B}[31m\u{9B}2J\u{202E}", "👩‍👩‍👧‍👦👍🏽❤️"]
    let lines = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      var text = StyledText()
      for _ in 0..<3 {
        let style = Style(
          foreground: PaletteColor.allCases.randomElement(using: &random),
          isBold: .random(using: &random))
        text.append(DisplayText(texts.randomElement(using: &random) ?? ""), style)
      }
      return ScreenLine(text, trailing: Bool.random(using: &random) ? text : nil)
    }
    let cursor = Frame.Position(
      row: .random(in: -1...9, using: &random), column: .random(in: -1...50, using: &random))
    return Frame(lines: lines, cursor: Bool.random(using: &random) ? cursor : nil)
  }
}
