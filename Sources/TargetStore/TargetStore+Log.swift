import ListModel
package import NameSearch

extension TargetStore {
  /// What was done to a list, newest first; and where to go on, if there may be more.
  ///
  /// Steps that are forgotten are not told, but the last decision on each row is.
  ///
  /// - Complexity: O(*m* log *m*) for *m* changes that are remembered.
  package func logPage(
    of list: Name, _ request: LogRequest
  ) throws(StoreError) -> (entries: [LogEntry], next: LogRequest.Cursor?) {
    try connection.read { db in
      guard let id = try EntryTable.id(of: list, in: db) else { return ([], nil) }
      let reading = try Self.statement(db, list: id, request)
      var entries: [LogEntry] = []
      var last: LogRequest.Cursor?
      while try reading.step() {
        last = .init(number: reading.number(at: 0) ?? 0, position: reading.number(at: 1) ?? 0)
        entries.append(try LogEntry(reading))
      }
      return (entries, entries.count < request.limit ? nil : last)
    } ?? ([], nil)
  }

  package func log(of list: Name, _ request: LogRequest) throws(StoreError) -> [LogEntry] {
    try logPage(of: list, request).entries
  }

  private static func statement(
    _ db: any Database, list: Int64, _ request: LogRequest
  ) throws -> any Statement {
    var conditions = ["(number, position) < (?2, ?3)"]
    if !request.includesUndone { conditions.append("undone IN (0, 3)") }
    if request.since != nil { conditions.append("made >= ?4") }
    if request.author != nil { conditions.append("author = ?5") }
    if !request.names.isEmpty {
      let rows = request.names.enumerated().map { place, name in
        let isCalled = "name = ?\(7 + 2 * place)"
        return name.sourceID == nil ? isCalled : "\(isCalled) AND id = ?\(8 + 2 * place)"
      }
      conditions.append("(\(rows.joined(separator: " OR ")))")
    }
    let reading = try db.statement(
      """
      SELECT * FROM (
        SELECT o.number, c.position, made, author, o.note, undone, name, original, id,
          c.before, c.after,
          a.what AS untilIsChanged, a.after AS until, n.what AS noteIsChanged, NULL AS count,
          s.after AS status
        FROM operation AS o JOIN change AS c ON c.list = o.list AND c.operation = o.number
          LEFT JOIN aspect AS a ON a.list = o.list AND a.operation = o.number
            AND a.position = c.position AND a.what = 'until'
          LEFT JOIN aspect AS n ON n.list = o.list AND n.operation = o.number
            AND n.position = c.position AND n.what = 'note'
          LEFT JOIN aspect AS s ON s.list = o.list AND s.operation = o.number
            AND s.position = c.position AND s.what = 'outcome'
        WHERE o.list = ?1
        UNION ALL
        SELECT number, -1, made, author, note, undone, NULL, NULL, NULL, NULL, 0,
          NULL, NULL, NULL, added, NULL
        FROM operation WHERE list = ?1 AND added > 0
        UNION ALL
        SELECT coalesce(r.operation, 0), 0, decided, author, r.note, 0, e.name, e.original, e.id, 0,
          e.flags, NULL, NULL, NULL, NULL, NULL
        FROM remark AS r \(RemarkTable.joiningEntry("r"))
        WHERE r.list = ?1 AND decided IS NOT NULL AND e.flags & \(Flags.decided.rawValue) <> 0
          AND NOT EXISTS (
            SELECT 1 FROM operation AS o WHERE o.list = ?1 AND o.number = r.operation)
      ) AS deeds
      WHERE \(conditions.joined(separator: " AND "))
      ORDER BY number DESC, position DESC LIMIT ?6
      """)
    try reading.bind(list, at: 1).bind(request.cursor?.number ?? .max, at: 2)
      .bind(request.cursor?.position ?? .max, at: 3).bind(Int64(request.limit), at: 6)
    if let since = request.since { try reading.bind(since.microseconds, at: 4) }
    if let author = request.author { try reading.bind(author, at: 5) }
    for (place, name) in request.names.enumerated() {
      try reading.bind(name.text, at: CInt(7 + 2 * place))
      if let id = name.sourceID { try reading.bind(id, at: CInt(8 + 2 * place)) }
    }
    return reading
  }
}

extension LogEntry {
  fileprivate init(_ row: any Statement) throws {
    let until = row.isNull(at: 11) ? nil : row.value(at: 12)
    let status = row.value(at: 15)
    let kind: Kind
    switch status {
    case .null:
      kind = Kind(
        from: try row.flags(at: 9), to: try row.flags(at: 10), until: until,
        notes: !row.isNull(at: 13))
    case .number(0): kind = .done
    default: kind = .failed
    }
    self.init(
      time: row.number(at: 2).map { Moment(microseconds: $0) }, author: row.text(at: 3), kind: kind,
      name: try row.isNull(at: 6) ? nil : row.knownName(at: 6),
      count: Int(row.amount(at: 14) ?? 1), note: row.text(at: 4).flatMap { try? Note($0) },
      until: until?.number.map { Moment(microseconds: $0) },
      isUndone: [1, 2].contains(row.number(at: 5) ?? 0))
  }
}
