import NameSearch

/// A part of the rows, for people who share a list.
package struct Part: Hashable, Sendable {
  /// From 1.
  package let number: Int
  package let of: Int

  /// Reads `2/3`; `nil` if it is no part.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2, let number = Int(numbers[0]), let of = Int(numbers[1]),
      (1...1_000).contains(of), (1...of).contains(number)
    else { return nil }
    (self.number, self.of) = (number, of)
  }

  /// Whether a row is in it, by a hash of its identity or else its name.
  ///
  /// The hash is FNV-1a; its bits are then mixed as MurmurHash3 does at its end, since texts that
  /// differ in the last characters only have the same high bits.
  func contains(_ name: Name) -> Bool {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in (name.sourceID ?? name.text).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    hash ^= hash >> 33
    return Int(hash % UInt64(of)) == number - 1
  }
}
