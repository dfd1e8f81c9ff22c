@testable import Terminal
@testable import TerminalText

/// The output of commands in previews: whole, in pieces, and printed and read again.
///
/// The input is two bytes of choices, and the output.
struct PreviewsTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let seed = input.byte()
    let glyphs: Glyphs = choices & 1 == 0 ? .unicode : .ascii
    let most = Int(choices >> 1) % 8 + 1
    let bytes = input.remainder()
    let whole = text([bytes[...]], most, glyphs)
    let lines = isControl ? careless(bytes, most) : whole.lines
    try checkText(lines, whole.isCut, NaiveOutput(bytes, mostLines: most), glyphs)
    let pieces = text(bytes.cut(seed: seed), most, glyphs)
    try Fault.unless(pieces.lines == whole.lines && pieces.isCut == whole.isCut, "other in pieces")
    try checkPrinting(lines, glyphs)
  }

  private func text(_ pieces: [ArraySlice<UInt8>], _ most: Int, _ glyphs: Glyphs) -> OutputText {
    var text = OutputText(mostLines: most, glyphs: glyphs)
    for piece in pieces { text.append(piece) }
    text.finish()
    return text
  }

  private func checkText(
    _ lines: [StyledText], _ isCut: Bool, _ naive: NaiveOutput, _ glyphs: Glyphs
  ) throws {
    let expected = naive.lines.map { line in
      var text = DisplayText.empty
      for (place, part) in line.split(separator: "\t", omittingEmptySubsequences: false)
        .enumerated()
      {
        if place > 0 { text = text + .blank(columns: 8 - text.columns % 8) }
        text = text + DisplayText(String(String.UnicodeScalarView(part)), glyphs: glyphs)
      }
      return text.text
    }
    let found = lines.map(\.plainText)
    try Fault.unless(
      found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(found), not \(expected)")
    try Fault.unless(isCut == naive.isCut, isCut ? "cut" : "not cut")
    for line in lines {
      let offense = TerminalBytes.offense(in: line.plainText)
      try Fault.unless(offense == nil, "in a preview: \(offense ?? "")")
      try Fault.unless(
        line.runs.allSatisfy { !$0.text.isEmpty }
          && line.columns == line.runs.reduce(0) { $0 + $1.text.columns }, "runs are wrong")
    }
  }

  /// Checks that styled text is unchanged after it was printed and read again.
  private func checkPrinting(_ lines: [StyledText], _ glyphs: Glyphs) throws {
    let bytes = FramePainter().bytes(printing: lines)
    let offense = TerminalBytes.offense(in: bytes)
    try Fault.unless(offense == nil, "printed: \(offense ?? "")")
    // Of longer lines, only the beginning is read.
    guard lines.allSatisfy({ $0.plainText.utf8.count < 8 << 10 }) else { return }
    let again = text([bytes[...]], lines.count + 1, glyphs).lines
    try Fault.unless(again == lines, "\(bytes.shown) reads as \(again.map(\.plainText))")
  }

  /// For the control: unchanged lines.
  private func careless(_ bytes: [UInt8], _ most: Int) -> [StyledText] {
    NaiveOutput(bytes, mostLines: most).lines.map { line in
      StyledText(DisplayText(safe: String(String.UnicodeScalarView(line))))
    }
  }
}
