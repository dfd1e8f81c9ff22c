/// A hash table from identities to offsets, with linear probing, a fixed size and no removal.
///
/// A slot holds bits of the hash and an offset plus 1, so that most probes need no `==`.
@usableFromInline
@frozen
struct IdentityTable {
  @usableFromInline var slots: ContiguousArray<UInt32>
  @usableFromInline let mask: Int

  /// Makes a table for offsets below `capacity`, with which it is at most half full.
  @usableFromInline
  init(capacity: Int) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
  }

  /// Inserts the identity at an offset, or returns the offset of an equal one; O(1) expected.
  @_alwaysEmitIntoClient
  mutating func insert<ID: Equatable>(
    _ offset: Int, hash: Int, in identities: ContiguousArray<ID>
  ) -> Int? {
    let place = find(identities[offset], hash: hash, in: identities)
    guard place < 0 else { return place }
    slots[~place] = tag(of: hash) | UInt32(truncatingIfNeeded: offset + 1)
    return nil
  }

  /// The offset of an equal identity, or the complement of the slot to insert this one into.
  @_alwaysEmitIntoClient
  func find<ID: Equatable>(_ id: ID, hash: Int, in identities: ContiguousArray<ID>) -> Int {
    let offsetBits = UInt32(truncatingIfNeeded: mask)
    let tag = tag(of: hash)
    var slot = hash & mask
    while slots[slot] != 0 {
      if slots[slot] & ~offsetBits == tag {
        let other = Int(truncatingIfNeeded: slots[slot] & offsetBits) - 1
        if identities[other] == id { return other }
      }
      slot = (slot + 1) & mask
    }
    return ~slot
  }

  /// The bits of a hash that fit above an offset, other than those that choose the slot.
  @_alwaysEmitIntoClient
  func tag(of hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> 32) & ~UInt32(truncatingIfNeeded: mask)
  }
}
