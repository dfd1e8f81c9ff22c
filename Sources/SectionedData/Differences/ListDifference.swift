/// How one list of items becomes another, by offset; for lists without sections.
///
/// Items are matched by identity and compared by `==`. What stays in order is not moved: the
/// moves are as few as they can be. To apply it: take out what is deleted or moved, at its initial
/// offset; put what is inserted or moved at its final offset, in ascending order; then set the
/// values that are updated.
public struct ListDifference<Items: RandomAccessCollection>
where
  Items.Index == Int, Items.Element: Identifiable & Equatable, Items.Element.ID: Sendable
{
  /// Why there can be no difference: an identity that is in one list twice, and at which offsets.
  public typealias Failure = DuplicateIdentity<Items.Element.ID, Int>

  /// The final items, as they were given.
  public let items: Items

  /// The initial offsets of items that are gone, ascending.
  public let deleted: [Int]

  /// The final offsets of items that are new, ascending.
  public let inserted: [Int]

  /// The initial and final offsets of items that move, ascending by the final one.
  public let moved: [Move<Int>]

  /// The initial and final offsets of items with another value, ascending by the final one.
  public let updated: [Move<Int>]

  /// Whether nothing changed; ``items`` may be other values that are equal.
  public var isEmpty: Bool {
    deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }

  /// Compares two lists by hashing each identity at most once.
  ///
  /// - Throws: ``DuplicateIdentity`` for the first identity that either list has twice.
  /// - Complexity: O(*n* + *m* log *m*) expected, where *n* is the length of both lists together
  ///   and *m* the number of items they share, if these are not in the same order.
  @inlinable
  public init(from initial: Items, to final: Items) throws(Failure) {
    try self.init(initial, final) { matcher throws(DuplicateOffsets) in try matcher.hashed() }
  }

  /// Compares two lists that ascend by a key, as a filter leaves them: without hashing.
  ///
  /// If a list does not ascend strictly, the items are hashed instead.
  ///
  /// - Parameters:
  ///   - initial: The items as they were.
  ///   - final: The items as they are wanted.
  ///   - key: Reads the key off an item: cheap, and settled by the item's identity. An item that
  ///     has another key than before is told as one that is deleted and one that is inserted.
  /// - Throws: ``DuplicateIdentity`` for the first identity that either list has twice.
  /// - Complexity: O(*n*), where *n* is the length of both lists together.
  @inlinable
  public init<Key: Comparable>(
    from initial: Items, to final: Items, orderedBy key: (Items.Element) -> Key
  ) throws(Failure) {
    try self.init(initial, final) { matcher throws(DuplicateOffsets) in
      try matcher.merged(by: key)
    }
  }

  @inlinable
  init(
    _ initial: Items, _ final: Items,
    matching: (ItemMatcher<Items>) throws(DuplicateOffsets) -> Matching
  ) throws(Failure) {
    do throws(DuplicateOffsets) {
      let plan = ListPlan(try matching(ItemMatcher(initial: [initial], final: [final])))
      items = final
      (deleted, inserted) = (plan.deleted, plan.inserted)
      (moved, updated) = (plan.moved, plan.updated)
    } catch {
      let list = error.side == .initial ? initial : final
      throw DuplicateIdentity(
        identity: list.item(atOffset: error.first).id, first: error.first, second: error.second,
        side: error.side)
    }
  }
}

extension ListDifference: Sendable where Items: Sendable {}
