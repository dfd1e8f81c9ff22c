import CUnicode

extension UnsafeRawBufferPointer {
  /// Whether a character of a UTF-8 text ends at `offset`: no mark or the like follows.
  func isBorder(at offset: Int) -> Bool {
    guard offset < count, self[offset] >= 0x80 else { return true }
    let rest = UnsafeRawBufferPointer(rebasing: self[offset...]).assumingMemoryBound(to: UInt8.self)
    return cunicode_begins_character(rest.baseAddress, Int32(rest.count)) != 0
  }
}
