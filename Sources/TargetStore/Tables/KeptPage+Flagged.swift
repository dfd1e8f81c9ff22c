import ListModel
import NameSearch

extension KeptPage {
  /// Checks that the index `flagged`, on which queries for flags rely, has an entry for each name
  /// with flags between `start` and the end of the page.
  ///
  /// - Complexity: O(*f* + log *n*) for *f* such names in a list of *n*.
  func checkFlagged(_ db: any Database, list: Int64, after start: Cursor) throws {
    let end = next
    let counting = try db.statement(
      """
      SELECT count(*) FROM entry INDEXED BY flagged
      WHERE list = ?1 AND flags > 0 AND \(EntrySQL.isListed)
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
    let count = try counting.first { $0.number(at: 0) ?? 0 } ?? 0
    guard count == names.count(where: { !$0.flags.isEmpty }) else {
      throw SQLiteError.corrupt("an index that lacks rows")
    }
  }
}
