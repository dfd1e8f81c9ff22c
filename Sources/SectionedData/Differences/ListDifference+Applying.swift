extension ListDifference {
  /// Applies the changes to a list; inserted and updated items come from ``items``.
  ///
  /// ```swift
  /// let difference = try ListDifference(from: shown, to: wanted)
  /// difference.applied(to: shown) == wanted
  /// ```
  ///
  /// - Returns: `nil` if the list is not as long as the initial one.
  /// - Complexity: O(*n*) for *n* items in both lists together.
  public func applied(to list: some Collection<Items.Element>) -> [Items.Element]? {
    let old = Array(list)
    guard old.count == items.count - inserted.count + deleted.count else { return nil }
    let origins = Origins(
      oldCount: old.count, newCount: items.count, deleted: deleted, inserted: inserted, moved: moved
    ).offsets
    guard var new = origins.map({ $0.enumerated().map { $1.map { old[$0] } ?? item(at: $0) } })
    else { return nil }
    for update in updated { new[update.to] = item(at: update.to) }
    return new
  }

  /// The same changes as a `CollectionDifference` of the standard library.
  ///
  /// It has no updates: an item with another value is removed and inserted, and the two changes are
  /// associated like those of a move.
  ///
  /// - Precondition: `initial` is the list that was compared.
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public func collectionDifference(
    from initial: Items
  ) -> CollectionDifference<Items.Element>? {
    let movedOffsets = Set(moved.map(\.to))
    let pairs = moved + updated.filter { !movedOffsets.contains($0.to) }
    var changes: [CollectionDifference<Items.Element>.Change] = []
    for offset in deleted {
      changes.append(
        .remove(offset: offset, element: initial.item(atOffset: offset), associatedWith: nil))
    }
    for offset in inserted {
      changes.append(.insert(offset: offset, element: item(at: offset), associatedWith: nil))
    }
    for pair in pairs {
      let old = initial.item(atOffset: pair.from)
      changes.append(.remove(offset: pair.from, element: old, associatedWith: pair.to))
      changes.append(
        .insert(offset: pair.to, element: item(at: pair.to), associatedWith: pair.from))
    }
    return CollectionDifference(changes)
  }

  private func item(at offset: Int) -> Items.Element { items.item(atOffset: offset) }
}

/// The offset of each element of a list before its changes.
struct Origins {
  /// The old offset of each element, `nil` for an inserted one; `nil` if the changes do not fit.
  let offsets: [Int?]?

  init(
    oldCount: Int, newCount: Int, deleted: [Int], inserted: [Int], moved: [Relocation<Int>]
  ) {
    offsets = Self.offsets(oldCount, newCount, deleted, inserted, moved)
  }

  private static func offsets(
    _ oldCount: Int, _ newCount: Int, _ deleted: [Int], _ inserted: [Int],
    _ moved: [Relocation<Int>]
  ) -> [Int?]? {
    guard newCount >= 0, oldCount - deleted.count == newCount - inserted.count else { return nil }
    var isLeaving = [Bool](repeating: false, count: oldCount)
    var isTaken = [Bool](repeating: false, count: newCount)
    for offset in deleted + moved.map(\.from) {
      guard isLeaving.indices.contains(offset), !isLeaving[offset] else { return nil }
      isLeaving[offset] = true
    }
    for offset in inserted + moved.map(\.to) {
      guard isTaken.indices.contains(offset), !isTaken[offset] else { return nil }
      isTaken[offset] = true
    }
    var origins = [Int?](repeating: nil, count: newCount)
    for move in moved { origins[move.to] = move.from }
    let staying = isLeaving.indices.lazy.filter { !isLeaving[$0] }
    let free = isTaken.indices.lazy.filter { !isTaken[$0] }
    for (offset, origin) in zip(free, staying) { origins[offset] = origin }
    return origins
  }
}
