import CUnicode

/// The detail or the section of a name, made valid.
///
/// Such a text is trimmed, in NFC and of limited length, like a name. Bytes for which a name would
/// be refused are replaced, so that the row need not be refused.
struct MendedBytes {
  /// The text in the input, without outer white space.
  let range: Range<Int>

  /// The valid text; `nil` if the input is valid.
  let mended: [UInt8]?

  let mending: TextMending

  private static let ellipsis = Array("…".utf8)

  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    range = CheckedBytes.trimmedRange(of: bytes)
    let text = UnsafeRawBufferPointer(rebasing: bytes[range])
    var all: UInt8 = 0
    var hasNUL = false
    for byte in text {
      all |= byte
      hasNUL = hasNUL || byte == 0
    }
    let fits = text.count <= Name.maximumBytes
    if fits, !hasNUL, all < 0x80 || Self.isNormal(text) {
      (mended, mending) = (nil, [])
    } else {
      (mended, mending) = Self.mended(text)
    }
  }

  /// Whether a text is valid UTF-8 in NFC.
  private static func isNormal(_ text: UnsafeRawBufferPointer) -> Bool {
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    return cunicode_nfc_check(bytes.baseAddress, Int32(bytes.count)) == 1
  }

  private static func mended(_ text: UnsafeRawBufferPointer) -> (text: [UInt8], TextMending) {
    var mending: TextMending = []
    // The length comes first, because normalizing can take more than linear time.
    var rest = text[...]
    if rest.count > Name.maximumBytes {
      mending.insert(.cut)
      rest = rest.prefix(length(of: rest, atMost: Name.maximumBytes))
    }
    let isValid = !rest.contains(0) && String(validating: rest, as: UTF8.self) != nil
    var bytes = [UInt8](rest)
    if !isValid {
      mending.insert(.replaced)
      let decoded = String(decoding: bytes, as: UTF8.self).unicodeScalars
      var valid = String.UnicodeScalarView()
      for scalar in decoded { valid.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
      bytes = Array(String(valid).utf8)
    }
    bytes = bytes.withUnsafeBytes {
      CheckedBytes.normalForm(of: $0.assumingMemoryBound(to: UInt8.self))
    }
    if bytes.count > Name.maximumBytes { mending.insert(.cut) }
    guard mending.contains(.cut) else { return (bytes, mending) }
    let room = Name.maximumBytes - ellipsis.count
    if bytes.count > room { bytes.removeLast(bytes.count - length(of: bytes, atMost: room)) }
    return (bytes + ellipsis, mending)
  }

  /// The length of the longest prefix that does not end inside a character; `most` is less than the
  /// length of the text.
  private static func length(of text: some Collection<UInt8>, atMost most: Int) -> Int {
    var length = most
    while length > 0, length > most - 4,
      text[text.index(text.startIndex, offsetBy: length)] & 0xC0 == 0x80
    {
      length -= 1
    }
    return length
  }
}
