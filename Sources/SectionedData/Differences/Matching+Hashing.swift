/// An identity that is in one list twice, by offset.
@usableFromInline
struct DuplicateOffsets: Error {
  @usableFromInline let first: Int
  @usableFromInline let second: Int
  @usableFromInline let side: DifferenceSide

  @inlinable
  init(first: Int, second: Int, side: DifferenceSide) {
    self.first = first
    self.second = second
    self.side = side
  }
}

extension Matching {
  /// Matches equal identities.
  ///
  /// The successor of the element that matched last is tried first, so that unmoved runs of the
  /// final list cost one `==` and no hash.
  ///
  /// - Throws: The first duplicate of the initial list, else that of the final list.
  /// - Complexity: O(*n* + *m*) expected in the lengths; each identity is hashed at most once.
  @inlinable
  init<ID: Hashable>(
    initial: ContiguousArray<ID>, final: ContiguousArray<ID>
  ) throws(DuplicateOffsets) {
    self.init(initialCount: initial.count, finalCount: final.count)
    var table = IdentityTable<ID>(capacity: initial.count + final.count)
    for offset in initial.indices {
      if let first = table.insert(initial[offset], at: offset, identity: { initial[$0] }) {
        throw DuplicateOffsets(first: first, second: offset, side: .initial)
      }
    }
    var next = 0
    for offset in final.indices {
      let id = final[offset]
      var found = next
      if next == initial.count || initial[next] != id {
        guard
          let other = table.insert(
            id, at: initial.count + offset,
            identity: { $0 < initial.count ? initial[$0] : final[$0 - initial.count] })
        else { continue }
        guard other < initial.count else {
          throw DuplicateOffsets(first: other - initial.count, second: offset, side: .final)
        }
        found = other
      }
      guard finalOffsets[found] < 0 else {
        throw DuplicateOffsets(first: Int(finalOffsets[found]), second: offset, side: .final)
      }
      match(initial: found, final: offset)
      next = found + 1
    }
  }
}
