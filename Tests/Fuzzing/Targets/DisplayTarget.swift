@testable import TerminalText

/// Text for a terminal: made safe, measured, cut and wrapped.
///
/// The input is a byte of choices, one of columns, and the text.
struct DisplayTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let glyphs: Glyphs = choices & 1 == 0 ? .unicode : .ascii
    let limit = Int(input.byte()) % 40
    let untrusted = input.remainingText()
    let text = isControl ? DisplayText(safe: untrusted) : DisplayText(untrusted, glyphs: glyphs)
    try check(text, "made safe")
    try Fault.unless(
      text.text.utf8.count <= 5 * untrusted.utf8.count, "more than five times as long")
    try Fault.unless(text.columns <= 4 * untrusted.utf8.count, "\(text.columns) columns")
    let again = DisplayText(text.text, glyphs: glyphs)
    try Fault.unless(
      again.text.utf8.elementsEqual(text.text.utf8),
      "made safe again: \(again.text)")
    // One case per input, so that many inputs are tested.
    switch choices >> 1 & 7 {
    case 0...2: try checkCutting(text, limit, glyphs)
    case 3: try checkWrapping(text, limit, indent: Int(choices >> 4) % 8)
    case 4, 5: try checkParts(untrusted, text, at: limit, glyphs)
    default: try checkEditor(untrusted, limit, glyphs)
    }
  }

  private func check(
    _ text: DisplayText, _ what: String, atMost limit: Int = .max, isJoined: Bool = false
  ) throws {
    let offense = TerminalBytes.offense(in: text.text)
    try Fault.unless(offense == nil, "\(what): \(offense ?? "")")
    // When texts are joined, two characters may combine.
    let columns = ColumnWidth.of(text.text)
    try Fault.unless(
      text.columns == columns || isJoined && text.columns > columns,
      "\(what): \(text.columns) columns, not \(columns)")
    try Fault.unless(text.columns <= limit, "\(what): \(text.columns) columns, not \(limit)")
  }

  private func checkCutting(_ text: DisplayText, _ limit: Int, _ glyphs: Glyphs) throws {
    let (head, tail) = (text.prefix(columns: limit), text.dropping(columns: limit))
    try check(head, "a prefix", atMost: limit)
    try check(tail, "the rest")
    try Fault.unless(
      (head.text + tail.text).utf8.elementsEqual(text.text.utf8), "a prefix and its rest")
    try check(text.suffix(columns: limit), "a suffix", atMost: limit)
    try check(text.truncated(columns: limit, glyphs: glyphs), "truncated", atMost: max(limit, 0))
  }

  private func checkWrapping(_ text: DisplayText, _ limit: Int, indent: Int) throws {
    let lines = text.wrapped(columns: limit, indent: indent)
    try Fault.unless(!lines.isEmpty, "no line")
    for line in lines { try check(line, "wrapped", atMost: max(limit, 1)) }
    let styled = StyledText(text).wrapped(columns: limit)
    for line in styled {
      try Fault.unless(line.columns <= max(limit, 1), "wrapped with styles: \(line.columns)")
    }
    guard limit > 1 else { return }  // a wide character does not fit
    let whole = text.text.filter { $0 != " " }
    for texts in [lines.map(\.text), styled.map(\.plainText)] {
      let kept = texts.joined().filter { $0 != " " }
      try Fault.unless(kept.utf8.elementsEqual(whole.utf8), "wrapped: \(texts)")
    }
  }

  private func checkParts(
    _ untrusted: String, _ text: DisplayText, at offset: Int, _ glyphs: Glyphs
  ) throws {
    let parts = DisplayText.parts(
      of: untrusted, at: [offset, offset + 3, untrusted.utf8.count + 1], glyphs: glyphs)
    try Fault.unless(parts.count == 4, "\(parts.count) parts")
    for part in parts { try check(part, "a part") }
    try Fault.unless(
      isControl || parts.map(\.text).joined().utf8.elementsEqual(text.text.utf8), "parts: \(parts)")
  }

  /// The edited line, with the cursor anywhere in it.
  private func checkEditor(_ untrusted: String, _ limit: Int, _ glyphs: Glyphs) throws {
    let scalars = untrusted.unicodeScalars
    let cut = scalars.index(scalars.startIndex, offsetBy: min(limit, scalars.count))
    let line = EditorLine(
      prompt: String(untrusted.prefix(limit % 5)), beforeCursor: String(scalars[..<cut]),
      afterCursor: String(scalars[cut...]))
    let fitted = line.fitted(columns: limit, glyphs: glyphs)
    try check(fitted.prompt, "a prompt", atMost: limit)
    try check(fitted.line, "an edited line", atMost: limit - fitted.prompt.columns, isJoined: true)
    try Fault.unless(
      limit == 0 || (0..<limit).contains(fitted.cursorColumn), "a cursor at \(fitted.cursorColumn)")
  }
}
