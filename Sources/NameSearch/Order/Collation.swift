import CUnicode
import Synchronization

/// Makes the sort keys of a locale, or those of the code points if ICU has no data.
///
/// The collator is opened when it is first needed, as that takes milliseconds. It always gives the
/// same keys (it learns once, under a lock). ICU allows several threads to use an unchanging
/// collator, and it is closed only with the last reference.
final class Collation: Sendable {
  private let localeIdentifier: String

  /// The address of the collator: `unopened` at first, and 0 if ICU has no data.
  private let address = Atomic(unopened)
  private static let unopened = UInt.max

  private let opening = Mutex(())

  init(localeIdentifier: String) {
    self.localeIdentifier = localeIdentifier
  }

  deinit {
    let address = address.load(ordering: .acquiring)
    if address != Self.unopened { cunicode_collation_close(OpaquePointer(bitPattern: address)) }
  }

  /// The collator, or `nil` if ICU has no data.
  ///
  /// Takes no lock once it is open.
  @inline(__always)
  private var handle: OpaquePointer? {
    let known = address.load(ordering: .acquiring)
    return OpaquePointer(bitPattern: known == Self.unopened ? open() : known)
  }

  /// Opens the collator unless it is open.
  ///
  /// - Returns: Its address, or 0 if ICU has no data.
  @discardableResult
  @inline(never)
  func open() -> UInt {
    opening.withLock { _ in
      let known = address.load(ordering: .acquiring)
      guard known == Self.unopened else { return known }
      let handle = cunicode_collation_open(localeIdentifier) ?? cunicode_collation_open("")
      let opened = UInt(bitPattern: handle)
      address.store(opened, ordering: .releasing)
      return opened
    }
  }

  /// Writes the sort key of a text, and returns the length needed, which may be more than fits.
  func writeKey(
    of text: UnsafeRawBufferPointer, to key: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let text = text.assumingMemoryBound(to: UInt8.self)
    return Int(
      cunicode_collation_key(
        handle, text.baseAddress, Int32(text.count), key.baseAddress, Int32(key.count)))
  }

  /// Speeds up keys of most texts; takes milliseconds, so it pays from some ten thousand texts on.
  func prepareForMany() {
    cunicode_collation_learn(handle)
  }

  /// Whether `prepareForMany` was called, so that ICU is not needed for some keys.
  var hasShortWay: Bool { cunicode_collation_has_short_way(handle) }

  /// Sixteen bytes of a sort key from `offset` on, padded with zeros.
  @inline(__always)
  func keyPart(of text: UnsafeRawBufferPointer, from offset: Int = 0) -> KeyPart {
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    let part = cunicode_collation_key_part(
      handle, bytes.baseAddress, Int32(bytes.count), Int32(offset))
    return KeyPart(high: part.high, low: part.low)
  }

  /// Fills `key` from `offset` on, padded with zeros; O(*n*) for *n* bytes of text at any offset.
  func writeKey(
    of text: UnsafeRawBufferPointer, from offset: Int, to key: UnsafeMutableRawBufferPointer
  ) {
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    cunicode_collation_key_bytes(
      handle, bytes.baseAddress, Int32(bytes.count), Int32(offset),
      key.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(key.count))
  }

  func key(of text: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](filledBy: text.count * 4 + 64) { writeKey(of: text, to: $0) }
  }

  /// Passes the collator to `body`, to open the alphabet of the same locale.
  func withHandle<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
    body(handle)
  }
}
