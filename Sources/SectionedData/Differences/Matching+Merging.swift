extension Matching {
  /// Matches equal keys of two strictly ascending lists of lengths *n* and *m* in O(*n* + *m*).
  @inlinable
  init<Key: Comparable>(ascending initial: ContiguousArray<Key>, _ final: ContiguousArray<Key>) {
    self.init(initialCount: initial.count, finalCount: final.count)
    var before = 0
    var after = 0
    while before < initial.count, after < final.count {
      if initial[before] < final[after] {
        before += 1
      } else if final[after] < initial[before] {
        after += 1
      } else {
        match(initial: before, final: after)
        before += 1
        after += 1
      }
    }
  }
}
