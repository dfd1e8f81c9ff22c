import CWordScan

extension Needle {
  /// Whether a name contains this word exactly, with all differences that count; O(*n*) for *n*
  /// bytes of name.
  func isFound(in name: UnsafeRawBufferPointer) -> Bool {
    let text = FoldedText(name, rule)
    return text.bytes.withUnsafeBytes { bytes in
      if place != .word {
        return isFound(detailed, in: bytes) { isWhole(at: $0, of: bytes) }
      }
      return text.words.contains { begins(UnsafeRawBufferPointer(rebasing: bytes[Int($0)...])) }
    }
  }

  /// Whether a folded text contains this word anywhere; not for words that are searched at word starts.
  ///
  /// If `isDetailed`, the text itself may still not contain the word.
  func isFound(inFolded text: UnsafeRawBufferPointer) -> Bool {
    isFound(folded, in: text) { _ in true }
  }

  /// Whether `text` begins with this word exactly; `nil` if only folding the whole name can tell.
  func isFound(atStartOf text: UnsafeRawBufferPointer) -> Bool? {
    // Text that is already folded stays the same.
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

  /// Whether a folded text begins with this word, in whole characters if marks count.
  func begins(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(withBytes: detailed)
      && (rule.contains(.ignoresMarks) || text.isBorder(at: detailed.count))
  }

  /// The offsets of this word in a folded text, if it is not searched at word starts.
  func places(in text: UnsafeRawBufferPointer) -> [Int] {
    var places: [Int] = []
    _ = isFound(detailed, in: text) { place in
      if isWhole(at: place, of: text) { places.append(place) }
      return false
    }
    return places
  }

  private func isWhole(at place: Int, of text: UnsafeRawBufferPointer) -> Bool {
    if rule.contains(.ignoresMarks) { return true }
    return (place == 0 || text.isBorder(at: place)) && text.isBorder(at: place + detailed.count)
  }

  /// Whether a folded text contains these bytes at a place where this word may be.
  private func isFound(
    _ bytes: [UInt8], in text: UnsafeRawBufferPointer, isRight: (Int) -> Bool
  ) -> Bool {
    let last = text.count - bytes.count
    guard last >= 0 else { return false }
    var offset = endsName ? last : 0
    let end = place == .start ? bytes.count : text.count
    while offset + bytes.count <= end {
      let rest = UnsafeRawBufferPointer(rebasing: text[offset..<end])
      guard let found = rest.firstOffset(of: bytes) else { return false }
      if isRight(offset + found) { return true }
      offset += found + 1
    }
    return false
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first occurrence of some bytes.
  fileprivate func firstOffset(of bytes: [UInt8]) -> Int? {
    let text = assumingMemoryBound(to: UInt8.self)
    let offset = cwordscan_offset(text.baseAddress, Int64(count), bytes, Int64(bytes.count))
    return offset < 0 ? nil : Int(offset)
  }
}
