import LibraryTestSupport
import TerminalText
import Testing

@testable import Terminal

struct PlainLinePainterTests {
  @Test func aNewLetterIsSentAlone() {
    var painter = PlainLinePainter()
    #expect(sent(&painter, "", "") == "> ")
    #expect(sent(&painter, "a", "") == "a")
    #expect(sent(&painter, "a", "") == "")
    #expect(sent(&painter, "", "a") == "\u{8}")
    #expect(sent(&painter, "a", "") == "a")
    #expect(sent(&painter, "", "") == "\u{8} \u{8}")
  }

  @Test func anInterruptLeavesTheRowUnchanged() {
    var painter = PlainLinePainter()
    #expect(painter.breakOff().isEmpty)
    _ = sent(&painter, "日", "x")
    #expect(painter.breakOff() == [0x0A])
    #expect(painter.breakOff().isEmpty)
    #expect(sent(&painter, "日", "") == "> 日")
  }

  @Test func aRowWrappedByANarrowerWindowIsNotReused() {
    var painter = PlainLinePainter()
    #expect(sent(&painter, "abcdefgh", "") == "> abcdefgh")
    #expect(sent(&painter, "abcdefgh", "", columns: 8) == "\ncdefgh")
  }

  @Test(arguments: UInt64(0)..<200)
  func theRowShowsTheLineWhateverItShowedBefore(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var painter = PlainLinePainter()
    var row = Row()
    for _ in 0..<8 {
      let line = EditorLine(
        prompt: "> ", beforeCursor: letters(using: &random), afterCursor: letters(using: &random))
      row.write(painter.bytes(for: line, columns: 20, glyphs: .unicode))
      let fitted = line.fitted(columns: 19)
      #expect(row.text == Row.withoutBlanksAtEnd(fitted.prompt.text + fitted.line.text))
      #expect(row.cursor == fitted.cursorColumn)
    }
  }

  /// A row of a terminal that supports letters of one column, spaces and backspaces.
  private struct Row {
    private var cells: [Character] = []
    private(set) var cursor = 0

    var text: String { Self.withoutBlanksAtEnd(String(cells)) }

    static func withoutBlanksAtEnd(_ text: String) -> String {
      String(text.reversed().drop { $0 == " " }.reversed())
    }

    mutating func write(_ bytes: [UInt8]) {
      for character in String(decoding: bytes, as: UTF8.self) {
        if character == "\u{8}" {
          cursor -= 1
          continue
        }
        if cursor == cells.count { cells.append(" ") }
        cells[cursor] = character
        cursor += 1
      }
    }
  }

  private func letters(using random: inout SeededGenerator) -> String {
    String(
      (0..<Int.random(in: 0...14, using: &random)).map { _ in
        "abcdé".randomElement(using: &random) ?? "a"
      })
  }

  private func sent(
    _ painter: inout PlainLinePainter, _ before: String, _ after: String, columns: Int = 20
  ) -> String {
    let line = EditorLine(prompt: "> ", beforeCursor: before, afterCursor: after)
    let bytes = painter.bytes(for: line, columns: columns, glyphs: .unicode)
    return String(decoding: bytes, as: UTF8.self)
  }
}
