/// Matches the items of two lists of lists.
@usableFromInline
struct ItemMatcher<Items: RandomAccessCollection>
where Items.Index == Int, Items.Element: Identifiable & Equatable {
  @usableFromInline typealias Item = Items.Element

  @usableFromInline let initial: [Items]
  @usableFromInline let final: [Items]
  @usableFromInline let initialLocator: PathLocator
  @usableFromInline let finalLocator: PathLocator

  @inlinable
  init(initial: [Items], final: [Items]) {
    self.initial = initial
    self.final = final
    initialLocator = PathLocator(lengths: initial.map { $0.count })
    finalLocator = PathLocator(lengths: final.map { $0.count })
  }

  /// Matches by hashing the identities; throws the first duplicate.
  @inlinable
  func hashed() throws(DuplicateOffsets) -> Matching {
    var matching = try Matching(
      initial: Self.flat(initial) { $0.id }, final: Self.flat(final) { $0.id })
    compareValues(&matching, checksIdentities: false)
    return matching
  }

  /// Matches by key if both lists ascend strictly by it, else like ``hashed()``.
  @inlinable
  func merged<Key: Comparable>(by key: (Item) -> Key) throws(DuplicateOffsets) -> Matching {
    guard let before = Self.ascending(initial, key), let after = Self.ascending(final, key) else {
      return try hashed()
    }
    var matching = Matching(ascending: before, after)
    compareValues(&matching, checksIdentities: true)
    return matching
  }

  /// Records which matched items are not equal, and unmatches those with different identities.
  @inlinable
  func compareValues(_ matching: inout Matching, checksIdentities: Bool) {
    var locator = initialLocator
    var offset = 0
    for items in final {
      for index in items.indices {
        let other = Int(matching.initialOffsets[offset])
        if other >= 0 {
          let path = locator.path(at: other)
          let item = items[index]
          let old = initial[path.section].item(atOffset: path.item)
          if checksIdentities, old.id != item.id {
            matching.unmatch(initial: other, final: offset)
          } else if old != item {
            matching.updated.append(Int32(truncatingIfNeeded: offset))
          }
        }
        offset += 1
      }
    }
  }

  @inlinable
  static func flat<Value>(_ lists: [Items], _ value: (Item) -> Value) -> ContiguousArray<Value> {
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for list in lists {
      for index in list.indices { values.append(value(list[index])) }
    }
    return values
  }

  /// The keys in order, or `nil` if they do not ascend strictly.
  @inlinable
  static func ascending<Key: Comparable>(
    _ lists: [Items], _ key: (Item) -> Key
  ) -> ContiguousArray<Key>? {
    let keys = flat(lists, key)
    for offset in keys.indices.dropFirst() where !(keys[offset - 1] < keys[offset]) { return nil }
    return keys
  }
}

extension RandomAccessCollection where Index == Int {
  @inlinable
  func item(atOffset offset: Int) -> Element {
    self[index(startIndex, offsetBy: offset)]
  }
}
