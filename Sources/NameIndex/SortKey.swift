/// The first sixteen bytes of a sort key, to be compared in registers.
///
/// Shorter keys are filled up with zeros, which keys themselves never hold.
struct SortKey: Hashable, Comparable, Sendable {
  static let byteCount = 16

  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Takes the beginning of a key.
  ///
  /// - Parameter key: At least sixteen readable bytes, filled up with zeros behind the key's end.
  init(_ key: UnsafeRawBufferPointer) {
    high = UInt64(bigEndian: key.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  @inline(__always)
  static func < (left: SortKey, right: SortKey) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension SortKey {
  /// The bytes of the key, without those it was filled up with.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for part in [high, low] {
      withUnsafeBytes(of: part.bigEndian) { bytes.append(contentsOf: $0) }
    }
    while bytes.last == 0 { bytes.removeLast() }
    return bytes
  }
}
