/// Finds identities by hash: open addressing in one flat array, probed linearly.
///
/// A slot holds half of the hash and an offset, so that nearly every other identity is told apart
/// without being looked at. The table never grows and nothing is ever removed.
@usableFromInline
struct IdentityTable<ID: Hashable> {
  @usableFromInline var slots: ContiguousArray<UInt64>
  @usableFromInline let mask: Int

  /// Makes a table that is at most half full with `capacity` identities in it.
  @inlinable
  init(capacity: Int) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
  }

  /// The offset an equal identity was put in with, or `nil` after putting this one in.
  ///
  /// - Complexity: O(1) expected, and one `==` for each identity of the same half hash.
  @inlinable
  mutating func insert(
    _ id: ID, hash: Int, at offset: Int, identity: (Int) -> ID
  ) -> Int? {
    switch find(id, hash: hash, identity: identity) {
    case .offset(let other):
      return other
    case .vacancy(let slot):
      let tag = UInt64(truncatingIfNeeded: hash) & 0xFFFF_FFFF_0000_0000
      slots[slot] = tag | UInt64(truncatingIfNeeded: offset + 1)
      return nil
    }
  }

  /// What a search ends with.
  @usableFromInline
  enum Place {
    /// An equal identity was put in with this offset.
    case offset(Int)

    /// There is none; it would go into this slot.
    case vacancy(Int)
  }

  /// Looks for an equal identity; `identity` tells the identity that an offset stands for.
  @inlinable
  func find(_ id: ID, hash: Int, identity: (Int) -> ID) -> Place {
    let tag = UInt64(truncatingIfNeeded: hash) & 0xFFFF_FFFF_0000_0000
    var slot = hash & mask
    while slots[slot] != 0 {
      if slots[slot] & 0xFFFF_FFFF_0000_0000 == tag {
        let other = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if identity(other) == id { return .offset(other) }
      }
      slot = (slot + 1) & mask
    }
    return .vacancy(slot)
  }
}
