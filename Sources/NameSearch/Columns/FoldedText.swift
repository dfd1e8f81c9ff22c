import CUnicode

/// A text without the differences that a comparison ignores, and the offsets of its words.
struct FoldedText {
  struct Rule: OptionSet, Hashable, Sendable {
    let rawValue: Int32

    /// Ignores case and compatibility variants.
    static let ignoresCase = Rule(rawValue: Int32(CUNICODE_FOLD_CASE))

    /// Ignores accents and compatibility variants.
    static let ignoresMarks = Rule(rawValue: Int32(CUNICODE_FOLD_MARKS))
  }

  private(set) var bytes: [UInt8] = []

  /// The offsets in `bytes` at which words start; the first is 0.
  private(set) var words: [UInt32] = []

  /// The longest text that is folded on the stack, as most names are.
  private static let shortLength = 128

  /// Passes a folded text, and the offsets of its words, to `body`.
  ///
  /// - Complexity: As that of `init`; a short text takes no memory on the heap.
  static func with(
    _ text: UnsafeRawBufferPointer, _ rule: Rule,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt32>) -> Void
  ) {
    let isDone =
      text.count <= shortLength
      && withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * shortLength) { bytes in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: shortLength + 1) { words in
          var wordCount: Int32 = 0
          let text = text.assumingMemoryBound(to: UInt8.self)
          let length = Int(
            cunicode_fold(
              text.baseAddress, Int32(text.count), rule.rawValue, bytes.baseAddress,
              Int32(bytes.count), words.baseAddress, Int32(words.count), &wordCount))
          guard length <= bytes.count else { return false }
          body(
            UnsafeBufferPointer(rebasing: bytes[..<length]),
            UnsafeBufferPointer(rebasing: words[..<Int(wordCount)]))
          return true
        }
      }
    if isDone { return }
    let folded = FoldedText(text, rule)
    folded.bytes.withUnsafeBufferPointer { bytes in
      folded.words.withUnsafeBufferPointer { body(bytes, $0) }
    }
  }

  /// - Complexity: O(*n*) in the length of the text. A long sequence of marks can take quadratic
  ///   time in ICU, so cap the length first.
  init(_ text: UnsafeRawBufferPointer, _ rule: Rule) {
    let text = text.assumingMemoryBound(to: UInt8.self)
    let wordCapacity = text.count + 1  // every word but the first has at least one byte
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
