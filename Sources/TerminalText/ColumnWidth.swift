/// The number of terminal columns that a text takes.
///
/// Terminals differ on rare clusters. The text after such a cluster is painted at an absolute
/// column, so that the difference does not affect it.
package enum ColumnWidth {
  /// The columns of a grapheme cluster, from 0 to 2.
  package static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii != 0x7F ? 1 : 0 }
    var columns = 0
    for scalar in character.unicodeScalars {
      if scalar == Self.emojiPresentation && columns > 0 { return 2 }
      columns += ScalarProperties(scalar).columns
      if columns >= 2 { return 2 }
    }
    return columns
  }

  /// The columns of all clusters of the text, in O(*n*) for *n* bytes.
  package static func of(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Whether all terminals agree on the columns of a cluster.
  ///
  /// They do if counting clusters and counting scalars give the same result, and no scalar is in a
  /// block to which new versions of Unicode add emoji. Ambiguous width counts as one column, the
  /// default of terminals.
  package static func isCertain(_ character: Character) -> Bool {
    if character.isASCII { return true }
    var columns = 0
    for scalar in character.unicodeScalars {
      if Self.emojiBlocks.contains(scalar) || scalar == Self.emojiPresentation { return false }
      columns += ScalarProperties(scalar).columns
    }
    return columns == of(character)
  }

  private static let emojiBlocks: ClosedRange<Unicode.Scalar> = "\u{1F000}"..."\u{1FFFF}"
  private static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"

  /// Whether each byte of the text is a character that takes one column.
  static func isPrintableASCII(_ text: String) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 &- 0x20 < 0x5F }
    }
    return answer ?? text.utf8.allSatisfy { $0 &- 0x20 < 0x5F }
  }
}
