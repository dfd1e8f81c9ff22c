extension Needle {
  /// Whether a name has a word that begins with this one in detail; O(*n*) for *n* bytes of name.
  func isFound(in name: UnsafeRawBufferPointer) -> Bool {
    let text = FoldedText(name, rule)
    return text.bytes.withUnsafeBytes { bytes in
      text.words.contains { begins(UnsafeRawBufferPointer(rebasing: bytes[Int($0)...])) }
    }
  }

  /// Whether `text` begins with this word in detail; `nil` if only folding the whole name can tell.
  func isFound(atStartOf text: UnsafeRawBufferPointer) -> Bool? {
    // Folding again does not change what is already folded.
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

  /// Whether a folded text begins with this word, in whole characters where marks count.
  private func begins(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(withBytes: detailed)
      && (rule.contains(.ignoresMarks) || text.isBorder(at: detailed.count))
  }
}
