package import NameSearch

/// The flagged rows of one index: a set of rows for each flag in use.
struct FlaggedRows: Sendable {
  private let rowCount: Int

  /// Sets without rows are omitted, because most lists use few flags.
  private var sets: [(flag: Flags, rows: RowSet)] = []

  /// All single flags that rows of a list can have.
  static let kinds = RowFlag.allCases.filter { $0 != .dropped }.map { Flags($0) }

  init(rowCount: Int, _ sets: some Sequence<(Flags, RowSet)> = []) {
    self.rowCount = rowCount
    for (flag, rows) in sets where !rows.isEmpty { self.sets.append((flag, rows)) }
  }

  /// The rows of an index whose names have some of the given flags; O(*n*).
  init(of kinds: [Flags], in index: NameIndex, _ flags: (Name) -> Flags) {
    var flagged = kinds.map { _ in [NameRow]() }
    for row in (0..<index.count).lazy.map({ NameRow($0) }) {
      let flags = flags(index.name(at: row))
      if flags.isEmpty { continue }
      for (place, kind) in kinds.enumerated() where flags.contains(kind) {
        flagged[place].append(row)
      }
    }
    self.init(
      rowCount: index.count,
      zip(kinds, flagged).map { ($0, RowSet(rowCount: index.count, $1)) })
  }

  static func kinds(in flags: Flags) -> [Flags] { kinds.filter { flags.contains($0) } }

  /// The rows with a single flag; `nil` if no row has it.
  subscript(flag: Flags) -> RowSet? { sets.first { $0.flag == flag }?.rows }

  /// All flags that any row has.
  var kindsInUse: Flags { sets.reduce(into: []) { $0.insert($1.flag) } }

  /// The sets of rows with each of the given flags, if any row has the flag.
  func sets(of flags: Flags) -> [RowSet] {
    sets.filter { flags.contains($0.flag) }.map(\.rows)
  }

  /// The number of rows with a single flag that are not in a set; O(*n*/64) if the set has members.
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
  mutating func set(_ flags: Flags, of row: NameRow) {
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

  /// The rows of a set, grouped by those of some flags that they have; O(*n*/64) for each group and flag.
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

  /// Gives rows the given flags, and removes the others among `changing`.
  mutating func set(_ flags: Flags, of rows: RowSet, among changing: Flags) {
    for kind in Self.kinds where changing.contains(kind) {
      if flags.contains(kind) { insert(rows, into: kind) } else { remove(rows, from: kind) }
    }
  }

  /// Keeps only rows that a filter shows, in O(*n*/64) for each of its flags.
  func filter(_ rows: inout RowSet, by show: Show) {
    let (required, excluded) = (show.required, show.excluded)
    if show.contains(.decided) {
      rows.formIntersection(
        sets(of: .decided).reduce(into: RowSet(rowCount: rowCount)) { $0.formUnion($1) })
    }
    for flag in Self.kinds {
      if required.contains(flag) {
        rows.formIntersection(self[flag] ?? RowSet(rowCount: rowCount))
      }
      if excluded.contains(flag), let set = self[flag] { rows.subtract(set) }
    }
  }
}

/// The flags in a snapshot: a row set for each.
///
/// They take a bit for each row and cost nothing to read, however many rows are flagged.
package struct FlagBase: Sendable {
  let index: NameIndex
  private let rows: FlaggedRows

  /// The flags that have sets, in the order of `rowSets`, which is the order of their bits.
  private static let kinds = RowFlag.allCases.filter(\.isInSnapshot)
    .sorted { $0.rawValue < $1.rawValue }.map { Flags($0) }

  /// Takes the sets that ``rowSets(of:in:)`` returned; `nil` if their number is wrong.
  package init?(index: NameIndex, rowSets: [RowSet]) {
    guard rowSets.count == Self.kinds.count else { return nil }
    self.index = index
    rows = FlaggedRows(rowCount: index.count, zip(Self.kinds, rowSets).map { ($0, $1) })
  }

  init(index: NameIndex, _ rows: FlaggedRows) {
    self.index = index
    self.rows = rows
  }

  /// The sets of flagged rows of an index.
  package static func rowSets(of table: FlagTable, in index: NameIndex) -> [RowSet] {
    let flagged = table.flaggedRows(in: index)
    return kinds.map { flagged[$0] ?? RowSet(rowCount: index.count) }
  }

  /// All flags that any row has.
  package var kindsInUse: Flags { rows.kindsInUse }

  /// `nil` for a name that is not in the index; O(log *n*).
  func flags(of name: Name) -> Flags? {
    index.row(of: name).map { rows.flags(of: $0) }
  }

  /// The rows of a later index that have a flag here.
  ///
  /// - Complexity: O(*n*/64) for *n* rows, plus O(*f* log *n*) for *f* rows with the flag if the
  ///   names have been merged since.
  package func rows(with flag: Flags, in later: NameIndex) -> RowSet {
    guard let rows = rows[flag] else { return RowSet(rowCount: later.count) }
    return later.rows(rows, of: index, newlyBy: { flags(of: $0)?.contains(flag) ?? false })
      ?? later.rows(of: rows.lazy.map { index.name(at: $0) })
  }
}
