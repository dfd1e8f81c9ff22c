import Terminal
import TerminalText
import TestSupport
import Testing

/// Frames on a real pseudo-terminal, without a line editor.
@MainActor @Suite(.serialized)
struct ScreenPainterTests {
  private let terminal: PseudoTerminal
  private let rows = 6
  private let columns = 20

  init() throws {
    terminal = try PseudoTerminal(rows: rows, columns: columns)
  }

  private func painter(_ mode: ScreenMode = .screen) throws -> ScreenPainter {
    let device = try TerminalDevice(path: terminal.slavePath)
    return ScreenPainter(device: device, mode: mode, painter: FramePainter(), wrapsRows: false)
  }

  private func frame(_ lines: String...) -> Frame {
    Frame(lines: lines.map { ScreenLine(DisplayText($0)) })
  }

  private func shown(_ bytes: [UInt8]) -> Screen {
    Screen.showing(bytes, rows: rows, columns: columns)
  }

  @Test func nothingIsPaintedBeforeTheScreenIsEntered() throws {
    let painter = try painter()
    painter.paint(frame("early"))
    #expect(terminal.written().isEmpty)
    painter.enter()
    painter.paint(frame("a", "b"))
    let screen = shown(terminal.written())
    #expect(screen.isAlternate)
    #expect((0..<3).map(screen.row) == ["a", "b", ""])
    painter.leave()
  }

  @Test func aShownFrameSendsNothingUntilRedrawn() throws {
    let painter = try painter()
    painter.enter()
    painter.paint(frame("a", "b"))
    _ = terminal.written()
    painter.paint(frame("a", "b"))
    #expect(terminal.written().isEmpty)
    painter.redraw()
    #expect(shown(terminal.written()).row(1) == "b")
    painter.leave()
  }

  @Test func leavingReturnsToTheNormalScreen() throws {
    let painter = try painter()
    painter.enter()
    painter.paint(frame("a"))
    painter.leave()
    let screen = shown(terminal.written())
    #expect(!screen.isAlternate)
    #expect(screen.cursorIsVisible)
    #expect(!screen.contains("a"))
    painter.paint(frame("late"))
    #expect(terminal.written().isEmpty)
  }

  @Test func anAreaOfAnAdaptiveHeightHasTheRowsOfItsFrame() throws {
    let painter = try painter(.inline(try AreaHeight("~4")))
    #expect(painter.size == ScreenSize(columns: columns, rows: 4))
    painter.enter()
    painter.paint(frame("a", "b"))
    var bytes = terminal.written()
    #expect((0..<3).map(shown(bytes).row) == ["a", "b", ""])
    painter.paint(frame("a", "b", "c", "d", "e"))
    bytes += terminal.written()
    #expect((0..<6).map(shown(bytes).row) == ["a", "b", "c", "d", "", ""])
    painter.leave()
    bytes += terminal.written()
    #expect(!shown(bytes).isAlternate)
    #expect((0..<4).allSatisfy { shown(bytes).row($0).isEmpty })
  }

  @Test func aBlockedTerminalLaterShowsTheNewestFrame() throws {
    let painter = try painter()
    painter.enter()
    var isTaken = true
    var count = 0
    // Frames that differ in each cell; the terminal's buffer has room for a few of them.
    while isTaken, count < 10_000 {
      count += 1
      let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(count % 26)))
      let line = String(repeating: letter, count: columns)
      isTaken = painter.paint(frame(line, line, line, line, line, line))
    }
    #expect(!isTaken)
    #expect(painter.isBehind)
    painter.paint(frame("passing"))
    var bytes = terminal.written()
    while !painter.paint(frame("newest")) { bytes += terminal.written() }
    bytes += terminal.written()
    #expect((0..<2).map(shown(bytes).row) == ["newest", ""])
    #expect(!String(decoding: bytes, as: UTF8.self).contains("passing"))
    painter.leave()
  }
}
