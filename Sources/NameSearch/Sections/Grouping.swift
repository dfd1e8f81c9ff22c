/// Sorted names grouped by section.
struct Grouping {
  /// The sections, ordered by rank or, where ranks are equal, by first name.
  private(set) var sections: [SectionRows] = []

  /// Ranges of the sorted names, by section; within a section in collation order.
  private(set) var stretches: [Range<Int>] = []

  /// Groups runs; with `isReversed`, the order of sections follows from the last name of each.
  init(_ runs: [SectionRuler.Run], isReversed: Bool = false) {
    var numbers: [SectionRuler.Key: Int] = [:]
    var gathered: [(key: SectionRuler.Key, places: [Range<Int>])] = []
    for run in isReversed ? runs.reversed() : runs {
      if let number = numbers[run.key] {
        gathered[number].places.append(run.places)
      } else {
        numbers[run.key] = gathered.count
        gathered.append((run.key, [run.places]))
      }
    }
    // Sections are in the order of their first names, which is kept among equal ranks.
    let sign = isReversed ? -1 : 1
    let order = gathered.indices.sorted {
      (sign * gathered[$0].key.rank, $0) < (sign * gathered[$1].key.rank, $1)
    }
    var next = 0
    for (key, places) in order.map({ gathered[$0] }) {
      let count = places.reduce(0) { $0 + $1.count }
      sections.append(SectionRows(key: key, rows: next..<(next + count)))
      stretches += places
      next += count
    }
  }
}

/// The rows of a section in one table.
struct SectionRows: Sendable {
  let key: SectionRuler.Key
  let rows: Range<Int>
}
