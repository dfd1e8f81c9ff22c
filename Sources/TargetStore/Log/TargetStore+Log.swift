package import ListModel
import NameSearch

extension TargetStore {
  /// A page of the log of a list, newest first, and a cursor if there may be more.
  ///
  /// - Complexity: O(*m*) for *m* entries; O(*n*) for *n* facts if only some names are wanted.
  package func logPage(
    of list: ListName, _ request: LogRequest
  ) throws(StoreError) -> (entries: [LogEntry], next: LogRequest.Cursor?) {
    try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return ([], nil) }
      return try LogReading(db, list: id, request).page()
    } ?? ([], nil)
  }

  package func log(of list: ListName, _ request: LogRequest) throws(StoreError) -> [LogEntry] {
    try logPage(of: list, request).entries
  }
}

/// SQL for the number of the event that undid an event and was not undone itself.
private func undoing(_ event: String) -> String {
  """
  (SELECT max(u.number) FROM event AS u WHERE u.list = \(event).list AND u.undoes = \(event).number
    AND NOT EXISTS (SELECT 1 FROM event AS a WHERE a.list = u.list AND a.undoes = u.number))
  """
}

/// SQL for the recipe that event `e` replaced, if it set one.
private let earlierRecipe = """
  CASE WHEN e.kind = '\(EventKind.recipe.rawValue)' THEN (SELECT p.note FROM event AS p
    WHERE p.list = e.list AND p.number < e.number AND p.kind = '\(EventKind.recipe.rawValue)'
    ORDER BY p.number DESC LIMIT 1) END
  """

/// Reads a part of a log: events with their facts.
private struct LogReading {
  private let request: LogRequest
  private let reading: any Statement

  /// Whether an undo is a single entry, however many rows it changed.
  private let isWhole: Bool

  init(_ db: any Database, list: Int64, _ request: LogRequest) throws {
    self.request = request
    var conditions = [
      "e.list = ?1", "e.number <= ?2",
      // Testing only the fact would miss events without facts, and sort all of them.
      "(e.number < ?2 OR coalesce(f.key, '') > ?3)",
    ]
    if request.since != nil { conditions.append("e.at >= ?4") }
    if request.author != nil { conditions.append("e.author = ?5") }
    let isWhole = request.names.isEmpty && !request.isArchive
    self.isWhole = isWhole
    // The undo of a whole step is described by its first row.
    func first(_ column: String) -> String {
      if !isWhole { return "f.\(column)" }
      return """
        CASE WHEN e.undoes IS NULL THEN f.\(column) ELSE (SELECT m.\(column) FROM fact AS m
          WHERE m.list = e.list AND m.number = e.number ORDER BY m.key LIMIT 1) END
        """
    }
    if !request.names.isEmpty {
      let rows = request.names.enumerated().map { place, name in
        let isRow = "f.key = ?\(7 + 2 * place)"
        return name.sourceID == nil ? "\(isRow) OR f.name = ?\(8 + 2 * place)" : isRow
      }
      conditions.append("(\(rows.joined(separator: " OR ")))")
    }
    reading = try db.statement(
      """
      SELECT e.number, e.at, e.author, e.new, e.gone, e.changed, e.kind, e.role, e.undoes,
        \(undoing("e")),
        CASE WHEN e.undoes IN (SELECT n.number FROM event AS n WHERE n.list = e.list
          AND n.number = e.undoes AND n.undoes IS NOT NULL) THEN 1 ELSE 0 END,
        e.note, \(first("key")), \(first("name")), NULL, f.after_note, f.after_until, f.after_verdict, f.after_about,
        \(FactShape.columns.joined(separator: ", ")), e.checksum, \(earlierRecipe),
        f.after_told_at, f.after_told_by\(request.isArchive ? ", \(Said.list("f.after_"))" : "")
      FROM event AS e LEFT JOIN fact AS f ON f.list = e.list AND f.number = e.number
        \(isWhole ? "AND e.undoes IS NULL" : "")
      WHERE \(conditions.joined(separator: " AND "))
      ORDER BY e.number DESC, f.key LIMIT ?6
      """)
    try reading.bind(list, at: 1).bind(request.cursor?.number ?? .max, at: 2)
      .bind(request.cursor?.key ?? "~", at: 3).bind(Int64(request.limit) + 1, at: 6)
    if let since = request.since { try reading.bind(since.microseconds, at: 4) }
    if let author = request.author { try reading.bind(author, at: 5) }
    for (place, name) in request.names.enumerated() {
      try reading.bind(name.keyOfRow, at: CInt(7 + 2 * place))
      if name.sourceID == nil { try reading.bind(name.text, at: CInt(8 + 2 * place)) }
    }
  }

  private static let key: CInt = 12
  private static let shape: CInt = 19
  private static let checksum = shape + CInt(FactShape.columns.count)
  private static let recipe = checksum + 1
  private static let told = recipe + 1
  private static let said = told + 2

  func page() throws -> (entries: [LogEntry], next: LogRequest.Cursor?) {
    var entries: [LogEntry] = []
    var (last, rows): (LogRequest.Cursor?, Int) = (nil, 0)
    var newest = request.cursor?.key == nil ? nil : request.cursor?.number
    while try reading.step() {
      rows += 1
      if rows > request.limit {
        try reading.reset()
        return (entries, last)
      }
      let number = reading.number(at: 0) ?? 0
      let isUndo = !reading.isNull(at: 8)
      if number != newest {
        newest = number
        if !isUndo { entries += countedRows() }
        if request.isArchive, isUndo { entries += countedUndo() }
      }
      last = .init(number: number, key: reading.text(at: Self.key))
      if isUndo {
        if isWhole || !reading.isNull(at: Self.key) { entries.append(try undo()) }
      } else if !reading.isNull(at: Self.key) {
        entries.append(try entry())
      }
    }
    return (entries, nil)
  }

  private var common: LogEntry {
    LogEntry(
      number: reading.number(at: 0) ?? 0,
      time: reading.number(at: 1).map { Moment(microseconds: $0) }, author: reading.text(at: 2),
      role: reading.text(at: 7), kind: .added, undoneBy: reading.number(at: 9),
      checksum: reading.text(at: Self.checksum))
  }

  /// An event that undoes another one; if only one row is affected, the entry names it.
  private func undo() throws -> LogEntry {
    var entry = common
    entry.kind = reading.number(at: 10) == 1 ? .redone : .undone
    entry.undoes = reading.number(at: 8)
    entry.count = countOfRows
    guard entry.count == 1 || !isWhole, !reading.isNull(at: Self.key) else { return entry }
    entry.count = 1
    entry.name = try reading.rowName(at: Self.key)
    entry.row = row
    return entry
  }

  private var countOfRows: Int {
    [3, 4, 5].reduce(0) { $0 + Int(reading.amount(at: CInt($1)) ?? 0) }
  }

  /// The entries of an undo of several rows, which an archive lists as well.
  private func countedUndo() -> [LogEntry] {
    if countOfRows == 1, !reading.isNull(at: Self.key) { return [] }
    var entry = common
    entry.kind = reading.number(at: 10) == 1 ? .redone : .undone
    (entry.undoes, entry.count) = (reading.number(at: 8), countOfRows)
    return [entry]
  }

  /// The row after the event.
  private var row: LogEntry.LoggedRow? {
    guard request.isArchive else { return nil }
    let values = Said.columns.enumerated().compactMap {
      place, column -> LogEntry.LoggedRow.Value? in
      let place = Self.said + CInt(place)
      if reading.isNull(at: place) { return nil }
      let isNumber = column.kind == .number
      return .init(
        name: column.name, text: isNumber ? nil : reading.text(at: place),
        number: isNumber ? reading.number(at: place) : nil)
    }
    return .init(key: reading.text(at: Self.key) ?? "", said: values)
  }

  /// The rows that a source added, dropped or changed, which are only counted.
  private func countedRows() -> [LogEntry] {
    guard request.names.isEmpty else { return [] }
    if reading.text(at: 6) == EventKind.recipe.rawValue {
      var entry = common
      (entry.kind, entry.count, entry.command) = (.recipe, 0, reading.text(at: 11))
      entry.earlierRecipe = reading.text(at: Self.recipe)
      return [entry]
    }
    if reading.text(at: 6) == EventKind.archive.rawValue {
      var entry = common
      (entry.kind, entry.count) = (.archived, Int(reading.amount(at: 5) ?? 0))
      entry.note = reading.text(at: 11).flatMap { try? Note($0) }
      return [entry]
    }
    guard [EventKind.import, .mirror].map(\.rawValue).contains(reading.text(at: 6) ?? "")
    else { return [] }
    if countOfRows == 0 {
      // A mirror without changes is listed, too: it shows that the list matched its source.
      var entry = common
      (entry.kind, entry.count) = (.updated, 0)
      return [entry]
    }
    let kinds: [(kind: LogEntry.Kind, column: CInt)] = [(.added, 3), (.dropped, 4), (.updated, 5)]
    return kinds.compactMap { kind, column in
      var entry = common
      (entry.kind, entry.count) = (kind, Int(reading.amount(at: column) ?? 0))
      // Changed rows have facts.
      return entry.count == 0 || kind == .updated && !reading.isNull(at: Self.key) ? nil : entry
    }
  }

  private func entry() throws -> LogEntry {
    var entry = common
    let shape = FactShape(reading, from: Self.shape)
    entry.kind = shape.kind
    entry.name = try reading.rowName(at: Self.key)
    if shape.note > 0 {
      entry.note = reading.text(at: 15).flatMap { try? Note($0) }
      entry.removesNote = reading.isNull(at: 15)
    }
    if shape.until == 2 { entry.until = reading.number(at: 16).map { Moment(microseconds: $0) } }
    if shape.isDecided, let verdict = reading.text(at: 17) {
      entry.verdict = Verdict(stored: verdict)?.word ?? verdict
      entry.revision = reading.text(at: 18)
      entry.decidedAt = reading.number(at: Self.told).map { Moment(microseconds: $0) }
      entry.decidedBy = reading.text(at: Self.told + 1)
    }
    if shape.status != nil { entry.command = reading.text(at: 11) }
    entry.row = row
    return entry
  }
}
