import CSQLite
import ListModel
import NameSearch

/// The result of checking a store.
package struct StoreReport: Sendable {
  /// The facts that were checked, and their values, in the order in which they are shown.
  package var facts: [(name: String, value: String)] = []

  /// The problems that were found; if empty, the store can be used.
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
      try report.checkLog(of: db)
      if !db.isServer { try report.checkTexts(of: db) }
      return report
    }
    guard let report else { return nil }
    self = report
    let lists = try Self.lists(of: connection)
    try checkEvents(of: lists, in: connection)
    try checkRows(of: lists, in: connection)
  }

  private mutating func addFacts(of db: any Database) throws {
    if db.isServer {
      let version = try db.number("SELECT max(version) FROM store")
      facts.append(("version", version.map { "\($0)" } ?? "unknown"))
      if let server = try db.text("SELECT version()") { facts.append(("server", server)) }
      return
    }
    facts.append(("version", try db.number("PRAGMA user_version").map { "\($0)" } ?? "unknown"))
    let (pages, size) = (try db.number("PRAGMA page_count"), try db.number("PRAGMA page_size"))
    facts.append(("bytes", "\((pages ?? 0) * (size ?? 0))"))
    let checking = try db.statement("PRAGMA integrity_check(10)")
    while try checking.step() {
      if let trouble = checking.text(at: 0), trouble != "ok" { troubles.append(trouble) }
    }
  }

  /// Rows that refer to a list or an event that does not exist would never be shown or missed.
  private mutating func checkReferences(in db: any Database) throws {
    for table in Table.all where table.columns.first?.name == "list" {
      try expectNone(
        """
        SELECT count(*) FROM (SELECT DISTINCT list FROM \(table.name)) AS used
        WHERE list NOT IN (SELECT id FROM list)
        """, in: db
      ) { "\(table.name) has rows of \($0) lists that do not exist" }
    }
    for table in [Table.fact, .step, .image] {
      try expectNone(
        """
        SELECT count(*) FROM (SELECT DISTINCT list, number FROM \(table.name)) AS used
        WHERE NOT EXISTS (SELECT 1 FROM event AS e
          WHERE e.list = used.list AND e.number = used.number)
        """, in: db
      ) { "\(table.name) has rows of \($0) events that do not exist" }
    }
    try expectNone(
      "have impossible numbers",
      """
      SELECT \(Self.row) FROM row AS r JOIN list AS l ON l.id = r.list
      WHERE r.since < 0 OR r.since = 0 AND r.gone = 0 OR r.since > l.version OR r.gone < 0 OR r.gone > l.version
        OR r.decided < 0 OR r.decided > l.version
        OR l.last_position IS NOT NULL AND (r.position IS NULL OR r.position NOT BETWEEN 1 AND l.last_position)
      """, in: db)
  }

  /// Checks the numbers of each list.
  ///
  /// They must be right for edits to work, and for followers to see all edits.
  private mutating func checkLists(of db: any Database) throws {
    try expectNone(
      "has impossible numbers",
      """
      SELECT \(Self.list) FROM list AS l WHERE version NOT BETWEEN 0 AND \(Int64(1) << 60)
        OR pruned NOT BETWEEN 0 AND version OR mirrored NOT BETWEEN 0 AND version
        OR \(Identity.isMissing)
        OR version <> coalesce((SELECT max(number) FROM event WHERE list = l.id), 0)
      """, in: db)
    try expectNone(
      "has counts that differ from its rows",
      """
      SELECT \(Self.list) FROM list AS l LEFT JOIN (
        SELECT r.list, count(*) AS rows, \(Self.sum(.dead)) AS dead, \(Self.sum(.ok)) AS ok,
          count(r.section) AS sections
        FROM row AS r WHERE r.gone = 0 GROUP BY r.list
      ) AS counted ON counted.list = l.id
      WHERE row_count <> coalesce(rows, 0) OR dead_count <> coalesce(dead, 0)
        OR ok_count <> coalesce(ok, 0) OR section_count <> coalesce(sections, 0)
      """, in: db)
    try expectNone("SELECT count(*) FROM row WHERE key IN ('', '=', '#')", in: db) {
      "row has \($0) rows without a name"
    }
  }

  private static func sum(_ class: VerdictClass) -> String {
    "sum(CASE WHEN \(RowSQL.isDecided(`class`)) THEN 1 ELSE 0 END)"
  }

  /// Compares the decision and marks of each row with the log.
  private mutating func checkLog(of db: any Database) throws {
    let differs = Said.names.map { "r.\($0) IS DISTINCT FROM f.after_\($0)" }
    try expectNone(
      "differ from the log",
      """
      SELECT f.list, f.key, coalesce(r.name, f.name), r.original FROM (
        SELECT list, key, max(number) AS number FROM fact GROUP BY list, key
      ) AS last
        JOIN fact AS f ON f.list = last.list AND f.key = last.key AND f.number = last.number
        LEFT JOIN row AS r ON r.list = f.list AND r.key = f.key
      WHERE r.key IS NULL OR \(differs.joined(separator: " OR "))
      """, in: db)
    try expectNone(
      "have decisions or marks that are not in the log",
      """
      SELECT \(Self.row) FROM row AS r WHERE (\(Said.isAny("r.")))
        AND (r.list, r.key) NOT IN (SELECT list, key FROM fact)
      """, in: db)
    try expectNone(
      "have decisions whose time is not in the log",
      """
      SELECT \(Self.row) FROM row AS r LEFT JOIN event AS e ON (e.list = r.list AND e.number = r.decided)
      WHERE r.decided > 0 AND e.number IS NULL
      """, in: db)
    // Number 0 marks an imported decision that does not count. An event is numbered when it is
    // stored; missing numbers must be in archives.
    try expectNone(
      "lacks entries in its log",
      """
      SELECT \(Self.list) FROM list AS l LEFT JOIN (
        SELECT list, count(*) AS events, sum(CASE WHEN kind = '\(EventKind.archive.rawValue)'
          AND gone BETWEEN 0 AND \(Int64(1) << 40) THEN gone ELSE 0 END) AS archived
        FROM event GROUP BY list
      ) AS counted ON counted.list = l.id
      WHERE l.version <> coalesce(events, 0) + coalesce(archived, 0)
      """, in: db)
    // A step keeps the author of the event that made, undid or redid it last.
    try expectNone(
      "has entries in its log with another author than was stored",
      """
      SELECT DISTINCT s.list, NULL, NULL, NULL FROM step AS s
        JOIN event AS e ON e.list = s.list AND e.number = s.switched
      WHERE e.author <> s.author
      """, in: db)
  }

  /// The texts that undo and the log read; connections that only read do not check the tables'
  /// constraints.
  private mutating func checkTexts(of db: any Database) throws {
    try readAll("SELECT key, name, NULL FROM fact", of: "fact", in: db) { row in
      _ = try row.rowName(at: 0)
    }
    try readAll("SELECT note, verdict, about FROM row", of: "row", in: db) { row in
      for column in 0..<3 as Range<CInt> { try row.checkText(at: column) }
    }
  }

  /// The columns that ``expectNone(_:_:in:)`` reads: of a row, or of a list without a row.
  private static let row = "r.list, r.key, r.name, r.original"
  private static let list = "l.id, NULL, NULL, NULL"

  /// The maximum number of rows that are named for each problem.
  private static let mostNamed = 3

  /// Reports the lists that a query finds, and names their first rows.
  private mutating func expectNone(
    _ trouble: String, _ sql: String, in db: any Database
  ) throws {
    var found: [Int64: (rows: [String], count: Int)] = [:]
    let reading = try db.statement("\(sql) ORDER BY 1, 2")
    while try reading.step() {
      let list = reading.number(at: 0) ?? 0
      var (rows, count) = found[list] ?? ([], 0)
      if !reading.isNull(at: 1) {
        count += 1
        if rows.count < Self.mostNamed {
          let name = try? reading.rowName(at: 1).original
          rows.append(name ?? String(decoding: reading.bytes(at: 1).dropFirst(), as: UTF8.self))
        }
      }
      found[list] = (rows, count)
    }
    for (list, (rows, count)) in found.sorted(by: { $0.key < $1.key }) {
      let naming = try db.statement("SELECT place, name, original FROM list WHERE id = ?")
        .bind(list, at: 1)
      let name = try naming.first { (try? $0.listName(at: 0).text) ?? "" } ?? ""
      let more = count > rows.count ? " and \(count - rows.count) more" : ""
      let which =
        rows.isEmpty
        ? "" : "\(count) row\(count == 1 ? "" : "s"): \(rows.joined(separator: ", "))\(more): "
      troubles.append("list “\(name)”: \(which)\(trouble)")
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

  private typealias CheckedList = (id: Int64, name: String)

  private static func lists(
    of connection: any StoreConnection
  ) throws(StoreError) -> [CheckedList] {
    try connection.read { db in
      let reading = try db.statement(
        "SELECT id, place, name, original FROM list ORDER BY place, name")
      var lists: [(id: Int64, name: String)] = []
      while try reading.step() {
        lists.append((reading.number(at: 0) ?? 0, try reading.listName(at: 1).text))
      }
      return lists
    } ?? []
  }

  /// Finds what SQL has changed in the log; no row need show such a change.
  private mutating func checkEvents(
    of lists: [CheckedList], in connection: any StoreConnection
  ) throws(StoreError) {
    for (id, name) in lists {
      var search = EventToken.Search()
      while true {
        let found: (search: EventToken.Search, goesOn: Bool)? = try connection.read { [search] db in
          var search = search
          let goesOn = try search.goOn(in: id, of: db)
          return (search, goesOn)
        }
        guard let found else { break }
        search = found.search
        if !found.goesOn { break }
      }
      if let number = search.misfit {
        troubles.append(
          "list “\(name)”: entry \(number) of its log, or the one before it, is not as it was stored"
        )
      }
    }
  }

  /// Reads every row as it is read to be shown.
  private mutating func checkRows(
    of lists: [CheckedList], in connection: any StoreConnection
  ) throws(StoreError) {
    for (id, name) in lists {
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
        if let trouble = page?.trouble { troubles.append("list “\(name)”: \(trouble)") }
      }
    }
  }

  private static func readRows(
    of list: Int64, after start: KeptPage.Cursor, in db: any Database
  ) throws -> KeptPage.Cursor? {
    let reading = try db.statement(
      """
      SELECT \(RowSQL.name), r.fields, r.section, r.revision FROM row AS r
      WHERE r.list = ? AND r.key > ? ORDER BY r.key LIMIT ?
      """
    ).bind(list, at: 1).bind(start.key, at: 2).bind(rowsAtATime, at: 3)
    var last = start.key
    var count: Int64 = 0
    while try reading.step() {
      let name = try reading.rowName(at: 0)
      guard reading.bytes(at: 0).elementsEqual(name.keyOfRow.utf8) else {
        throw SQLiteError.corrupt("a name that differs from its original text")
      }
      for column in 3..<6 as Range<CInt> { try reading.checkText(at: column) }
      guard last.utf8.lexicographicallyPrecedes(name.keyOfRow.utf8) else {
        throw SQLiteError.corrupt("rows out of order")
      }
      last = name.keyOfRow
      count += 1
    }
    return count == rowsAtATime ? KeptPage.Cursor(key: last) : nil
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
