extension Matching {
  /// Matches equal identities; throws the first duplicate, of the initial list if that has one.
  ///
  /// - Complexity: O(*n* + *m*) expected in the lengths; each identity is hashed at most once, or
  ///   twice if there are duplicates.
  @_alwaysEmitIntoClient
  init<ID: Hashable>(
    initial: ContiguousArray<ID>, final: ContiguousArray<ID>
  ) throws(DuplicateOffsets) {
    if let initial = initial as? ContiguousArray<String>,
      let final = final as? ContiguousArray<String>
    {
      self = try Matching(strings: initial, final)
      return
    }
    let size = MemoryLayout<ID>.size
    // In a short list, finding out costs more than it saves.
    let comparesBytes =
      (size == 8 || size == 16) && initial.count + final.count > 64
      && QuickHash.comparesBytes(ID.self)
    let quickHash = QuickHash.ofProcess
    let matching = try Matching(initial, final) { id in
      comparesBytes ? quickHash.hash(bytesOf: id) : id.hashValue
    }
    guard let matching else { preconditionFailure("each identity has a hash value") }
    self = matching
  }

  /// Matches equal identities; `nil` if an identity that must be hashed has no hash.
  ///
  /// The longer list is put into the table, because a search for an identity that only one list has
  /// costs as much as an insertion.
  @_alwaysEmitIntoClient
  init?<ID: Hashable>(
    _ initial: ContiguousArray<ID>, _ final: ContiguousArray<ID>, hash: (ID) -> Int?
  ) throws(DuplicateOffsets) {
    if final.count > initial.count {
      do throws(DuplicateOffsets) {
        guard let inverse = try Matching(table: final, others: initial, hash: hash) else {
          return nil
        }
        finalOffsets = inverse.initialOffsets
        initialOffsets = inverse.finalOffsets
        return
      } catch {
        // A duplicate of the initial list comes first, so compare the other way round.
      }
    }
    guard let matching = try Matching(table: initial, others: final, hash: hash) else {
      return nil
    }
    self = matching
  }

  /// Puts the initial list into a table and searches for the other identities in it.
  ///
  /// The element after the last match is tried first, and in a run also the one after that, so that
  /// unmoved runs, and elements after a single deletion, cost no hash.
  @_alwaysEmitIntoClient
  init?<ID: Hashable>(
    table initial: ContiguousArray<ID>, others final: ContiguousArray<ID>, hash: (ID) -> Int?
  ) throws(DuplicateOffsets) {
    self.init(initialCount: initial.count, finalCount: final.count)
    var table = IdentityTable(capacity: initial.count)
    for offset in initial.indices {
      guard let hash = hash(initial[offset]) else { return nil }
      if let first = table.insert(offset, hash: hash, in: initial) {
        throw DuplicateOffsets(first: first, second: offset, side: .initial)
      }
    }
    // For the identities that only the final list has, which are usually few or none.
    var newTable: IdentityTable?
    var next = 0
    var isRun = true
    for offset in final.indices {
      let id = final[offset]
      if next == initial.count || initial[next] != id {
        if isRun, next + 1 < initial.count, initial[next + 1] == id {
          next += 1
        } else {
          guard let hash = hash(id) else { return nil }
          let found = table.find(id, hash: hash, in: initial)
          guard found >= 0 else {
            var new = newTable.take() ?? IdentityTable(capacity: final.count)
            if let first = new.insert(offset, hash: hash, in: final) {
              throw DuplicateOffsets(first: first, second: offset, side: .final)
            }
            newTable = new
            isRun = false
            continue
          }
          next = found
          isRun = false
        }
      } else {
        isRun = true
      }
      if finalOffsets[next] >= 0 {
        throw DuplicateOffsets(first: Int(finalOffsets[next]), second: offset, side: .final)
      }
      match(initial: next, final: offset)
      next += 1
    }
  }
}
