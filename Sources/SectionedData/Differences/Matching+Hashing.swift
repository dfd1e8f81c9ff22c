/// The offsets of an identity that is in one list twice.
@usableFromInline
@frozen
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
  /// Matches equal identities; throws the first duplicate, of the initial list if that has one.
  ///
  /// The two elements after the last match are tried first, so that unmoved runs, and elements
  /// after a single deletion, cost no hash.
  ///
  /// - Complexity: O(*n* + *m*) expected in the lengths; each identity is hashed at most once.
  @inlinable
  init<ID: Hashable>(
    initial: ContiguousArray<ID>, final: ContiguousArray<ID>
  ) throws(DuplicateOffsets) {
    if let initial = initial as? ContiguousArray<String>,
      let final = final as? ContiguousArray<String>,
      let matching = try Matching(initial, final, hash: { ASCIIHash.hash($0) })
    {
      self = matching
      return
    }
    guard let matching = try Matching(initial, final, hash: { $0.hashValue }) else {
      preconditionFailure("each identity has a hash value")
    }
    self = matching
  }

  /// Matches equal identities; `nil` if an identity that must be hashed has no hash.
  @inlinable
  init?<ID: Hashable>(
    _ initial: ContiguousArray<ID>, _ final: ContiguousArray<ID>, hash: (ID) -> Int?
  ) throws(DuplicateOffsets) {
    self.init(initialCount: initial.count, finalCount: final.count)
    var table = IdentityTable<ID>(capacity: initial.count)
    for offset in initial.indices {
      let id = initial[offset]
      guard let hash = hash(id) else { return nil }
      if let first = table.insert(id, hash: hash, at: offset, identity: { initial[$0] }) {
        throw DuplicateOffsets(first: first, second: offset, side: .initial)
      }
    }
    var new: ContiguousArray<(offset: Int, hash: Int)> = []
    new.reserveCapacity(max(0, final.count - initial.count))
    var duplicate: DuplicateOffsets?
    var next = 0
    var followsMatch = true
    for offset in final.indices {
      let id = final[offset]
      if next == initial.count || initial[next] != id {
        if followsMatch, next + 1 < initial.count, initial[next + 1] == id {
          next += 1
        } else {
          guard let hash = hash(id) else { return nil }
          guard case .offset(let found) = table.find(id, hash: hash, identity: { initial[$0] })
          else {
            new.append((offset, hash))
            followsMatch = false
            continue
          }
          next = found
        }
      }
      if finalOffsets[next] >= 0 {
        duplicate = DuplicateOffsets(
          first: Int(finalOffsets[next]), second: offset, side: .final)
        break
      }
      match(initial: next, final: offset)
      next += 1
      followsMatch = true
    }
    try Self.checkNew(new, of: final)
    if let duplicate { throw duplicate }
  }

  /// Throws the first duplicate among the identities that only the final list has.
  @inlinable
  static func checkNew<ID: Hashable>(
    _ new: ContiguousArray<(offset: Int, hash: Int)>, of final: ContiguousArray<ID>
  ) throws(DuplicateOffsets) {
    var table = IdentityTable<ID>(capacity: new.count)
    for (offset, hash) in new {
      let first = table.insert(final[offset], hash: hash, at: offset, identity: { final[$0] })
      if let first { throw DuplicateOffsets(first: first, second: offset, side: .final) }
    }
  }
}
