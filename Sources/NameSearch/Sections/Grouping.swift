/// Sorted names gathered by section.
struct Grouping {
  /// The sections, in the order of their ranks or, where these are equal, of their first names.
  private(set) var sections: [SectionRows] = []

  /// Where the names are among the sorted ones: by section, and within one in collation order.
  private(set) var stretches: [Range<Int>] = []

  init(_ runs: [SectionRuler.Run]) {
    var numbers: [SectionRuler.Key: Int] = [:]
    var gathered: [(key: SectionRuler.Key, places: [Range<Int>])] = []
    for run in runs {
      if let number = numbers[run.key] {
        gathered[number].places.append(run.places)
      } else {
        numbers[run.key] = gathered.count
        gathered.append((run.key, [run.places]))
      }
    }
    // Sections were met in the order of their first names, which stays among equal ranks.
    let order = gathered.indices.sorted {
      (gathered[$0].key.rank, $0) < (gathered[$1].key.rank, $1)
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

/// A section of one table, and its rows there.
struct SectionRows: Sendable {
  let key: SectionRuler.Key
  let rows: Range<Int>
}
