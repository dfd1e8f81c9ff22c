/// Text that may reach a terminal.
///
/// Making one out of a `String` is the only way to get one, and it replaces whatever could move
/// the cursor, hide text or turn its direction by a visible stand-in. So whoever asks for a
/// `DisplayText` cannot be handed an escape sequence.
package struct DisplayText: Hashable, Sendable {
  /// The text as it is to be sent.
  package let text: String

  /// The columns the text takes.
  package let columns: Int

  /// Makes the safe form of any text.
  ///
  /// Controls become one-column pictures (`␛`; in ASCII `^[`), whatever else is invisible its
  /// number (`<U+202E>`). Joiners inside emoji and between cursive letters stay; at most
  /// thirty marks stay on a base.
  ///
  /// - Complexity: O(*n*), where *n* is the length in bytes. Callers bound *n*.
  package init(_ untrusted: String, glyphs: Glyphs = .unicode) {
    if ColumnWidth.isPrintableASCII(untrusted) {
      self.init(safe: untrusted, columns: untrusted.utf8.count)
    } else {
      self.init(safe: Sanitizer.sanitized(untrusted, glyphs: glyphs))
    }
  }

  /// Makes the safe form of any text as a whole, and cuts it at offsets into the text.
  ///
  /// What is safe at a place depends on what stands around it: parts made one by one would not be
  /// the same.
  ///
  /// - Parameters:
  ///   - untrusted: Any text.
  ///   - offsets: In bytes, in ascending order; one inside a cluster counts as its start.
  ///   - glyphs: The signs of the stand-ins.
  /// - Returns: One part more than there are offsets; some may be empty.
  /// - Complexity: O(*n* + *k*), where *n* is the length in bytes and *k* the number of offsets.
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

  /// The empty text.
  package static let empty = DisplayText(safe: "", columns: 0)

  /// Blank columns.
  package static func blank(columns: Int) -> DisplayText {
    let count = max(columns, 0)
    return DisplayText(safe: String(repeating: " ", count: count), columns: count)
  }

  /// One text after the other.
  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    return DisplayText(safe: left.text + right.text, columns: left.columns + right.columns)
  }

  /// True if there is nothing to show.
  package var isEmpty: Bool { text.isEmpty }

  /// To be called with parts of other display texts only.
  init(safe: String, columns: Int) {
    text = safe
    self.columns = columns
  }

  init(safe: String) {
    self.init(safe: safe, columns: ColumnWidth.of(safe))
  }

  /// True if a byte, a character and a column are the same thing: a character of more than one
  /// byte never has as many columns as bytes.
  var isASCII: Bool { columns == text.utf8.count }
}
