import Edits
package import NameSearch

/// The flags of the rows of a kept list as they once were, as sets of rows.
///
/// They take a bit for each row and cost nothing to read, however many rows are flagged.
package struct FlagBase: Sendable {
  let index: NameIndex
  let dead: RowSet
  let liked: RowSet

  /// The flags that sets are made of, in the order of `rowSets`.
  private static let kinds: [Flags] = [.dead, .liked]

  /// Takes sets as ``rowSets(of:in:)`` returns them, or none for rows without flags.
  package init(index: NameIndex, rowSets: [RowSet]) {
    self.index = index
    let sets = rowSets.count == Self.kinds.count ? rowSets : []
    dead = sets.first ?? RowSet(rowCount: index.count)
    liked = sets.last ?? RowSet(rowCount: index.count)
  }

  /// The sets of flagged rows of an index.
  package static func rowSets(of table: FlagTable, in index: NameIndex) -> [RowSet] {
    kinds.map { table.rows(with: $0, in: index) }
  }

  /// `nil` for a name that is not in the index; O(log *n*).
  func flags(of name: Name) -> Flags? {
    guard let row = index.row(of: name) else { return nil }
    var flags: Flags = []
    if dead.contains(row) { flags.insert(.dead) }
    if liked.contains(row) { flags.insert(.liked) }
    return flags
  }

  /// The rows of a later index that have a flag here.
  ///
  /// - Complexity: O(*n*/64) for *n* rows, plus O(*f* log *n*) for *f* rows with the flag if the
  ///   names were merged since.
  func rows(with flag: Flags, in later: NameIndex) -> RowSet {
    let rows = flag == .dead ? dead : liked
    return later.rows(rows, of: index, newlyBy: { flags(of: $0)?.contains(flag) ?? false })
      ?? later.rows(of: rows.lazy.map { index.name(at: $0) })
  }
}
