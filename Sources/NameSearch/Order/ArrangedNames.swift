/// Sorted names that were rearranged, because the order of rows or sections is not that of the names.
struct ArrangedNames {
  /// The names, by section and in the order of the rows of each section.
  let names: SortedNames

  /// The sections in order; with the rule `column`, the section without a value comes last.
  let sections: [SectionRows]

  /// For each name, in the order of names, its place in `names`.
  let byName: [UInt32]

  /// The positions of `names`; empty unless rows are in input order, or numbered.
  let positions: [UInt32]

  /// - Parameters:
  ///   - sorted: The names in the order of their names.
  ///   - order: The wanted order.
  ///   - ruler: Knows the sections by the alphabet.
  ///   - collation: Orders the values of columns.
  /// - Complexity: O(*n* log *n*) for *n* names, and sorting the distinct values.
  init(
    _ sorted: SortedNames, _ order: NameOrder, _ ruler: SectionRuler, collation: Collation
  ) {
    let groups = Groups(sorted, order, ruler, collation)
    let positions = order.keepsPositions ? sorted.positions : []
    let places = Self.places(of: sorted, order, positions, collation)

    var counts = [Int](repeating: 0, count: groups.keys.count)
    for place in 0..<sorted.count { counts[groups.number(at: place)] += 1 }
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
    let locations = [SortedNames.Location.Packed](
      unsafeUninitializedCapacity: total
    ) { locations, initialized in
      byName = Array(unsafeUninitializedCapacity: total) { byName, nameCount in
        for number in 0..<total {
          let place = places.map { Int($0[number]) } ?? number
          let group = groups.number(at: place)
          let row = next[group]
          next[group] += 1
          locations.initializeElement(at: row, to: sorted.locations[place])
          byName.initializeElement(at: place, to: UInt32(truncatingIfNeeded: row))
        }
        nameCount = total
      }
      initialized = total
    }
    names = SortedNames(sorted, inOrderOf: locations)
    self.sections = sections
    self.byName = byName
    var inOrder = [UInt32](repeating: 0, count: positions.count)
    for (place, position) in positions.enumerated() { inOrder[Int(byName[place])] = position }
    self.positions = inOrder
  }

  /// The places of the sorted names in the order of the rows, regardless of sections; `nil` if both
  /// orders are the same.
  private static func places(
    of sorted: SortedNames, _ order: NameOrder, _ positions: [UInt32], _ collation: Collation
  ) -> [UInt32]? {
    let all = 0..<UInt32(sorted.count)
    let names = order.isReversed ? Array(all.reversed()) : Array(all)
    switch order.rows {
    case .name: return order.isReversed ? names : nil
    case .input:
      return order.isReversed
        ? places(names, by: { UInt32.max - positions[Int($0)] })
        : places(names, by: { positions[Int($0)] })
    case .column(_, let isDescending):
      let ranks = ValueRanks(
        sorted, isDescending: isDescending != order.isReversed, collation)
      return places(names, by: { ranks.ofName[Int($0)] })
    }
  }

  /// Sorts places by a number of each; the sort is stable.
  ///
  /// - Complexity: O(*n*): two passes by sixteen bits each.
  private static func places(_ places: [UInt32], by rank: (UInt32) -> UInt32) -> [UInt32] {
    var places = places
    for shift in [0, 16] as [UInt32] {
      var starts = [Int](repeating: 0, count: 1 << 16 + 1)
      for place in places { starts[Int(rank(place) >> shift & 0xFFFF) + 1] += 1 }
      // In most lists, the upper halves of all ranks are equal.
      if starts.contains(places.count) { continue }
      for digit in 1..<starts.count { starts[digit] += starts[digit - 1] }
      places = Array(unsafeUninitializedCapacity: places.count) { sorted, count in
        for place in places {
          let digit = Int(rank(place) >> shift & 0xFFFF)
          sorted.initializeElement(at: starts[digit], to: place)
          starts[digit] += 1
        }
        count = places.count
      }
    }
    return places
  }
}

// MARK: Sections

/// The sections of sorted names, in order, and the section of each name.
private struct Groups {
  let keys: [SectionRuler.Key]

  /// The section of each name; empty if there is one section.
  private let numbers: [UInt32]

  @inline(__always)
  func number(at place: Int) -> Int { numbers.isEmpty ? 0 : Int(numbers[place]) }

  init(
    _ sorted: SortedNames, _ order: NameOrder, _ ruler: SectionRuler, _ collation: Collation
  ) {
    guard order.sections == .column else {
      (keys, numbers) = Self.groups(
        of: ruler.runs(of: sorted, collation: collation), isReversed: order.isReversed)
      return
    }
    let (values, known) = Self.values(of: sorted.batches)
    let groups = Self.groups(of: values, first: order.firstSections, collation)
    keys = groups.keys
    numbers = sorted.numbers(
      zip(sorted.batches, known).map { batch, known in
        batch.sections.numbers.map { groups.ofValue[Int(known[Int($0)])] }
      }, otherwise: groups.ofValue[0])
  }

  private static func groups(
    of runs: [SectionRuler.Run], isReversed: Bool
  ) -> (keys: [SectionRuler.Key], numbers: [UInt32]) {
    let keys = Grouping(runs, isReversed: isReversed).sections.map(\.key)
    var numbers: [UInt32] = []
    if keys.count < 2 { return (keys, numbers) }
    let places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, UInt32($0)) })
    for run in runs {
      numbers.append(contentsOf: repeatElement(places[run.key] ?? 0, count: run.places.count))
    }
    return (keys, numbers)
  }

  /// The distinct values of all batches, and for each batch the numbers of its values there; number
  /// 0 means none.
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
    let found = titles.locations.map { location in
      let value = SortedNames.Location(location).place(in: [batch])
      return (value, SectionRuler.Key(value: values.string(at: value), first: first))
    }
    var keys: [SectionRuler.Key] = []
    var ofValue = [UInt32](repeating: 0, count: values.count + 1)
    // Titles are already in collation order, which is kept among equal ranks.
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

// MARK: Values of a column

/// Ranks of sorted names by their values in the column that determines the order.
private struct ValueRanks {
  /// The rank of each name: equal for equal values, greatest without a value.
  let ofName: [UInt32]

  /// - Complexity: O(*n* + *v* log *v*) for *n* names and *v* distinct values.
  init(_ sorted: SortedNames, isDescending: Bool, _ collation: Collation) {
    var all = NumberedTexts()
    // Number 0 means no value.
    let known = sorted.batches.map { batch in
      let column = batch.orderValues
      var numbers = [UInt32](repeating: 0, count: column.isEmpty ? 0 : batch.count)
      for value in 0..<column.places.count {
        column.strings.withBytes(at: value) { text in
          numbers[Int(column.places[value])] =
            UInt32(truncatingIfNeeded: all.number(of: text).number + 1)
        }
      }
      return numbers
    }
    let values = (0..<all.texts.count).map { number in
      all.texts.withBytes(at: number) { OrderValue($0, collation) }
    }
    let order = values.indices.sorted {
      values[$0].order(against: values[$1], isDescending: isDescending) < 0
    }
    var ranks = [UInt32](repeating: .max, count: values.count + 1)
    var rank: UInt32 = 0
    for (place, value) in order.enumerated() {
      if place > 0 {
        let last = values[order[place - 1]]
        if last.order(against: values[value], isDescending: isDescending) != 0 { rank += 1 }
      }
      ranks[value + 1] = rank
    }
    ofName = sorted.numbers(known.map { $0.map { ranks[Int($0)] } }, otherwise: .max)
  }
}
