import CUnicode

/// A locale's collation: makes sort keys.
///
/// Without ICU's data the order is that of the code points.
///
/// `@unchecked Sendable`: the only stored property is a `let`, the collator behind it says the same for
/// good (what it learns, it learns once, under a lock), ICU promises that an unchanging collator may
/// be used by many threads at once, and it is closed only when the last reference is gone.
final class Collation: @unchecked Sendable {
  private let handle: OpaquePointer?

  init(localeIdentifier: String) {
    handle = cunicode_collation_open(localeIdentifier) ?? cunicode_collation_open("")
  }

  deinit {
    cunicode_collation_close(handle)
  }

  /// Writes the sort key of a text.
  ///
  /// - Returns: The length needed, which may be more than fits.
  func writeKey(
    of text: UnsafeRawBufferPointer, to key: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let text = text.assumingMemoryBound(to: UInt8.self)
    return Int(
      cunicode_collation_key(
        handle, text.baseAddress, Int32(text.count), key.baseAddress, Int32(key.count)))
  }

  /// Makes the collation ready for many texts: worth some milliseconds from some ten thousand on.
  func prepareForMany() {
    cunicode_collation_learn(handle)
  }

  /// Whether that has been done, and some keys are made without ICU.
  var hasShortWay: Bool { cunicode_collation_has_short_way(handle) }

  /// Sixteen bytes of the sort key of a text, from an offset on; zeros behind its end.
  @inline(__always)
  func keyPart(of text: UnsafeRawBufferPointer, from offset: Int = 0) -> KeyPart {
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    let part = cunicode_collation_key_part(
      handle, bytes.baseAddress, Int32(bytes.count), Int32(offset))
    return KeyPart(high: part.high, low: part.low)
  }

  /// Fills a buffer with the sort key of a text, from an offset on; zeros behind its end.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text, whatever the offset.
  func writeKey(
    of text: UnsafeRawBufferPointer, from offset: Int, to key: UnsafeMutableRawBufferPointer
  ) {
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    cunicode_collation_key_bytes(
      handle, bytes.baseAddress, Int32(bytes.count), Int32(offset),
      key.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(key.count))
  }

  /// The whole sort key of a text.
  func key(of text: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](filledBy: text.count * 4 + 64) { writeKey(of: text, to: $0) }
  }

  /// Hands out the handle for opening the alphabet of the same locale.
  func withHandle<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
    body(handle)
  }
}
