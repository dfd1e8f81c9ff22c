import Edits
import NameSearch

/// What is known of the entries of a list beside their flags, within one write transaction.
///
/// What is known of an entry's last decision stays when it is revived or dropped.
struct RemarkTable {
  private let list: Int64
  private let finding: Statement
  private let setting: Statement
  private let deleting: Statement

  init(_ db: Database, list: Int64) throws {
    self.list = list
    finding = try Statement(
      db,
      """
      SELECT note, until, decided, author, operation FROM remark
      WHERE list = ? AND name = ? AND id = ?
      """)
    setting = try Statement(
      db,
      """
      INSERT OR REPLACE INTO remark (list, name, id, note, until, decided, author, operation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    deleting = try Statement(db, "DELETE FROM remark WHERE list = ? AND name = ? AND id = ?")
  }

  /// The join of a table whose rows are of entries with `entry AS e`.
  ///
  /// They have the key of the entry, but no name if there is an identity, since entries are renamed.
  static func joiningEntry(_ table: String) -> String {
    """
    CROSS JOIN entry AS e ON e.list = \(table).list AND e.id = \(table).id
      AND e.name = iif(\(table).id = '', \(table).name,
        (SELECT name FROM entry INDEXED BY known
         WHERE list = \(table).list AND id = \(table).id AND id <> ''))
    """
  }

  /// The condition that a row of such a table is of `entry AS e`.
  static func isOfEntry(_ table: String) -> String {
    "\(table).list = e.list AND \(table).name = iif(e.id = '', e.name, '') AND \(table).id = e.id"
  }

  private func bind(_ statement: Statement, to name: Name) throws -> Statement {
    try Self.bindKey(of: name, in: list, to: statement)
    return statement
  }

  /// Binds the key of a row's entry to the first three parameters.
  static func bindKey(of name: Name, in list: Int64, to statement: Statement) throws {
    try statement.bind(list, at: 1).bind(name.sourceID == nil ? name.text : "", at: 2)
      .bind(name.sourceID ?? "", at: 3)
  }

  func remark(on name: Name) throws -> StoredRemark {
    try bind(finding, to: name).first { row in
      StoredRemark(
        note: row.text(at: 0), until: row.number(at: 1),
        decision: .init(
          time: row.number(at: 2), author: row.text(at: 3), operation: row.number(at: 4)))
    } ?? StoredRemark()
  }

  func set(_ remark: StoredRemark, on name: Name) throws {
    if remark == StoredRemark() { return try bind(deleting, to: name).run() }
    try bind(setting, to: name).bind(remark.note, at: 4).bind(remark.until, at: 5)
      .bind(remark.decision.time, at: 6).bind(remark.decision.author, at: 7)
      .bind(remark.decision.operation, at: 8).run()
  }
}
