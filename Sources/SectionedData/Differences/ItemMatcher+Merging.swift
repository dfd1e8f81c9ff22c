extension ItemMatcher {
  /// Matches by key if both lists ascend strictly by it, else like ``hashed()``.
  ///
  /// Runs of items that only one list has are skipped, so that few of their keys are compared.
  ///
  /// - Complexity: O(*n*) comparisons for *n* items in the longer list, most of them to check that
  ///   it ascends. Bentley and Yao, *An almost optimal algorithm for unbounded searching* (1976).
  @_alwaysEmitIntoClient
  func merged<Key: Comparable>(by key: (Item) -> Key) throws(DuplicateOffsets) -> Matching {
    var before = ItemReader(lists: initial, locator: initialLocator)
    var after = ItemReader(lists: final, locator: finalLocator)
    let finalIsLonger = after.count >= before.count
    guard finalIsLonger ? after.ascends(by: key) : before.ascends(by: key) else {
      return try hashed()
    }
    var matching = Matching(initialCount: before.count, finalCount: after.count)
    let isShorterMatched = merge(&before, &after, by: key, into: &matching)
    // A shorter list whose items were all matched ascends like the other one; otherwise check it.
    guard isShorterMatched || (finalIsLonger ? before.ascends(by: key) : after.ascends(by: key))
    else { return try hashed() }
    return matching
  }

  /// Matches two lists, one of which ascends; returns whether each item of the shorter list has a
  /// counterpart.
  @_alwaysEmitIntoClient
  func merge<Key: Comparable>(
    _ before: inout ItemReader<Items>, _ after: inout ItemReader<Items>, by key: (Item) -> Key,
    into matching: inout Matching
  ) -> Bool {
    var (initial, final) = (0, 0)
    var unmatched = min(before.count, after.count)
    while initial < before.count, final < after.count {
      let (old, new) = (before.item(at: initial), after.item(at: final))
      let (oldKey, newKey) = (key(old), key(new))
      if oldKey == newKey {
        if old.id == new.id {
          matching.match(initial: initial, final: final)
          if old != new { matching.updated.append(Int32(truncatingIfNeeded: final)) }
        }
        initial += 1
        final += 1
        unmatched -= 1
      } else if oldKey < newKey {
        initial = before.offset(after: initial, notBelow: newKey, by: key)
      } else {
        final = after.offset(after: final, notBelow: oldKey, by: key)
      }
    }
    return unmatched == 0
  }
}

/// Accesses the items of a list of lists by their offset in the whole list.
@usableFromInline
@frozen
struct ItemReader<Items: RandomAccessCollection> where Items.Index == Int {
  @usableFromInline let lists: [Items]
  @usableFromInline var locator: PathLocator

  @_alwaysEmitIntoClient
  init(lists: [Items], locator: PathLocator) {
    self.lists = lists
    self.locator = locator
  }

  @_alwaysEmitIntoClient var count: Int { locator.count }

  @_alwaysEmitIntoClient
  mutating func item(at offset: Int) -> Items.Element {
    let path = locator.path(at: offset)
    return lists[path.section].item(atOffset: path.item)
  }

  /// Whether each key is below the next.
  @_alwaysEmitIntoClient
  func ascends<Key: Comparable>(by key: (Items.Element) -> Key) -> Bool {
    var last: Key?
    for list in lists {
      for index in list.indices {
        let next = key(list[index])
        if let last, !(last < next) { return false }
        last = next
      }
    }
    return true
  }

  /// The first offset after `start` whose key is not below `bound`; the key at `start` is below it.
  ///
  /// - Complexity: O(log *d*) comparisons for an offset that is *d* further.
  @_alwaysEmitIntoClient
  mutating func offset<Key: Comparable>(
    after start: Int, notBelow bound: Key, by key: (Items.Element) -> Key
  ) -> Int {
    var below = start
    var step = 1
    while below + step < count, key(item(at: below + step)) < bound {
      below += step
      step *= 2
    }
    var end = min(below + step, count)
    while below + 1 < end {
      let middle = below + (end - below) / 2
      if key(item(at: middle)) < bound { below = middle } else { end = middle }
    }
    return end
  }
}
