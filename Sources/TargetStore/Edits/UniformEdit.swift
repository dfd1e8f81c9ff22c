import ListModel
import NameSearch
import Substrings

/// An edit that makes the same change to very many rows, which are known by their keys.
///
/// SQL changes a few thousand rows at a time, whereas ``ListEditor`` changes row by row in memory.
/// It adds no rows.
struct UniformEdit {
  private let edit: Edit
  private let db: any Database
  private let list: Int64
  private let number: Int64

  /// The columns that the edit sets, with their values.
  private let settings: [(column: String, value: String)]

  /// SQL conditions: whether the edit changes a row, and whether it changes the row's verdict.
  private let (differs, decides): (String, String)

  static let batchSize = 8_192

  /// `nil` for edits that add or drop rows.
  init?(_ edit: Edit, _ event: EventDraft) throws {
    guard let rule = Rule(edit.decision, in: event.db) else { return nil }
    switch edit.revisions {
    case .ofList: break
    case .none: if try RowTable(db: event.db, list: event.list.id).hasRevisions() { return nil }
    // Each row was seen elsewhere in a state of its own.
    case .given: return nil
    }
    // If a source has changed rows since the user saw them, each row must be checked.
    if let seen = edit.decision.seen, seen < event.list.version,
      try RowTable(db: event.db, list: event.list.id).hasChanges(since: seen)
    {
      return nil
    }
    (self.edit, db, list, number) = (edit, event.db, event.list.id, event.number)
    (settings, differs, decides) = (rule.settings, rule.differs, rule.decides)
  }

  /// Edits a batch of rows, records the result for each, and returns how many rows change.
  func make(
    _ batch: Range<Int>, of rows: inout EditedRows, _ event: inout EventDraft
  ) throws -> Int {
    let (found, counts) =
      try db.isServer ? count(batch, of: &rows) : read(batch, of: &rows)
    if counts.changed > 0 {
      try noteFacts(found)
      try update(found)
    }
    if db.isServer { try noteFates(batch, of: &rows, counts) }
    event.changed += counts.changed
    event.deadCount += counts.decided * (edit.action.verdictClass == .dead ? 1 : 0) - counts.wasDead
    event.okCount += counts.decided * (edit.action.verdictClass == .ok ? 1 : 0) - counts.wasOk
    return Int(counts.changed)
  }

  private typealias Counts = (changed: Int64, decided: Int64, wasDead: Int64, wasOk: Int64)

  /// The rows that it changes; all are counted before the first is edited.
  private var isMeant: String { "r.gone = 0 AND \(differs)" }

  private func noteFacts(_ rows: FoundRows) throws {
    let after = Said.names.map { name in
      settings.first { $0.column == name }?.value ?? "r.\(name)"
    }
    try bound(
      """
      INSERT INTO fact (list, number, key, name, \(Said.list("before_")), \(Said.list("after_")))
        SELECT ?1, ?2, r.key, coalesce(r.original, r.name), \(Said.list("r.")),
          \(after.joined(separator: ", "))
        FROM \(rows.source(in: db)) AND \(isMeant)
      """, rows
    ).run()
  }

  private func update(_ rows: FoundRows) throws {
    let settings = settings.map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
    let updating: String
    switch rows {
    case .range:
      updating = "UPDATE row AS r SET \(settings) WHERE r.list = ?1 AND \(FoundRows.isInRange)"
    case .keys where db.isServer:
      updating = """
        UPDATE row AS r SET \(settings)
        FROM (SELECT CAST(?1 AS bigint) AS list, value FROM \(db.asked(.bytes)) \(db.fence)) AS asked
        WHERE r.list = asked.list AND r.key = asked.value
        """
    case .keys:
      updating = """
        UPDATE row AS r SET \(settings) WHERE r.list = ?1 AND r.key IN (SELECT value FROM \(db.asked(.bytes)))
        """
    }
    try bound("\(updating) AND \(isMeant)", rows).run()
  }

  private func bound(_ sql: String, _ rows: FoundRows) throws -> any Statement {
    let statement = try db.statement(sql).bind(list, at: 1)
    // A server refuses parameters whose type it cannot infer.
    if sql.includes("?2") { try statement.bind(number, at: 2) }
    if sql.includes("?3") { try statement.bind(edit.decision.note?.text, at: 3) }
    if sql.includes("?4") { try statement.bind(edit.decision.until?.microseconds, at: 4) }
    return try rows.bind(to: statement)
  }
}

// MARK: Which rows are there

extension UniformEdit {
  /// Reads how the edit changes each row, in a file.
  ///
  /// A large edit usually names all rows in a range of keys, or all that it could change there. Then the
  /// query needs only the ends of the range, not the keys.
  private func read(
    _ batch: Range<Int>, of rows: inout EditedRows
  ) throws -> (FoundRows, Counts) {
    let range = FoundRows.range(
      first: rows.key(batch.lowerBound), last: rows.key(batch.upperBound - 1))
    let most = 2 * Self.batchSize
    let reading = try bound(
      "SELECT r.key, \(effect) FROM \(range.source(in: db)) ORDER BY r.key LIMIT \(most)", range)
    let inRange = try read(reading, batch, of: &rows)
    if inRange.rowCount < most, inRange.areAllAsked { return (range, inRange.counts) }
    let keys = FoundRows.keys(db.manyValues(rows.keys(batch)))
    if inRange.rowCount < most { return (keys, inRange.counts) }
    // If most rows of the range are not in the batch, look the keys up one by one.
    let looking = try bound("SELECT r.key, \(effect) FROM \(keys.source(in: db))", keys)
    return (keys, try read(looking, batch, of: &rows).counts)
  }

  /// The effect on a row: 0 if it does not exist, 1 if it stays the same; else 2, plus 4 if the
  /// edit changes its verdict, plus 8 or 16 if it was dead or ok.
  private var effect: String {
    let was = """
      CASE WHEN r.verdict IS NULL THEN 0 WHEN \(RowSQL.isDecided(.dead)) THEN 8
        WHEN \(RowSQL.isDecided(.ok)) THEN 16 ELSE 0 END
      """
    let change =
      differs == decides ? "6 + \(was)" : "2 + CASE WHEN \(decides) THEN 4 + \(was) ELSE 0 END"
    return "CASE WHEN r.gone > 0 THEN 0 WHEN \(differs) THEN \(change) ELSE 1 END"
  }

  /// Reads rows in the order of their keys, and records the result for those that the edit names.
  private func read(
    _ reading: any Statement, _ batch: Range<Int>, of rows: inout EditedRows
  ) throws -> (counts: Counts, rowCount: Int, areAllAsked: Bool) {
    var (counts, rowCount, areAllAsked): (Counts, Int, Bool) = ((0, 0, 0, 0), 0, true)
    var next = batch.lowerBound
    while try reading.step() {
      rowCount += 1
      let effect = reading.number(at: 1) ?? 0
      let key = reading.bytes(at: 0)
      var order = 1
      while next < batch.upperBound {
        order = rows.order(of: key, to: next)
        if order <= 0 { break }
        rows.note(.unknown, of: next)
        next += 1
      }
      guard order == 0, next < batch.upperBound else {
        areAllAsked = areAllAsked && effect < 2
        continue
      }
      rows.note(effect == 0 ? .unknown : effect == 1 ? .unchanged : .changed, of: next)
      next += 1
      counts.changed += effect & 2 > 0 ? 1 : 0
      counts.decided += effect & 4 > 0 ? 1 : 0
      counts.wasDead += effect & 8 > 0 ? 1 : 0
      counts.wasOk += effect & 16 > 0 ? 1 : 0
    }
    for row in next..<batch.upperBound { rows.note(.unknown, of: row) }
    return (counts, rowCount, areAllAsked)
  }

  /// Counts the rows on the server, to avoid receiving them.
  private func count(
    _ batch: Range<Int>, of rows: inout EditedRows
  ) throws -> (FoundRows, Counts) {
    func sum(_ condition: String) -> String { RowSQL.count(where: condition) }
    let keys = FoundRows.keys(db.manyValues(rows.keys(batch)))
    let counting = try bound(
      """
      SELECT count(*), \(sum(decides)), \(sum("\(decides) AND \(RowSQL.isDecided(.dead))")),
        \(sum("\(decides) AND \(RowSQL.isDecided(.ok))"))
      FROM \(keys.source(in: db)) AND \(isMeant)
      """, keys)
    let counts = try counting.first { row in
      (
        row.amount(at: 0) ?? 0, row.amount(at: 1) ?? 0, row.amount(at: 2) ?? 0,
        row.amount(at: 3) ?? 0
      )
    }
    return (keys, counts ?? (0, 0, 0, 0))
  }

  /// Records what the edit did to each row, on a server.
  private func noteFates(
    _ batch: Range<Int>, of rows: inout EditedRows, _ counts: Counts
  ) throws {
    if counts.changed == batch.count {
      for row in batch { rows.note(.changed, of: row) }
      return
    }
    var isChanged: [String: Bool] = [:]
    let keys = FoundRows.keys(db.manyValues(rows.keys(batch)))
    let reading = try bound(
      """
      SELECT r.key, CASE WHEN r.decided = ?2 OR EXISTS (
          SELECT 1 FROM fact AS f WHERE f.list = ?1 AND f.number = ?2 AND f.key = r.key)
        THEN 1 ELSE 0 END
      FROM \(keys.source(in: db)) AND r.gone = 0
      """, keys)
    while try reading.step() {
      isChanged[reading.text(at: 0) ?? ""] = reading.number(at: 1) == 1
    }
    for row in batch {
      rows.note(isChanged[rows.key(row)].map { $0 ? .changed : .unchanged } ?? .unknown, of: row)
    }
  }
}

/// What an edit does to a row, in SQL: the event is `?2`, its note `?3`, the end of a snooze `?4`.
private struct Rule {
  var settings: [(column: String, value: String)] = []
  var differs = "FALSE"
  var decides = "FALSE"

  /// Whether the edit may set the note of a row without deciding it.
  private let setsNote: Bool

  /// `nil` for edits that add or drop rows.
  init?(_ decision: Decision, in db: any Database) {
    setsNote = decision.note != nil || decision.action == .note
    switch decision.action.kind {
    case .decide:
      let verdict = decision.verdict ?? .dead
      decide("NOT \(RowSQL.isDecided(as: verdict))", as: verdict)
    case .reopen: decide("r.verdict IS NOT NULL", as: nil)
    case .mark(let flag):
      guard let column = Said.column(of: flag) else { return nil }
      set(column, "1", if: "r.\(column) IS NULL")
    case .unmark(let flag):
      guard let column = Said.column(of: flag) else { return nil }
      set(column, "NULL", if: "r.\(column) IS NOT NULL")
    case .snooze:
      set("until", "CAST(?4 AS bigint)", if: "r.until IS DISTINCT FROM CAST(?4 AS bigint)")
    case .wake: set("until", "NULL", if: "r.until IS NOT NULL")
    case .note: break
    case .add, .drop, .hide, .confirm: return nil
    }
    if setsNote {
      let note = db.bytes(3)
      set("note", note, if: "r.note IS DISTINCT FROM \(note)")
    }
  }

  private mutating func set(_ column: String, _ value: String, if condition: String) {
    settings.append((column, value))
    differs = differs == "FALSE" ? "(\(condition))" : "(\(differs) OR \(condition))"
  }

  private mutating func decide(_ condition: String, as verdict: Verdict?) {
    decides = "(\(condition))"
    differs = decides
    let values = [
      ("verdict", verdict.map { "'\($0.stored)'" } ?? "NULL"),
      ("decided", verdict == nil ? "NULL" : "CAST(?2 AS bigint)"),
      ("about", verdict == nil ? "NULL" : "r.revision"), ("told_at", "NULL"), ("told_by", "NULL"),
    ]
    settings =
      setsNote ? values.map { ($0, "CASE WHEN \(condition) THEN \($1) ELSE r.\($0) END") } : values
  }
}

// MARK: Rows

/// The rows of a batch, as a source of a statement.
private enum FoundRows {
  case range(first: String, last: String)
  case keys(ManyValues)

  static let isInRange = "r.key BETWEEN ?7 AND ?8"

  /// The table `r` of these rows, and a condition.
  func source(in db: any Database) -> String {
    switch self {
    case .range: "row AS r WHERE r.list = ?1 AND \(Self.isInRange)"
    case .keys:
      "\(db.asked(.bytes)) CROSS JOIN row AS r ON (r.list = ?1 AND r.key = asked.value) WHERE TRUE"
    }
  }

  func bind(to statement: any Statement) throws -> any Statement {
    switch self {
    case .range(let first, let last): try statement.bind(first, at: 7).bind(last, at: 8)
    case .keys(let keys): try keys.bind(to: statement)
    }
  }
}
