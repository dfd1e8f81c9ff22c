package import NameSearch

/// The flags of the rows of a kept list as they once were, as sets of rows.
///
/// They take a bit for each row and cost nothing to read, however many rows are flagged.
package struct FlagBase: Sendable {
  let index: NameIndex
  private let rows: FlaggedRows

  /// The flags that sets are made of, in the order of `rowSets`, which is that of their bits.
  private static let kinds = RowFlag.allCases.filter(\.isInSnapshot)
    .sorted { $0.rawValue < $1.rawValue }.map { Flags($0) }

  /// Takes sets as ``rowSets(of:in:)`` returns them; `nil` if they are not such sets.
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
    kinds.map { table.rows(with: $0, in: index) }
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
  ///   names were merged since.
  package func rows(with flag: Flags, in later: NameIndex) -> RowSet {
    guard let rows = rows[flag] else { return RowSet(rowCount: later.count) }
    return later.rows(rows, of: index, newlyBy: { flags(of: $0)?.contains(flag) ?? false })
      ?? later.rows(of: rows.lazy.map { index.name(at: $0) })
  }
}
