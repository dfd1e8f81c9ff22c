/// A quick hash of strings, several times as fast as `hashValue`.
///
/// ASCII strings are equal only if their bytes are. Other strings may be equal to a string with
/// different bytes, even to an ASCII string, as the Kelvin sign is equal to K. So they have no hash
/// here.
@usableFromInline
enum ASCIIHash {
  /// A different seed in each process, so that no one can choose strings whose hashes are equal.
  private static let seed = UInt64.random(in: 1...UInt64.max)

  /// The hash of a string, or `nil` if it is not known to be ASCII.
  @usableFromInline
  static func hash(_ string: String) -> Int? {
    // Only contiguous strings can be hashed without a copy.
    guard
      let hash = string.utf8.withContiguousStorageIfAvailable({ hash(UnsafeRawBufferPointer($0)) })
    else { return nil }
    return hash
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var hash = mixed(seed ^ UInt64(truncatingIfNeeded: bytes.count))
    var signs: UInt64 = 0
    var offset = 0
    while offset < bytes.count {
      let word = word(of: bytes, at: offset)
      signs |= word
      hash = mixed(hash ^ word)
      offset += 8
    }
    guard signs & 0x8080_8080_8080_8080 == 0 else { return nil }
    return Int(truncatingIfNeeded: hash)
  }

  /// The next eight bytes, or the remaining ones.
  private static func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    if offset + 8 <= bytes.count {
      return bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    var word: UInt64 = 0
    for byte in bytes[offset...] { word = word << 8 | UInt64(byte) }
    return word
  }

  /// The halves of a product with the golden ratio, folded together, as wyhash (Wang Yi, 2019) does.
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
