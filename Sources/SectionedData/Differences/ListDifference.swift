/// How one list of items becomes another, for lists without sections.
///
/// Items are matched by identity and compared by `==`. The number of moves is minimal. To apply the
/// difference, remove deleted and moved items by initial offset, insert inserted and moved ones by
/// final offset in ascending order, then set the updated values.
@frozen
public struct ListDifference<Items: RandomAccessCollection>
where
  Items.Index == Int, Items.Element: Identifiable & Equatable, Items.Element.ID: Sendable
{
  /// The error for an identity that is in one list twice, with its offsets.
  public typealias Failure = DuplicateIdentity<Items.Element.ID, Int>

  /// The final items, as given.
  public let items: Items

  /// The initial offsets of deleted items, ascending.
  public let deleted: [Int]

  /// The final offsets of inserted items, ascending.
  public let inserted: [Int]

  /// The moves, ascending by final offset.
  public let moved: [Relocation<Int>]

  /// The initial and final offsets of items with another value, ascending by final offset.
  public let updated: [Relocation<Int>]

  /// Whether nothing changed; even then ``items`` may be other values that are equal.
  public var isEmpty: Bool {
    deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }

  /// Compares two lists by hashing each identity at most once.
  ///
  /// - Throws: ``DuplicateIdentity`` for the first duplicate in either list.
  /// - Complexity: O(*n* + *m* log *m*) expected for *n* items in both lists together, *m* of them
  ///   in both but in another order.
  @_alwaysEmitIntoClient
  public init(from initial: Items, to final: Items) throws(Failure) {
    try self.init(initial, final) { matcher throws(DuplicateOffsets) in try matcher.hashed() }
  }

  /// Compares two lists that ascend by a key, for example filtered ones, without hashing.
  ///
  /// If a list does not ascend strictly, the items are hashed. `key` must be cheap and depend only
  /// on the identity. An item whose key has changed counts as deleted and inserted.
  ///
  /// - Throws: ``DuplicateIdentity`` for the first duplicate in either list.
  /// - Complexity: O(*n*), where *n* is the length of both lists together.
  @_alwaysEmitIntoClient
  public init<Key: Comparable>(
    from initial: Items, to final: Items, orderedBy key: (Items.Element) -> Key
  ) throws(Failure) {
    try self.init(initial, final) { matcher throws(DuplicateOffsets) in
      try matcher.merged(by: key)
    }
  }

  @_alwaysEmitIntoClient
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
