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
  /// - Complexity: O(1) expected; one hash, and one `==` for each identity of the same half hash.
  @inlinable
  mutating func insert(
    _ id: ID, at offset: Int, identity: (Int) -> ID
  ) -> Int? {
    let hash = UInt64(truncatingIfNeeded: id.hashValue)
    let tag = hash & 0xFFFF_FFFF_0000_0000
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] & 0xFFFF_FFFF_0000_0000 == tag {
        let other = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if identity(other) == id { return other }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = tag | UInt64(truncatingIfNeeded: offset + 1)
    return nil
  }
}
