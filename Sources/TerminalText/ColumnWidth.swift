/// How many columns of a terminal text takes.
///
/// Terminals differ on rare clusters; painting puts whatever follows such text at an absolute
/// column, so that a difference stays within the text itself.
package enum ColumnWidth {
  /// The columns of a grapheme cluster: 0 for what has no width of its own, at most 2.
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

  /// The columns of all clusters of the text together.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text in bytes.
  package static func of(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// True if all terminals agree on the columns of a cluster.
  ///
  /// They do where it makes no difference whether clusters are counted or scalars one by one, and
  /// where the scalars are not of the blocks that each version of Unicode still adds emoji to.
  /// Ambiguous width counts as one column, as terminals have it unless they are told otherwise.
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

  /// True if a byte, a character and a column are the same thing in this text.
  static func isPrintableASCII(_ text: String) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 &- 0x20 < 0x5F }
    }
    return answer ?? text.utf8.allSatisfy { $0 &- 0x20 < 0x5F }
  }
}
