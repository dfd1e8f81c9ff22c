import ListModel
import NameSearch

/// What is known of the entries of a list beside their flags, within one write transaction.
///
/// What is known of an entry's last decision stays when it is revived or dropped.
struct RemarkTable {
  private let database: any Database
  private let list: Int64
  private let finding: any Statement
  private let setting: any Statement
  private let deleting: any Statement

  init(_ db: any Database, list: Int64) throws {
    self.list = list
    database = db
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
    try bind(finding, to: name).first { Self.remark($0, from: 0) } ?? StoredRemark()
  }

  private static func remark(_ row: any Statement, from column: CInt) -> StoredRemark {
    StoredRemark(
      note: row.text(at: column), until: row.number(at: column + 1),
      decision: .init(
        time: row.number(at: column + 2), author: row.text(at: column + 3),
        operation: row.number(at: column + 4)))
  }

  /// The remarks on rows, in one round trip to a server for each few thousand; rows of which nothing
  /// is known are left out.
  func remarks(on names: [Name]) throws -> [Name: StoredRemark] {
    var found: [Name: StoredRemark] = [:]
    guard database.isServer else {
      for name in names { found[name] = try remark(on: name) }
      return found.filter { $0.value != StoredRemark() }
    }
    for start in stride(from: 0, to: names.count, by: 4_096) {
      let batch = names[start...].prefix(4_096)
      let keys = [
        ServerArray(batch.map { $0.sourceID == nil ? $0.text : "" }),
        ServerArray(batch.map { $0.sourceID ?? "" }),
      ]
      // LATERAL forces an index lookup for each, whatever the statistics of the server say.
      let asking = try database.statement(
        """
        SELECT asked.p, found.* FROM unnest(CAST(?2 AS bytea[]), CAST(?3 AS bytea[]))
          WITH ORDINALITY AS asked (name, id, p), LATERAL (
            SELECT note, until, decided, author, operation FROM remark AS r
            WHERE r.list = ?1 AND r.name = asked.name AND r.id = asked.id LIMIT 1
          ) AS found
        """)
      try asking.bind(list, at: 1)
      for (place, key) in keys.enumerated() {
        _ = try key.bytes.withUnsafeBytes {
          try asking.bind($0, at: CInt(place) + 2, staysThere: false)
        }
      }
      while try asking.step() {
        guard let place = asking.number(at: 0), place > 0,
          let name = batch.dropFirst(Int(place - 1)).first
        else { throw ServerError.nonsense("rows that were not requested") }
        found[name] = Self.remark(asking, from: 1)
      }
    }
    return found
  }

  /// Asks for the remark ahead.
  func prefetch(_ name: Name) throws { try bind(finding, to: name).prefetch() }

  func set(_ remark: StoredRemark, on name: Name) throws {
    if remark == StoredRemark() { return try bind(deleting, to: name).run() }
    try bind(setting, to: name).bind(remark.note, at: 4).bind(remark.until, at: 5)
      .bind(remark.decision.time, at: 6).bind(remark.decision.author, at: 7)
      .bind(remark.decision.operation, at: 8).run()
  }
}
