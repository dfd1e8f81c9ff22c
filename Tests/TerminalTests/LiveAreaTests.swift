import TerminalText
import TestSupport
import Testing

@testable import Terminal

struct LiveAreaTests {
  private let size = ScreenSize(columns: 20, rows: 4)

  private func frame(_ lines: [String], cursor: Frame.Position) -> Frame {
    Frame(lines: lines.map { ScreenLine(DisplayText($0)) }, cursor: cursor)
  }

  private func text(_ bytes: [UInt8]) -> String {
    let signs: [UInt8: String] = [0x1B: "^", 0x0D: "«", 0x0A: "¶"]
    return bytes.map { signs[$0] ?? String(Unicode.Scalar($0)) }.joined()
  }

  @Test func textBeforeTheCursorStays() {
    for before in ["", "x", String(repeating: "x", count: 19), String(repeating: "x", count: 20)] {
      var area = LiveArea()
      let bytes = Array(before.utf8) + area.begin(columns: 20) + Array("area".utf8)
      let screen = Screen.showing(bytes, rows: 4, columns: 20)
      #expect(screen.text == (before.isEmpty ? "area" : before + "\narea"))
    }
  }

  @Test func roomIsMadeBelowTheCursor() {
    var area = LiveArea()
    #expect(text(area.reserve(rows: 4)) == "«¶¶¶^[3A")
    #expect(text(area.reserve(rows: 3)) == "")
    area.remember(frame(["a", "b"], cursor: .init(row: 1, column: 5)), size: size)
    #expect(text(area.reserve(rows: 6)) == "^[2B«¶¶^[5A")
    #expect(area.cursor == .init(row: 0, column: 0) && area.rows == 6)
    area.remember(frame(["a", "b"], cursor: .init(row: 1, column: 5)), size: size)
    #expect(text(area.erase()) == "^[A«^[J")
    #expect(area.rows == 0)
  }

  @Test(arguments: [
    (20, 2, 7), (30, 2, 7), (10, 3, 0), (5, 6, 0), (1, 28, 0),
  ])
  func inANarrowerWindowRowsAreWrapped(columns: Int, row: Int, column: Int) {
    var area = LiveArea()
    _ = area.reserve(rows: 4)
    // A blank row takes a row as well.
    let lines = [String(repeating: "x", count: 20), "", "12345678"]
    area.remember(frame(lines, cursor: .init(row: 2, column: 7)), size: size)
    area.wrap(columns: 3)  // the width in between makes no difference
    area.wrap(columns: columns)
    #expect(area.cursor == .init(row: row, column: column))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "tmux-256color"], true), ([:], true),
    (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"], false),
    (["TERM": "screen", "STY": "1.pts"], false), (["TERM": "screen"], true),
    (["TERM": "linux"], false), (["TERM": "st-256color"], false), (["TERM": "vt220"], false),
  ])
  func terminalsThatCutOffRowsAreKnown(environment: [String: String], wraps: Bool) {
    #expect(TerminalKind.wraps { environment[$0] } == wraps)
  }
}
