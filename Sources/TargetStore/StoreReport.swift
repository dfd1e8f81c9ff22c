import CSQLite
import ListModel
import NameSearch

/// What was found when a store was checked.
package struct StoreReport: Sendable {
  /// What is asked, and the answer, in the order in which they are shown.
  package var facts: [(name: String, value: String)] = []

  /// What is wrong; the store can be used all the same if it is empty.
  package var troubles: [String] = []

  init() {}
}

extension StoreReport {
  /// Reads all of a store; `nil` if there is none.
  ///
  /// - Throws: ``StoreError`` if it cannot be read at all.
  init?(of connection: any StoreConnection) throws(StoreError) {
    let report: StoreReport? = try connection.read { db in
      var report = StoreReport()
      try report.addFacts(of: db)
      try report.checkReferences(in: db)
      try report.checkLists(of: db)
      if !db.isServer { try report.checkJournal(of: db) }
      return report
    }
    guard let report else { return nil }
    self = report
    try checkRows(of: connection)
  }

  private mutating func addFacts(of db: any Database) throws {
    if db.isServer {
      let version = try db.number("SELECT max(version) FROM store")
      facts.append(("version", version.map { "\($0)" } ?? "unknown"))
      if let server = try db.text("SELECT version()") { facts.append(("server", server)) }
      return
    }
    facts.append(("version", "\(Schema.version)"))
    let (pages, size) = (try db.number("PRAGMA page_count"), try db.number("PRAGMA page_size"))
    facts.append(("bytes", "\((pages ?? 0) * (size ?? 0))"))
    let checking = try db.statement("PRAGMA integrity_check(10)")
    while try checking.step() {
      if let trouble = checking.text(at: 0), trouble != "ok" { troubles.append(trouble) }
    }
  }

  /// What refers to a list or an edit that does not exist is never shown, and so never missed.
  private mutating func checkReferences(in db: any Database) throws {
    let tables = ["entry", "remark", "operation", "change", "aspect", "turn", "outcome"]
    for table in tables {
      try expectNone(
        """
        SELECT count(*) FROM (SELECT DISTINCT list FROM \(table)) AS used
        WHERE list NOT IN (SELECT id FROM list)
        """, in: db
      ) { "\(table) has rows of \($0) lists that do not exist" }
    }
    for table in ["change", "aspect"] {
      try expectNone(
        """
        SELECT count(*) FROM (SELECT DISTINCT list, operation FROM \(table)) AS used
        WHERE NOT EXISTS (SELECT 1 FROM operation AS o
          WHERE o.list = used.list AND o.number = used.operation)
        """, in: db
      ) { "\(table) has rows of \($0) edits that do not exist" }
    }
  }

  /// The numbers of a list, with which no edit would be possible, or its followers would miss some.
  private mutating func checkLists(of db: any Database) throws {
    try expectNone(
      """
      SELECT count(*) FROM list AS l WHERE version NOT BETWEEN 0 AND \(Int64(1) << 60)
        OR pruned NOT BETWEEN 0 AND version OR mirrored NOT BETWEEN 0 AND version
        OR \(Identity.isMissing)
        OR version < (SELECT max(switched) FROM operation WHERE list = l.id)
        OR version > 0
          AND NOT EXISTS (SELECT 1 FROM turn AS t WHERE t.list = l.id AND t.version = l.version)
      """, in: db
    ) { "list has \($0) rows with impossible numbers" }
    try expectNone("SELECT count(*) FROM entry WHERE name = ''", in: db) {
      "entry has \($0) rows without a name"
    }
  }

  /// What undo and the log read; connections that only read do not know the tables' conditions.
  private mutating func checkJournal(of db: any Database) throws {
    try expectNone("SELECT count(*) FROM operation WHERE undone NOT BETWEEN 0 AND 3", in: db) {
      "operation has \($0) rows with an impossible state"
    }
    try expectNone(
      "SELECT count(*) FROM operation WHERE added NOT BETWEEN 0 AND \(Int64(1) << 60)", in: db
    ) { "operation has \($0) rows with an impossible number of names" }
    try readAll(
      """
      SELECT name, original, id, \(EntrySQL.storedFlags("before")), \(EntrySQL.storedFlags("after")),
        before IS NULL, after IS NULL FROM change
      """, of: "change", in: db
    ) { row in
      _ = try row.knownName(at: 0)
      for flags in [3, 4] as [CInt] where row.number(at: flags + 2) == 0 {
        _ = try row.flags(at: flags)
      }
    }
    try readAll("SELECT note, author FROM remark", of: "remark", in: db) { row in
      try row.checkText(at: 0)
      try row.checkText(at: 1)
    }
  }

  private mutating func expectNone(
    _ sql: String, in db: any Database, _ trouble: (Int) -> String
  ) throws {
    if let count = try db.number(sql), count > 0 { troubles.append(trouble(count)) }
  }

  private mutating func readAll(
    _ sql: String, of table: String, in db: any Database, _ check: (any Statement) throws -> Void
  ) throws {
    let reading = try db.statement(sql)
    do {
      while try reading.step() { try check(reading) }
    } catch let error as SQLiteError where error.primaryCode == SQLITE_CORRUPT {
      try reading.reset()
      troubles.append("\(table): \(error.message)")
    }
  }
}

// MARK: Rows

extension StoreReport {
  private static let rowsAtATime: Int64 = 4_096

  /// Reads every row as it is read to be shown.
  private mutating func checkRows(of connection: any StoreConnection) throws(StoreError) {
    let lists: [(id: Int64, name: String)]? = try connection.read { db in
      let reading = try db.statement("SELECT id, name, original FROM list ORDER BY name")
      var lists: [(id: Int64, name: String)] = []
      while try reading.step() {
        lists.append((reading.number(at: 0) ?? 0, try reading.name(at: 1).original))
      }
      return lists
    }
    for (id, name) in lists ?? [] {
      var cursor: KeptPage.Cursor? = .start
      while let start = cursor {
        let page: (next: KeptPage.Cursor?, trouble: String?)? = try connection.read { db in
          do {
            return (try Self.readRows(of: id, after: start, in: db), nil)
          } catch let error as SQLiteError where error.primaryCode == SQLITE_CORRUPT {
            return (nil, error.message)
          }
        }
        cursor = page?.next
        if let trouble = page?.trouble { troubles.append("list \(name): \(trouble)") }
      }
    }
  }

  private static func readRows(
    of list: Int64, after start: KeptPage.Cursor, in db: any Database
  ) throws -> KeptPage.Cursor? {
    let reading = try db.statement(
      """
      SELECT name, original, id, \(EntrySQL.storedFlags()), detail, section FROM entry
      WHERE list = ? AND (name, id) > (?, ?) ORDER BY name, id LIMIT ?
      """
    ).bind(list, at: 1).bind(start.text, at: 2).bind(start.id, at: 3).bind(rowsAtATime, at: 4)
    var last = start
    var count: Int64 = 0
    while try reading.step() {
      let name = try reading.keptRow.name
      guard reading.bytes(at: 0).elementsEqual(name.text.utf8) else {
        throw SQLiteError.corrupt("a name that differs from its original text")
      }
      try reading.checkText(at: 4)
      try reading.checkText(at: 5)
      let place = KeptPage.Cursor(after: name)
      guard last.precedes(place) else { throw SQLiteError.corrupt("rows out of order") }
      last = place
      count += 1
    }
    return count == rowsAtATime ? last : nil
  }
}

extension Statement {
  /// - Throws: `SQLITE_CORRUPT` if a text is not UTF-8 or holds a NUL.
  fileprivate func checkText(at column: CInt) throws {
    if isNull(at: column) { return }
    let bytes = bytes(at: column)
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw SQLiteError.corrupt("a text that is not UTF-8 or holds a NUL")
    }
  }
}
