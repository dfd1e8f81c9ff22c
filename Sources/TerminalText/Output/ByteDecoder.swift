/// Reads UTF-8 byte by byte; invalid bytes become U+FFFD, as in `String(decoding:as:)`.
struct ByteDecoder {
  private var value: UInt32 = 0
  private var missing = 0

  /// The bytes that may follow within a sequence.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Passes the scalars that a byte completes to `body`, at most two.
  mutating func decode(_ byte: UInt8, _ body: (Unicode.Scalar) -> Void) {
    if missing > 0 {
      guard allowed.contains(byte) else {
        missing = 0
        body("\u{FFFD}")
        return decode(byte, body)
      }
      allowed = 0x80...0xBF
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      if missing == 0 { body(Unicode.Scalar(value) ?? "\u{FFFD}") }
      return
    }
    begin(byte, body)
  }

  /// Whether the last byte belongs to an incomplete character.
  var isInside: Bool { missing > 0 }

  /// Ends the text; returns whether it ends within a sequence.
  mutating func finish() -> Bool {
    defer { missing = 0 }
    return missing > 0
  }

  private mutating func begin(_ byte: UInt8, _ body: (Unicode.Scalar) -> Void) {
    allowed = 0x80...0xBF
    switch byte {
    case 0..<0x80: return body(Unicode.Scalar(byte))
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF:
      missing = 2
      if byte == 0xE0 { allowed = 0xA0...0xBF }  // shorter forms exist
      if byte == 0xED { allowed = 0x80...0x9F }  // surrogates
    case 0xF0...0xF4:
      missing = 3
      if byte == 0xF0 { allowed = 0x90...0xBF }
      if byte == 0xF4 { allowed = 0x80...0x8F }  // beyond U+10FFFF
    default: return body("\u{FFFD}")
    }
    value = UInt32(byte) & (0x7F >> UInt32(missing + 1))
  }
}
