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
  @_alwaysEmitIntoClient
  public func applied(to list: some Collection<Items.Element>) -> [Items.Element]? {
    let old = Array(list)
    guard old.count == items.count - inserted.count + deleted.count else { return nil }
    let origins = SectionedChanges.origins(
      oldCount: old.count, newCount: items.count, deleted: deleted, inserted: inserted, moved: moved
    )
    guard let origins else { return nil }
    var new = origins.enumerated().map { offset, origin in
      origin.map { old[$0] } ?? item(at: offset)
    }
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
  @_alwaysEmitIntoClient
  public func collectionDifference(
    from initial: Items
  ) -> CollectionDifference<Items.Element>? {
    var isMoved = [Bool](repeating: false, count: items.count)
    for move in moved { isMoved[move.to] = true }
    let pairs = moved + updated.filter { !isMoved[$0.to] }
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

  @_alwaysEmitIntoClient
  func item(at offset: Int) -> Items.Element { items.item(atOffset: offset) }
}
