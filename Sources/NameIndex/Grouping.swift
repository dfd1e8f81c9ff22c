/// The names of a sorted batch, gathered by section.
struct Grouping {
  /// The sections that have names, in order.
  private(set) var keys: [SectionRuler.Key] = []

  /// The names of each section, as a range of `order`.
  private(set) var rows: [Range<Int>] = []

  /// Places among the sorted names: by section, and within one in collation order.
  let order: [UInt32]

  init(_ names: SortedNames, by assignment: SectionRuler.Assignment) {
    var ends = [Int](repeating: 0, count: assignment.keys.count)
    for section in assignment.places { ends[Int(section)] += 1 }
    var next = 0
    for (section, count) in ends.enumerated() {
      if count > 0 {
        keys.append(assignment.keys[section])
        rows.append(next..<(next + count))
      }
      ends[section] = next
      next += count
    }
    var order = [UInt32](repeating: 0, count: next)
    for (place, section) in assignment.places.enumerated() {
      order[ends[Int(section)]] = UInt32(truncatingIfNeeded: place)
      ends[Int(section)] += 1
    }
    self.order = order
  }
}
