import CUnicode

/// The result of checking a name's bytes, which all raw input must pass.
///
/// The length is checked before anything that could take more than linear time.
struct CheckedBytes {
  /// The name in the input, without outer white space.
  let range: Range<Int>

  let isASCII: Bool

  /// The name in NFC; `nil` if the input is in NFC.
  let normalized: [UInt8]?

  /// - Throws: The first ``NameError`` in this order: empty, too long, invalid UTF-8, NUL.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(_ bytes: UnsafeRawBufferPointer) throws(NameError) {
    let range = Self.trimmedRange(of: bytes)
    guard !range.isEmpty else { throw .empty }
    guard range.count <= Name.maximumBytes else { throw .tooLong(bytes: range.count) }
    self.range = range
    let name = UnsafeRawBufferPointer(rebasing: bytes[range])
    var all: UInt8 = 0
    var hasNUL = false
    for byte in name {
      all |= byte
      hasNUL = hasNUL || byte == 0
    }
    isASCII = all < 0x80
    guard !isASCII else {
      if hasNUL { throw .containsNUL }
      normalized = nil
      return
    }
    let text = name.assumingMemoryBound(to: UInt8.self)
    let form = cunicode_nfc_check(text.baseAddress, Int32(text.count))
    guard form >= 0 else { throw .invalidUTF8 }
    if hasNUL { throw .containsNUL }
    normalized = form == 1 ? nil : Self.normalForm(of: text)
    if let normalized, normalized.count > Name.maximumBytes {
      throw .tooLong(bytes: normalized.count)
    }
  }

  /// The range of a text without outer white space.
  static func trimmedRange(of bytes: UnsafeRawBufferPointer) -> Range<Int> {
    guard let first = bytes.first, let last = bytes.last else { return 0..<0 }
    let text = bytes.assumingMemoryBound(to: UInt8.self)
    var start = 0
    if mayBeSpace(first) {
      start = Int(cunicode_leading_space(text.baseAddress, Int64(text.count)))
    }
    guard start < bytes.count else { return 0..<0 }
    var end = bytes.count
    if mayBeSpace(last) {
      end -= Int(cunicode_trailing_space(text.baseAddress, Int64(text.count)))
    }
    return start..<end
  }

  /// Whether a white-space character can begin or end with this byte.
  private static func mayBeSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x80
  }

  static func normalForm(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](filledBy: text.count + 64) { buffer in
      Int(
        cunicode_nfc(text.baseAddress, Int32(text.count), buffer.baseAddress, Int32(buffer.count)))
    }
  }
}
