import ListModel
import NameSearch
import Substrings

/// The rows of one list, read and written in batches.
///
/// In a file, each row takes a statement. On a server, one statement takes the keys and values of a
/// batch as arrays.
struct RowTable {
  let db: any Database
  let list: Int64

  /// The number of rows that are best read or written together.
  static func batchSize(_ db: any Database) -> Int { db.isServer ? 4_096 : 1_024 }

  /// The rows with these keys; keys without a row are skipped.
  ///
  /// - Complexity: O(*m* log *n*) for *m* keys, and one round trip per few thousand of them.
  func states(of keys: [String]) throws -> [String: RowState] {
    var found: [String: RowState] = [:]
    found.reserveCapacity(keys.count)
    try read(keys, "r.key") { found[$0.name.keyOfRow] = $0 }
    return found
  }

  /// The rows that have an ID and one of these names.
  func states(named names: [String]) throws -> [RowState] {
    var found: [RowState] = []
    try read(names, "r.name") { found.append($0) }
    return found
  }

  private func read(
    _ texts: [String], _ column: String, _ take: (RowState) -> Void
  ) throws {
    try db.forEach(
      of: texts,
      """
      SELECT \(RowSQL.state) FROM row AS r\(column == "r.name" ? " INDEXED BY named" : "")
      WHERE r.list = ?1 AND \(column) = asked
      """, limit: column == "r.key" ? 1 : nil
    ) {
      try $0.bind(list, at: 1)
    } _: {
      take(try $0.rowState())
    }
  }

  /// The rows with an ID, at most one for each source; O(*s* log *n*) for *s* sources.
  func states(withID id: String) throws -> [RowState] {
    let finding = try db.statement(
      "SELECT key FROM row WHERE list = ?1 AND key >= ?2 AND key < ?3 ORDER BY key LIMIT 1")
    let someName = try Name("row")
    var (found, start): ([RowState], String) = ([], Table.keyOfID)
    while let next = try finding.bind(list, at: 1).bind(start, at: 2).bind("$", at: 3)
      .first({ $0.text(at: 0) }),
      let source = next?.dropFirst().split(separator: "#", omittingEmptySubsequences: false).first
    {
      if let name = try? someName.known(by: id, in: String(source)),
        let state = try states(of: [name.keyOfRow])[name.keyOfRow]
      {
        found.append(state)
      }
      // "$" follows "#", so the IDs of the next source begin there or later.
      start = Table.keyOfID + source + "$"
    }
    return found
  }

  /// Whether the list has no rows, not even dropped ones; O(log *n*).
  var isEmpty: Bool {
    get throws {
      try db.statement("SELECT 1 FROM row WHERE list = ? LIMIT 1").bind(list, at: 1)
        .first { _ in false } ?? true
    }
  }
}

// MARK: Batches

extension Database {
  /// Runs a query for each text, as its column `asked`, and passes each row to `body`.
  ///
  /// A server is sent a few thousand texts at a time. LATERAL and a limit, or the fence, force an index
  /// look-up for each text, since a server without fresh statistics would read the whole table.
  func forEach(
    of texts: [String], _ sql: String, limit: Int?, _ bind: (any Statement) throws -> Void,
    _ take: (any Statement) throws -> Void
  ) throws {
    guard isServer else {
      let reading = try statement(sql.replacing(text: "asked", by: "?9"))
      for text in texts {
        try bind(reading.bind(text, at: 9))
        while try reading.step() { try take(reading) }
      }
      return
    }
    let reading = try readingOfEach(sql, limit: limit)
    for start in stride(from: 0, to: texts.count, by: Self.mostTexts) {
      try bind(reading.bind(Self.array(texts[start...]), at: 9))
      while try reading.step() { try take(reading) }
    }
  }

  /// Requests the rows that ``forEach(of:_:limit:_:_:)`` passes for the first few thousand texts, together
  /// with what is requested next.
  func prefetch(
    of texts: [String], _ sql: String, limit: Int?, _ bind: (any Statement) throws -> Void
  ) throws {
    if !isServer || texts.isEmpty { return }
    let reading = try readingOfEach(sql, limit: limit)
    try bind(reading.bind(Self.array(texts[...]), at: 9))
    try reading.prefetch()
  }

  private static var mostTexts: Int { 4_096 }

  private static func array(_ texts: ArraySlice<String>) -> ServerArray {
    ServerArray(texts.prefix(mostTexts).map { $0 as String? })
  }

  private func readingOfEach(_ sql: String, limit: Int?) throws -> any Statement {
    let ending = limit.map { "LIMIT \($0)" } ?? fence
    return try statement(
      """
      SELECT found.* FROM unnest(CAST(?9 AS bytea[])) AS one (asked), LATERAL (\(sql) \(ending)) AS found
      """)
  }

  /// Inserts rows into a table.
  func insert(_ rows: [[StoredValue]], into table: Table, _ columns: [Table.Column]) throws {
    if rows.isEmpty { return }
    let names = columns.map(\.name).joined(separator: ", ")
    guard isServer else {
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      let inserting = try statement("INSERT INTO \(table.name) (\(names)) VALUES (\(places))")
      return try runEach(inserting, rows)
    }
    let inserting = try statement(
      "INSERT INTO \(table.name) (\(names)) SELECT * FROM \(Self.arrays(columns))")
    try runArrays(inserting, rows, columns)
  }

  /// Sets the first columns of the rows that the other columns identify.
  func update(
    _ rows: [[StoredValue]], of table: Table, _ columns: [Table.Column], key: [Table.Column]
  ) throws {
    if rows.isEmpty { return }
    guard isServer else {
      let setting = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
      let condition = key.map { "\($0.name) = ?" }.joined(separator: " AND ")
      let updating = try statement("UPDATE \(table.name) SET \(setting) WHERE \(condition)")
      return try runEach(updating, rows)
    }
    let all = columns + key
    let setting = columns.map { "\($0.name) = new.\($0.name)" }.joined(separator: ", ")
    let condition = key.map { "old.\($0.name) = new.\($0.name)" }.joined(separator: " AND ")
    let names = all.map(\.name).joined(separator: ", ")
    let updating = try statement(
      """
      UPDATE \(table.name) AS old SET \(setting)
      FROM (SELECT * FROM \(Self.arrays(all))) AS new (\(names)) WHERE \(condition)
      """)
    try runArrays(updating, rows, all)
  }

  private func runEach(_ statement: any Statement, _ rows: [[StoredValue]]) throws {
    for row in rows {
      for (place, value) in row.enumerated() { try statement.bind(value, at: CInt(place + 1)) }
      try statement.run()
    }
  }

  private static func arrays(_ columns: [Table.Column]) -> String {
    let arrays = columns.enumerated().map { place, column in
      "CAST(?\(place + 1) AS \(column.typeOnServerAlone)[])"
    }
    return "unnest(\(arrays.joined(separator: ", ")))"
  }

  private func runArrays(
    _ statement: any Statement, _ rows: [[StoredValue]], _ columns: [Table.Column]
  ) throws {
    for start in stride(from: 0, to: rows.count, by: 4_096) {
      let batch = rows[start...].prefix(4_096)
      for (place, column) in columns.enumerated() {
        let array =
          column.kind == .number
          ? ServerArray(numbers: batch.lazy.map { $0[place].number })
          : ServerArray(batch.lazy.map { $0[place].text }, asText: column.kind == .serverText)
        try statement.bind(array, at: CInt(place + 1))
      }
      try statement.run()
    }
  }
}

extension Statement {
  @discardableResult
  func bind(_ array: ServerArray, at index: CInt) throws -> Self {
    try array.bytes.withUnsafeBytes { try bind($0, at: index, staysThere: false) }
  }
}

// MARK: What a source has changed

extension RowTable {
  /// A row as its source described it at an event.
  struct EarlierRow {
    let revision: String?
    let isThere: Bool
  }

  /// The rows that their source has changed since an event, as they were at that event, by key.
  ///
  /// - Complexity: O(*m*) for *m* changes since then.
  func changed(since number: Int64) throws -> [String: EarlierRow] {
    let reading = try db.statement(
      "SELECT key, revision, since, gone FROM image WHERE list = ? AND number > ? ORDER BY number"
    ).bind(list, at: 1).bind(number, at: 2)
    var rows: [String: EarlierRow] = [:]
    while try reading.step() {
      // The image of the first change shows the row as it was at the event.
      let key = reading.text(at: 0) ?? ""
      if rows[key] != nil { continue }
      rows[key] = EarlierRow(
        revision: reading.text(at: 1),
        isThere: reading.number(at: 2) ?? 0 > 0 && reading.number(at: 3) ?? 0 == 0)
    }
    return rows
  }

  /// Whether any row has a revision; O(*n*) for *n* rows.
  func hasRevisions() throws -> Bool {
    try db.statement("SELECT 1 FROM row WHERE list = ? AND revision IS NOT NULL LIMIT 1")
      .bind(list, at: 1).first { _ in true } ?? false
  }

  /// Whether a source has changed any row since an event.
  func hasChanges(since number: Int64) throws -> Bool {
    try db.statement("SELECT 1 FROM image WHERE list = ? AND number > ? LIMIT 1")
      .bind(list, at: 1).bind(number, at: 2).first { _ in true } ?? false
  }
}

// MARK: Rows that come back

extension RowTable {
  /// Brings back a dropped row.
  ///
  /// This is a new appearance, so its decision no longer counts, unless it is about the row's revision
  /// and no command was run because of it.
  func bringBack(_ row: inout RowState, with event: Int64) throws {
    row.gone = 0
    if let revision = row.texts.revision, revision == row.said.about, row.isDecisionCounted,
      try !isDone(row)
    {
      return
    }
    row.since = event
  }

  /// Whether a command succeeded for the present state of a row, or may have.
  private func isDone(_ row: RowState) throws -> Bool {
    try db.statement(
      """
      SELECT 1 FROM outcome WHERE list = ? AND key = ? AND occasion = ? AND revision = ?
        AND (status = 0 OR status IS NULL) LIMIT 1
      """
    )
    .bind(list, at: 1).bind(row.name.keyOfRow, at: 2).bind(row.occasion, at: 3)
    .bind(row.texts.revision ?? "", at: 4).first { _ in true } ?? false
  }
}
