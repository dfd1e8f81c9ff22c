extension Needle {
  /// Whether a name has a word that begins with this one in every detail.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the name.
  func isFound(in name: UnsafeRawBufferPointer) -> Bool {
    let text = FoldedText(name, rule)
    return text.bytes.withUnsafeBytes { bytes in
      text.words.contains { begins(UnsafeRawBufferPointer(rebasing: bytes[Int($0)...])) }
    }
  }

  /// Whether one word of a name begins with this one in every detail, where that can be said without
  /// folding the name.
  ///
  /// - Parameter text: The name from where the word starts.
  /// - Returns: The answer, or `nil` where only folding can tell.
  func isFound(atStartOf text: UnsafeRawBufferPointer) -> Bool? {
    // What is folded already stays as it is when folded again.
    if begins(text), text.isBorder(at: detailed.count) { return true }
    if rule.isEmpty { return false }
    let length = detailed.count
    var all: UInt8 = 0
    for byte in text.prefix(length + 1) { all |= byte }
    guard all < 0x80 else { return nil }
    guard rule.contains(.ignoresCase), text.count >= length else { return false }
    for (byte, wanted) in zip(text, detailed) {
      guard (byte &- 0x41 < 26 ? byte | 0x20 : byte) == wanted else { return false }
    }
    return true
  }

  /// Whether a text that is folded by the rule begins with this word, and with whole characters of it
  /// where marks count.
  private func begins(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(withBytes: detailed)
      && (rule.contains(.ignoresMarks) || text.isBorder(at: detailed.count))
  }
}
