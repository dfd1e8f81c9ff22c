/// A hash table from identities to offsets, with linear probing, a fixed size and no removal.
///
/// A slot holds the upper half of the hash and an offset plus 1, so that most probes need no `==`.
@usableFromInline
@frozen
struct IdentityTable<ID: Hashable> {
  @usableFromInline var slots: ContiguousArray<UInt64>
  @usableFromInline let mask: Int

  /// Makes a table that is at most half full with `capacity` identities.
  @inlinable
  init(capacity: Int) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
  }

  /// Returns the offset of an equal identity, or inserts this one and returns `nil`; O(1) expected.
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

  @usableFromInline
  @frozen
  enum Place {
    /// The offset of an equal identity.
    case offset(Int)

    /// The slot to insert the identity into.
    case vacancy(Int)
  }

  /// Looks for an equal identity; `identity` returns the identity at an offset.
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
