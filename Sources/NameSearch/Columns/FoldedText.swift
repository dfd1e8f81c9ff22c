import CUnicode

/// A text without what a comparison leaves out of account, and where its words start.
struct FoldedText {
  /// What is left out of account.
  struct Rule: OptionSet, Hashable, Sendable {
    let rawValue: Int32

    /// Upper and lower case, and compatibility variants.
    static let ignoresCase = Rule(rawValue: Int32(CUNICODE_FOLD_CASE))

    /// Accents, and compatibility variants.
    static let ignoresMarks = Rule(rawValue: Int32(CUNICODE_FOLD_MARKS))
  }

  private(set) var bytes: [UInt8] = []

  /// The offsets into `bytes` at which words start; the first is always 0.
  private(set) var words: [UInt32] = []

  /// Folds a text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text, but for texts of very many marks in a
  ///   row, which ICU brings into order in quadratic time: cap the length first.
  init(_ text: UnsafeRawBufferPointer, _ rule: Rule) {
    let text = text.assumingMemoryBound(to: UInt8.self)
    let wordCapacity = text.count + 1  // every word has a byte of its own, but for the first
    words = Array(unsafeUninitializedCapacity: wordCapacity) { words, count in
      var wordCount: Int32 = 0
      bytes = [UInt8](filledBy: text.count * 2 + 32) { bytes in
        Int(
          cunicode_fold(
            text.baseAddress, Int32(text.count), rule.rawValue, bytes.baseAddress,
            Int32(bytes.count), words.baseAddress, Int32(wordCapacity), &wordCount))
      }
      count = Int(wordCount)
    }
  }
}
