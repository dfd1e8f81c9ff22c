import Edits
import NameSearch

/// What is known of the entries of a list beside their flags, within one write transaction.
///
/// What is known of an entry's last decision stays when it is revived or dropped.
struct RemarkTable {
  private let list: Int64
  private let finding: any Statement
  private let setting: any Statement
  private let deleting: any Statement

  init(_ db: any Database, list: Int64) throws {
    self.list = list
    finding = try db.statement(
      """
      SELECT note, until, decided, author, operation FROM remark
      WHERE list = ? AND name = ? AND id = ?
      """)
    setting = try db.statement(
      """
      INSERT INTO remark (list, name, id, note, until, decided, author, operation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (list, name, id) DO UPDATE SET note = excluded.note, until = excluded.until,
        decided = excluded.decided, author = excluded.author, operation = excluded.operation
      """)
    deleting = try db.statement("DELETE FROM remark WHERE list = ? AND name = ? AND id = ?")
  }

  /// The join of a table whose rows are of entries with `entry AS e`.
  ///
  /// They have the key of the entry, but no name if there is an identity, since entries are renamed.
  static func joiningEntry(_ table: String) -> String {
    """
    CROSS JOIN entry AS e ON e.list = \(table).list AND e.id = \(table).id
      AND e.name = CASE WHEN \(table).id = '' THEN \(table).name ELSE
        (SELECT name FROM entry INDEXED BY known
         WHERE list = \(table).list AND id = \(table).id AND id <> '') END
    """
  }

  /// The condition that a row of such a table is of `entry AS e`.
  ///
  /// Where it is known whether entries have identities, the condition is simpler.
  static func isOfEntry(_ table: String, haveIdentities: Bool? = nil) -> String {
    let name =
      switch haveIdentities {
      case nil: "CASE WHEN e.id = '' THEN e.name ELSE '' END"
      case true?: "''"
      case false?: "e.name"
      }
    return "\(table).list = e.list AND \(table).name = \(name) AND \(table).id = e.id"
  }

  private func bind(_ statement: any Statement, to name: Name) throws -> any Statement {
    try Self.bindKey(of: name, in: list, to: statement)
    return statement
  }

  /// Binds the key of a row's entry to the first three parameters.
  static func bindKey(of name: Name, in list: Int64, to statement: any Statement) throws {
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

  /// Asks for the remark ahead.
  func foresee(_ name: Name) throws { try bind(finding, to: name).foresee() }

  func set(_ remark: StoredRemark, on name: Name) throws {
    if remark == StoredRemark() { return try bind(deleting, to: name).run() }
    try bind(setting, to: name).bind(remark.note, at: 4).bind(remark.until, at: 5)
      .bind(remark.decision.time, at: 6).bind(remark.decision.author, at: 7)
      .bind(remark.decision.operation, at: 8).run()
  }
}
