import Edits
import GRDB
import NameSearch

enum Damage {
  static let disorder = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "rows out of order")

  static let missingRows = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "an index that lacks rows")
}

/// Compares the names read with the index `flagged`, which queries for flags rely on.
struct FlaggedCheck {
  private let db: Database
  private let list: Int64

  init(_ db: Database, list: Int64) {
    self.db = db
    self.list = list
  }

  /// Checks that the index has as many entries in a range as `names` has names with flags.
  ///
  /// - Complexity: O(*f* + log *n*) for *f* such names in a list of *n*.
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
