/// Sorted names grouped by what they have in the column of the sections.
struct ValueGrouping {
  /// The names in the order of their sections, and in collation order within one.
  let names: SortedNames

  /// The sections in collation order; the one of names without a value comes last.
  let sections: [SectionRows]

  /// Where each name stands among `names`, in the collation order of all.
  let byName: [UInt32]

  /// - Complexity: O(*n* log *n*) for *n* names, and sorting the different values.
  init(_ sorted: SortedNames, first: [String], collation: Collation) {
    let (values, known) = Self.values(of: sorted.batches)
    let groups = Self.groups(of: values, first: first, collation)
    let numbers = sorted.sectionNumbers(
      known.map { $0.map { groups.ofValue[Int($0)] } }, ofNoValue: groups.ofValue[0])
    var counts = [Int](repeating: 0, count: groups.keys.count)
    for group in numbers { counts[Int(group)] += 1 }
    var sections: [SectionRows] = []
    var next: [Int] = []
    var total = 0
    for (group, count) in counts.enumerated() {
      next.append(total)
      if count > 0 {
        sections.append(SectionRows(key: groups.keys[group], rows: total..<(total + count)))
      }
      total += count
    }
    var byName: [UInt32] = []
    let records = [KeySort.Record](unsafeUninitializedCapacity: total) { records, initialized in
      byName = Array(unsafeUninitializedCapacity: total) { byName, nameCount in
        for (place, group) in numbers.enumerated() {
          let row = next[Int(group)]
          next[Int(group)] += 1
          records.initializeElement(at: row, to: sorted.records[place])
          byName.initializeElement(at: place, to: UInt32(truncatingIfNeeded: row))
        }
        nameCount = total
      }
      initialized = total
    }
    names = SortedNames(sorted, inOrderOf: records)
    self.sections = sections
    self.byName = byName
  }

  /// The different values of all batches, and for each batch the numbers that its own ones have
  /// there; number 0 is for none.
  private static func values(of batches: [NameBatch]) -> (TextColumn, known: [[UInt32]]) {
    guard batches.contains(where: { !$0.sections.isEmpty }) else {
      return (TextColumn(), batches.map { _ in [0] })
    }
    var all = NumberedTexts()
    let known = batches.map { batch in
      let own = batch.sections.values
      return [0]
        + (0..<own.count).map { value in
          own.withBytes(at: value) { UInt32(truncatingIfNeeded: all.number(of: $0).number + 1) }
        }
    }
    return (all.texts, known)
  }

  /// The sections in order, with those of `first` before all others, and the number of each value's section.
  ///
  /// Value 0 stands for no value.
  private static func groups(
    of values: TextColumn, first: [String], _ collation: Collation
  ) -> (keys: [SectionRuler.Key], ofValue: [UInt32]) {
    let batch = NameBatch(values, isASCII: false)
    let titles = SortedNames([batch], collation: collation)
    let found = titles.records.map { record in
      let value = SortedNames.Location(record).place(in: [batch])
      return (value, SectionRuler.Key(value: values.string(at: value), first: first))
    }
    var keys: [SectionRuler.Key] = []
    var ofValue = [UInt32](repeating: 0, count: values.count + 1)
    // Titles are in the order of the collation, which is kept among equal ranks.
    let order = found.indices.sorted { (found[$0].1.rank, $0) < (found[$1].1.rank, $1) }
    for (value, key) in order.lazy.map({ found[$0] }) where key != .withoutValue {
      ofValue[value + 1] = UInt32(keys.count)
      keys.append(key)
    }
    ofValue[0] = UInt32(keys.count)
    for (value, key) in found where key == .withoutValue { ofValue[value + 1] = ofValue[0] }
    return (keys + [.withoutValue], ofValue)
  }
}
