/// Sixteen bytes of a sort key, compared in registers.
///
/// They are padded with zeros, which no key contains.
struct KeyPart: Hashable, Comparable, Sendable {
  static let byteCount = 16

  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  init(_ key: UnsafeRawBufferPointer, from offset: Int) {
    var part = (UInt64(0), UInt64(0))
    withUnsafeMutableBytes(of: &part) { part in
      guard offset < key.count else { return }
      part.copyBytes(from: key[offset..<min(offset + Self.byteCount, key.count)])
    }
    high = UInt64(bigEndian: part.0)
    low = UInt64(bigEndian: part.1)
  }

  /// Whether the key may continue after this part.
  @inline(__always)
  var mayGoOn: Bool { low & 0xFF != 0 }

  /// One of the sixteen bytes, the most significant first.
  @inline(__always)
  func byte(_ number: Int) -> Int {
    let half = number < 8 ? high : low
    return Int(truncatingIfNeeded: half >> UInt64(56 - 8 * (number & 7)) & 0xFF)
  }

  @inline(__always)
  static func < (left: KeyPart, right: KeyPart) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}
