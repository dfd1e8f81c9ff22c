@testable import Terminal
@testable import TerminalText

/// Frames with hostile text, painted one over another: checks what is sent to the terminal.
///
/// The input is four bytes of choices, and lines of text separated by 0xFF, each after a byte for
/// its style.
struct ScreenTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let size = ScreenSize(columns: Int(input.byte()) % 50, rows: Int(input.byte()) % 8)
    let choices = input.byte()
    let start: Frame.Position? = choices & 1 == 0 ? nil : Frame.Position(row: 0, column: 0)
    let painter = FramePainter(usesColor: choices & 2 == 0)
    let glyphs: Glyphs = choices & 4 == 0 ? .unicode : .ascii
    let column = Int(input.byte())
    var frames: [Frame] = []
    while !input.isEmpty, frames.count < 4 {
      let lines = (0..<size.rows).map { _ in line(&input, glyphs) }
      let cursor = Frame.Position(row: frames.count, column: column)
      frames.append(Frame(lines: lines, cursor: choices & 8 == 0 ? cursor : nil))
    }
    var previous: Frame?
    for frame in frames + [frames.first ?? Frame()] {
      try check(painter.bytes(for: frame, after: previous, size: size, from: start), size)
      previous = frame
      try Fault.unless(
        painter.bytes(for: frame, after: frame, size: size, from: start).isEmpty,
        "painted without a change")
    }
    try checkPlain(frames, size, glyphs)
  }

  private func check(_ bytes: [UInt8], _ size: ScreenSize) throws {
    let offense = TerminalBytes.offense(in: bytes)
    try Fault.unless(offense == nil, "painted: \(offense ?? "")")
  }

  private func line(_ input: inout Input, _ glyphs: Glyphs) -> ScreenLine {
    let flags = input.byte()
    var line = StyledText()
    for word in input.text().split(separator: " ", omittingEmptySubsequences: false) {
      let style = Style(
        foreground: PaletteColor(rawValue: flags & 31), isBold: line.runs.count % 2 == 0,
        isUnderlined: flags & 64 != 0, isReversed: flags & 128 != 0 && line.isEmpty)
      let text = String(word) + " "
      line.append(isControl ? DisplayText(safe: text) : DisplayText(text, glyphs: glyphs), style)
    }
    return ScreenLine(line, trailing: flags & 32 == 0 ? nil : StyledText(DisplayText("end")))
  }

  /// The same lines for a terminal without escape sequences.
  private func checkPlain(_ frames: [Frame], _ size: ScreenSize, _ glyphs: Glyphs) throws {
    var painter = PlainLinePainter()
    for line in frames.flatMap(\.lines) {
      let text = line.body.plainText
      let middle = text.index(text.startIndex, offsetBy: text.count / 2)
      let edited = EditorLine(
        prompt: "> ", beforeCursor: String(text[..<middle]), afterCursor: String(text[middle...]))
      let bytes = painter.bytes(for: edited, columns: size.columns, glyphs: glyphs)
      let shown = bytes.filter { $0 != 0x08 && $0 != 0x0A }
      let offense = TerminalBytes.offense(in: String(decoding: shown, as: UTF8.self))
      try Fault.unless(offense == nil, "on a plain terminal: \(offense ?? "")")
    }
  }
}
