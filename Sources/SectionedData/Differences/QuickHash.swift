/// Hashes that are several times as fast as `hashValue`, for the most common identities.
@usableFromInline
@frozen
struct QuickHash {
  /// Has different numbers in each process, so that no one can choose identities with equal hashes.
  @usableFromInline static let ofProcess = QuickHash(
    seed: .random(in: 1...UInt64.max), key: .random(in: 1...UInt64.max))

  @usableFromInline let seed: UInt64
  @usableFromInline let key: UInt64

  private init(seed: UInt64, key: UInt64) {
    self.seed = seed
    self.key = key
  }

  /// The hash of a string, or `nil` if it has a scalar from U+0300 on: ASCII and Latin have one.
  ///
  /// Strings of lower scalars are in normal form, so that they are equal only if their bytes are. Other
  /// strings may be equal to a string with different bytes: the Kelvin sign to K, and é with an accent
  /// of its own to é. So they have no hash here.
  @usableFromInline
  func hash(_ string: String) -> Int? {
    // Only contiguous strings can be hashed without a copy.
    let result = string.utf8.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
    guard let (hash, isLow) = result, isLow else { return nil }
    return hash
  }

  /// Whether values of a type are equal if and only if their bytes are.
  ///
  /// This is known of `Int`, and of `UUID` by its name, because this module does not import
  /// Foundation.
  @usableFromInline
  static func comparesBytes(_ type: Any.Type) -> Bool {
    if type == Int.self { return true }
    // As quick as a look-up in a dictionary, unlike String(reflecting:).
    let name = _typeName(type)
    return name == "Foundation.UUID" || name == "FoundationEssentials.UUID"
  }

  /// The hash of the bytes of a value, of which there are eight or sixteen.
  @_alwaysEmitIntoClient
  func hash<Value>(bytesOf value: Value) -> Int {
    withUnsafeBytes(of: value) { bytes in
      let first = bytes.loadUnaligned(as: UInt64.self)
      let second =
        bytes.count == 16 ? bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) : 0
      return finished(Self.mixed(first ^ key, second ^ seed))
    }
  }

  @_alwaysEmitIntoClient
  func finished(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: Self.mixed(hash ^ key, 0x9E37_79B9_7F4A_7C15))
  }

  /// A hash, and whether all bytes are below 0xCC, with which U+0300 begins.
  private func hash(_ bytes: UnsafeRawBufferPointer) -> (hash: Int, isLow: Bool) {
    let count = bytes.count
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    var highs: UInt64 = 0
    func mix(_ first: UInt64, _ second: UInt64) {
      highs |= Self.highBits(first) | Self.highBits(second)
      hash = Self.mixed(first ^ key, second ^ hash)
    }
    var offset = 0
    while offset + 16 < count {
      mix(Self.word(of: bytes, at: offset), Self.word(of: bytes, at: offset + 8))
      offset += 16
    }
    // The last words may overlap earlier ones: equal bytes have equal words nevertheless.
    if count >= 8 {
      mix(Self.word(of: bytes, at: max(count - 16, 0)), Self.word(of: bytes, at: count - 8))
    } else if count > 0 {
      mix(Self.word(ofFew: bytes), 0)
    }
    return (finished(hash), highs & 0x8080_8080_8080_8080 == 0)
  }

  /// The first bit of each byte is set if the byte is at least 0xCC: 11 and then 1, 01, or 0011.
  private static func highBits(_ word: UInt64) -> UInt64 {
    word & word << 1 & (word << 2 | word << 3 | word << 4 & word << 5)
  }

  private static func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// One to seven bytes, some of them twice.
  private static func word(ofFew bytes: UnsafeRawBufferPointer) -> UInt64 {
    let last = bytes.count - 1
    guard last >= 3 else {
      return UInt64(bytes[0]) | UInt64(bytes[last / 2]) << 8 | UInt64(bytes[last]) << 16
    }
    return UInt64(bytes.loadUnaligned(as: UInt32.self))
      | UInt64(bytes.loadUnaligned(fromByteOffset: last - 3, as: UInt32.self)) << 32
  }

  /// The halves of a product, folded together, as in wyhash (Wang Yi, 2019).
  @_alwaysEmitIntoClient
  static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
