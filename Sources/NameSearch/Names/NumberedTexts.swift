import Glibc

/// A hash table of distinct texts, numbered from zero; a text takes its bytes and about 20 more.
///
/// ```swift
/// var seen = NumberedTexts()
/// let isNew = seen.insert("Arya")
/// ```
public struct NumberedTexts: Sendable {
  private(set) var texts = TextColumn()

  /// The hash of a text in the upper half, its number in the lower; or `free` (linear probing).
  private var slots = [UInt64](repeating: free, count: 1 << 12)
  private static let free = UInt64.max

  /// Random, so that no one can choose texts that collide.
  private let seed = UInt64.random(in: .min ... .max)

  /// Makes an empty table.
  public init() {}

  /// Adds a text without U+0000, in O(*m*) on average, and returns whether it is new.
  public mutating func insert(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { number(of: UnsafeRawBufferPointer($0)).isNew }
  }

  /// The number of a text without U+0000, or the next one for a new text; O(*m*) on average.
  package mutating func number(of text: String) -> (number: Int, isNew: Bool) {
    var text = text
    return text.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
  }

  /// The number of the name at a place of a batch, or the next one for a new name.
  package mutating func number(
    ofNameAt place: Int, of batch: NameBatch
  ) -> (number: Int, isNew: Bool) {
    batch.texts.withBytes(at: place) { number(of: $0) }
  }

  /// The number of a text without U+0000, in O(*m*) on average; `nil` if it was not inserted.
  package func number(ofKnown text: String) -> Int? {
    var text = text
    return text.withUTF8 { utf8 in
      let text = UnsafeRawBufferPointer(utf8)
      let hash = hash(text) >> 32
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != Self.free {
        let number = Int(slots[slot] & 0xFFFF_FFFF)
        if slots[slot] >> 32 == hash, isText(number, text) { return number }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// The number of a text without zero bytes, or the next one for a new text; O(*m*) on average.
  @inline(__always)
  mutating func number(of text: UnsafeRawBufferPointer) -> (number: Int, isNew: Bool) {
    let hash = hash(text) >> 32
    var slot = Int(hash) & (slots.count - 1)
    while true {
      let entry = slots[slot]
      if entry == Self.free { break }
      if entry >> 32 == hash {
        let number = Int(entry & 0xFFFF_FFFF)
        if isText(number, text) { return (number, false) }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = texts.count
    slots[slot] = hash << 32 | UInt64(number)
    texts.append(text)
    if texts.count > slots.count / 2 { grow() }
    return (number, true)
  }

  /// A hash that differs from table to table.
  @inline(__always)
  func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    // Multiply and fold, eight bytes at a time; including the length distinguishes "a" from "a\0".
    var hash = seed ^ UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var at = 0
    while at + 8 <= text.count {
      hash = Self.mix(hash ^ text.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest: UInt64 = 0
    while at < text.count {
      rest = rest << 8 | UInt64(text[at])
      at += 1
    }
    return Self.mix(hash ^ rest)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  @inline(__always)
  private func isText(_ number: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    texts.withBytes(at: number) { known in
      guard known.count == text.count else { return false }
      guard let known = known.baseAddress, let given = text.baseAddress else { return true }
      return memcmp(known, given, text.count) == 0
    }
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: Self.free, count: slots.count * 4)
    for entry in slots where entry != Self.free {
      var slot = Int(entry >> 32) & (larger.count - 1)
      while larger[slot] != Self.free { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = entry
    }
    slots = larger
  }
}
