/// Matches the items of two lists of lists.
@usableFromInline
@frozen
struct ItemMatcher<Items: RandomAccessCollection>
where Items.Index == Int, Items.Element: Identifiable & Equatable {
  @usableFromInline typealias Item = Items.Element

  @usableFromInline let initial: [Items]
  @usableFromInline let final: [Items]
  @usableFromInline let initialLocator: PathLocator
  @usableFromInline let finalLocator: PathLocator

  @_alwaysEmitIntoClient
  init(initial: [Items], final: [Items]) {
    self.initial = initial
    self.final = final
    initialLocator = PathLocator(of: initial)
    finalLocator = PathLocator(of: final)
  }

  /// Matches by hashing the identities; throws the first duplicate.
  @_alwaysEmitIntoClient
  func hashed() throws(DuplicateOffsets) -> Matching {
    var matching = try Matching(
      initial: Self.flat(initial) { $0.id }, final: Self.flat(final) { $0.id })
    compareValues(&matching)
    return matching
  }

  /// Records which matched items are not equal.
  @_alwaysEmitIntoClient
  func compareValues(_ matching: inout Matching) {
    var locator = initialLocator
    var offset = 0
    for items in final {
      for index in items.indices {
        let other = Int(matching.initialOffsets[offset])
        if other >= 0 {
          let path = locator.path(at: other)
          if initial[path.section].item(atOffset: path.item) != items[index] {
            matching.updated.append(Int32(truncatingIfNeeded: offset))
          }
        }
        offset += 1
      }
    }
  }

  @_alwaysEmitIntoClient
  static func flat<Value>(_ lists: [Items], _ value: (Item) -> Value) -> ContiguousArray<Value> {
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for list in lists {
      for index in list.indices { values.append(value(list[index])) }
    }
    return values
  }
}

extension RandomAccessCollection where Index == Int {
  @_alwaysEmitIntoClient
  func item(atOffset offset: Int) -> Element {
    self[index(startIndex, offsetBy: offset)]
  }
}
