import NameSearch

/// The flagged rows of one index: a set for each flag that any row has.
struct FlaggedRows: Sendable {
  private let rowCount: Int

  /// Empty sets are left out: most lists use few of the flags.
  private var sets: [(flag: Flags, rows: RowSet)] = []

  /// All single flags that rows of a list can have.
  static let kinds = RowFlag.allCases.filter { $0 != .dropped }.map { Flags($0) }

  package init(rowCount: Int, _ sets: some Sequence<(Flags, RowSet)> = []) {
    self.rowCount = rowCount
    for (flag, rows) in sets where !rows.isEmpty { self.sets.append((flag, rows)) }
  }

  /// The rows with a single flag; `nil` if no row has it.
  subscript(flag: Flags) -> RowSet? { sets.first { $0.flag == flag }?.rows }

  /// All flags that any row has.
  package var kindsInUse: Flags { sets.reduce(into: []) { $0.insert($1.flag) } }

  /// The rows with each of the flags that any row has.
  func sets(of flags: Flags) -> [RowSet] {
    sets.filter { flags.contains($0.flag) }.map(\.rows)
  }

  /// The number of rows with a single flag, without those of a set; O(*n*/64) if that has any.
  func count(of flag: Flags, without others: RowSet) -> Int {
    guard var rows = self[flag] else { return 0 }
    if !others.isEmpty { rows.subtract(others) }
    return rows.count
  }

  /// The number of rows of a set with a single flag; O(*n*/64).
  func count(of flag: Flags, among others: RowSet) -> Int {
    guard var rows = self[flag] else { return 0 }
    rows.formIntersection(others)
    return rows.count
  }

  func flags(of row: NameRow) -> Flags {
    var flags: Flags = []
    for set in sets where set.rows.contains(row) { flags.insert(set.flag) }
    return flags
  }

  /// Sets the flags of a row; O(*n*/512) for *n* rows.
  package mutating func set(_ flags: Flags, of row: NameRow) {
    for place in sets.indices {
      if flags.contains(sets[place].flag) {
        sets[place].rows.insert(row)
      } else {
        sets[place].rows.remove(row)
      }
    }
    for kind in Self.kinds where flags.contains(kind) && self[kind] == nil {
      sets.append((kind, RowSet(rowCount: rowCount, CollectionOfOne(row))))
    }
  }

  /// Adds rows to those with a single flag.
  mutating func insert(_ rows: RowSet, into flag: Flags) {
    if let place = sets.firstIndex(where: { $0.flag == flag }) {
      sets[place].rows.formUnion(rows)
    } else if !rows.isEmpty {
      sets.append((flag, rows))
    }
  }

  mutating func remove(_ rows: RowSet, from flag: Flags) {
    if let place = sets.firstIndex(where: { $0.flag == flag }) { sets[place].rows.subtract(rows) }
  }

  /// The rows of a set by those of some flags that they have; O(*n*/64) for each group and flag.
  func groups(of rows: RowSet, by flags: Flags) -> [(flags: Flags, rows: RowSet)] {
    var groups: [(flags: Flags, rows: RowSet)] = [([], rows)]
    for set in sets where flags.contains(set.flag) {
      for place in groups.indices {
        var flagged = groups[place].rows
        flagged.formIntersection(set.rows)
        if flagged.isEmpty { continue }
        groups[place].rows.subtract(flagged)
        groups.append((groups[place].flags.union(set.flag), flagged))
      }
    }
    return groups.filter { !$0.rows.isEmpty }
  }

  /// Sets which of some flags rows have.
  mutating func set(_ flags: Flags, of rows: RowSet, among changing: Flags) {
    for kind in Self.kinds where changing.contains(kind) {
      if flags.contains(kind) { insert(rows, into: kind) } else { remove(rows, from: kind) }
    }
  }

  /// Keeps only rows that a filter shows, in O(*n*/64) for each of its flags.
  func filter(_ rows: inout RowSet, by show: Show) {
    for flag in Self.kinds {
      if show.required.contains(flag) {
        rows.formIntersection(self[flag] ?? RowSet(rowCount: rowCount))
      }
      if show.excluded.contains(flag), let set = self[flag] { rows.subtract(set) }
    }
  }

}
