import Edits
import GRDB
import NameSearch

/// What is found out about a damaged file by the way, while it is read.
enum Damage {
  /// Rows do not stand in the order of their key.
  static let disorder = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "rows out of order")

  /// An index does not know of all rows that it is of.
  static let missingRows = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "an index that lacks rows")
}

/// Compares the names that were read with the index of those that have flags: who asks for flags alone asks
/// the index.
struct FlaggedCheck {
  private let db: Database
  private let list: Int64

  init(_ db: Database, list: Int64) {
    self.db = db
    self.list = list
  }

  /// Checks that the index has as many names of a stretch as have flags among those that were read.
  ///
  /// - Complexity: O(*f* + log *n*) for *f* names with flags there, among *n*.
  func check(
    _ names: [KeptName], after start: KeptPage.Cursor, upTo end: KeptPage.Cursor?
  ) throws {
    let counting = try RawStatement(
      db,
      """
      SELECT count(*) FROM entry INDEXED BY flagged
      WHERE list = ?1 AND flags > 0 AND \(EntryRows.isListed)
        AND name >= ?2 AND (name > ?2 OR id > ?3)
        \(end == nil ? "" : "AND name <= ?4 AND (name < ?4 OR id <= ?5)")
      """)
    try counting.bind(list, at: 1)
    try counting.bind(start.text, at: 2)
    try counting.bind(start.id, at: 3)
    if let end {
      try counting.bind(end.text, at: 4)
      try counting.bind(end.id, at: 5)
    }
    defer { counting.reset() }
    let count = try counting.step() ? counting.number(at: 0) ?? 0 : 0
    guard count == names.count(where: { !$0.flags.isEmpty }) else { throw Damage.missingRows }
  }
}
