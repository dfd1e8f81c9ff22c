/// Text that is safe to send to a terminal.
///
/// The initializer replaces everything in a string that could move the cursor, hide text or change
/// its direction. So the result never contains an escape sequence.
package struct DisplayText: Hashable, Sendable {
  package let text: String
  package let columns: Int

  /// Makes the safe form of any text, in O(*n*) for *n* bytes; the caller limits *n*.
  ///
  /// Control characters become pictures of one column (`␛`; in ASCII `^[`), other invisible scalars
  /// become their number (`<U+202E>`). Joiners inside emoji and between cursive letters stay. A
  /// character keeps at most thirty combining marks.
  package init(_ untrusted: String, glyphs: Glyphs = .unicode) {
    if ColumnWidth.isPrintableASCII(untrusted) {
      self.init(safe: untrusted, columns: untrusted.utf8.count)
    } else {
      self.init(safe: Sanitizer.sanitized(untrusted, glyphs: glyphs))
    }
  }

  /// Makes the safe form of a whole text, and splits it at offsets into the original.
  ///
  /// The safe form of a scalar depends on its neighbours, so making the parts one by one would give
  /// another result. The offsets are in bytes and ascend; one inside a cluster counts as its start.
  /// Takes O(*n* + *k*) for *n* bytes and *k* offsets.
  package static func parts(
    of untrusted: String, at offsets: [Int], glyphs: Glyphs = .unicode
  ) -> [DisplayText] {
    let (safe, cuts) =
      ColumnWidth.isPrintableASCII(untrusted)
      ? (untrusted, offsets.map { min($0, untrusted.utf8.count) })
      : Sanitizer.sanitized(untrusted, glyphs: glyphs, at: offsets)
    var start = safe.startIndex
    var before = 0
    return (cuts + [safe.utf8.count]).map { cut in
      let end = safe.utf8.index(start, offsetBy: cut - before)
      defer { (start, before) = (end, cut) }
      return DisplayText(safe: String(safe[start..<end]))
    }
  }

  package static let empty = DisplayText(safe: "", columns: 0)

  package static func blank(columns: Int) -> DisplayText {
    let count = max(columns, 0)
    return DisplayText(safe: String(repeating: " ", count: count), columns: count)
  }

  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    return DisplayText(safe: left.text + right.text, columns: left.columns + right.columns)
  }

  package var isEmpty: Bool { text.isEmpty }

  /// Only for parts of other display texts.
  init(safe: String, columns: Int) {
    text = safe
    self.columns = columns
  }

  init(safe: String) {
    self.init(safe: safe, columns: ColumnWidth.of(safe))
  }

  /// Whether each byte is a character of one column; otherwise there are fewer columns than bytes.
  var isASCII: Bool { columns == text.utf8.count }
}
