import JSON
import ListModel
import NameSearch

/// An edit that does the same to very many rows, each of which is known by its key.
///
/// The tables do it themselves, some thousand rows at a time: ``ListEditor`` does the same row by row,
/// in memory. It adds no rows.
struct UniformEdit {
  private let edit: Edit
  private let db: any Database
  private let list: Int64
  private let number: Int64

  /// What a row is after it: the columns that it sets, with their values.
  private let settings: [(column: String, value: String)]

  /// The conditions that the edit changes a row, and that it gives it another verdict.
  private let (differs, decides): (String, String)

  static let batchSize = 8_192

  /// `nil` for edits that add or drop rows.
  init?(_ edit: Edit, _ event: EventDraft) throws {
    guard let rule = Rule(edit.decision, isServer: event.db.isServer) else { return nil }
    switch edit.revisions {
    case .ofList: break
    case .none: if try RowTable(db: event.db, list: event.list.id).hasRevisions() { return nil }
    // What was seen elsewhere is of each row alone.
    case .given: return nil
    }
    // If a source has changed rows since they were seen, they are looked at one by one.
    if let seen = edit.decision.seen, seen < event.list.version,
      try RowTable(db: event.db, list: event.list.id).hasChanges(since: seen)
    {
      return nil
    }
    (self.edit, db, list, number) = (edit, event.db, event.list.id, event.number)
    (settings, differs, decides) = (rule.settings, rule.differs, rule.decides)
  }

  /// Makes the edit of a batch of rows, each given once, and tells what has become of those that it did
  /// not change.
  func make(
    of names: [Name], _ event: inout EventDraft, _ tell: (ListEditor.Outcome) -> Void
  ) throws -> Int {
    let texts = names.map(\.keyOfRow)
    let keys = db.keys(texts)
    // Where no row is decided yet, a file counts what it notes.
    let isOpen = !db.isServer && event.list.decidedCount == 0
    var counts = isOpen ? nil : try count(keys)
    if counts?.changed != 0 {
      try noteFacts(keys)
      if isOpen {
        let noted = Int64(try db.number("SELECT changes()") ?? 0)
        counts = (noted, edit.action.verdictClass == nil ? 0 : noted, 0, 0)
      }
      if counts?.changed != 0 { try update(keys, texts, counts?.changed == Int64(texts.count)) }
    }
    guard let counts else { return 0 }
    event.changed += counts.changed
    event.deadCount += counts.decided * (edit.action.verdictClass == .dead ? 1 : 0) - counts.wasDead
    event.okCount += counts.decided * (edit.action.verdictClass == .ok ? 1 : 0) - counts.wasOk
    if counts.changed < names.count { try tellOthers(names, keys, tell) }
    return Int(counts.changed)
  }

  private func count(
    _ keys: KeyList
  ) throws -> (changed: Int64, decided: Int64, wasDead: Int64, wasOk: Int64) {
    func sum(_ condition: String) -> String { RowSQL.count(where: condition) }
    let counting = try bound(
      """
      SELECT count(*), \(sum(decides)), \(sum("\(decides) AND \(RowSQL.isDecided(.dead))")),
        \(sum("\(decides) AND \(RowSQL.isDecided(.ok))"))
      FROM \(db.asked(keys, joining: "row AS r")) WHERE \(isMeant)
      """, keys)
    return try counting.first { row in
      (
        row.amount(at: 0) ?? 0, row.amount(at: 1) ?? 0, row.amount(at: 2) ?? 0,
        row.amount(at: 3) ?? 0
      )
    } ?? (0, 0, 0, 0)
  }

  /// The rows that it changes: it was looked whether they are decided before any was.
  private var isMeant: String { "r.gone = 0 AND \(differs)" }

  private func noteFacts(_ keys: KeyList) throws {
    let after = Said.names.map { name in
      settings.first { $0.column == name }?.value ?? "r.\(name)"
    }
    try bound(
      """
      INSERT INTO fact (list, number, key, name, \(Said.list("before_")), \(Said.list("after_")))
        SELECT ?1, ?2, r.key, coalesce(r.original, r.name), \(Said.list("r.")),
          \(after.joined(separator: ", "))
        FROM \(db.asked(keys, joining: "row AS r")) WHERE \(isMeant)
      """, keys
    ).run()
  }

  /// Changes the rows of keys, all of which are changed if `isOfAll`.
  private func update(_ keys: KeyList, _ texts: [String], _ isOfAll: Bool) throws {
    let settings = settings.map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
    if db.isServer {
      let updating = """
        UPDATE row AS r SET \(settings)
        FROM (SELECT CAST(?1 AS bigint) AS list, value FROM \(db.asked(keys)) \(db.fence)) AS asked
        WHERE r.list = asked.list AND r.key = asked.value AND \(isMeant)
        """
      return try bound(updating, keys).run()
    }
    let updating = "UPDATE row AS r SET \(settings) WHERE r.list = ?1 AND \(isMeant)"
    if isOfAll, let range = try range(of: texts) {
      return try bound("\(updating) AND r.key BETWEEN ?7 AND ?8", keys)
        .bind(range.first, at: 7).bind(range.last, at: 8).run()
    }
    try bound("\(updating) AND r.key IN (SELECT value FROM \(db.asked(keys)))", keys).run()
  }

  /// The range of keys, if the list has no others in it.
  private func range(of texts: [String]) throws -> (first: String, last: String)? {
    func precedes(_ left: String, _ right: String) -> Bool {
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    guard texts.count > 1_000, let first = texts.min(by: precedes),
      let last = texts.max(by: precedes)
    else { return nil }
    let counting = try db.statement(
      "SELECT count(*) FROM row WHERE list = ? AND key BETWEEN ? AND ?"
    ).bind(list, at: 1).bind(first, at: 2).bind(last, at: 3)
    return try counting.first { $0.number(at: 0) } == Int64(texts.count) ? (first, last) : nil
  }

  /// Tells of the rows that it did not change, in the order in which they were given.
  private func tellOthers(
    _ names: [Name], _ keys: KeyList, _ tell: (ListEditor.Outcome) -> Void
  ) throws {
    var isChanged: [String: Bool] = [:]
    let reading = try bound(
      """
      SELECT r.key, CASE WHEN r.decided = ?2 OR EXISTS (
          SELECT 1 FROM fact AS f WHERE f.list = ?1 AND f.number = ?2 AND f.key = r.key)
        THEN 1 ELSE 0 END
      FROM \(db.asked(keys, joining: "row AS r")) WHERE r.gone = 0
      """, keys)
    while try reading.step() {
      isChanged[reading.text(at: 0) ?? ""] = reading.number(at: 1) == 1
    }
    for name in names {
      switch isChanged[name.keyOfRow] {
      case nil: tell(.unknown(name))
      case false?: tell(.unchanged(name))
      case true?: break
      }
    }
  }

  private func bound(_ sql: String, _ keys: KeyList) throws -> any Statement {
    let statement = try db.statement(sql).bind(list, at: 1)
    // A server does not take parameters of which it cannot tell the type.
    if sql.contains("?2") { try statement.bind(number, at: 2) }
    if sql.contains("?3") { try statement.bind(edit.decision.note?.text, at: 3) }
    if sql.contains("?4") { try statement.bind(edit.decision.until?.microseconds, at: 4) }
    return sql.contains("?9") ? try keys.bind(to: statement) : statement
  }
}

/// What an edit does to a row, in SQL: the event is `?2`, its note `?3`, the end of a snooze `?4`.
private struct Rule {
  var settings: [(column: String, value: String)] = []
  var differs = "FALSE"
  var decides = "FALSE"

  /// `nil` for edits that add or drop rows.
  init?(_ decision: Decision, isServer: Bool) {
    switch decision.action {
    case .dead, .ok:
      let verdict = decision.verdict ?? .dead
      decide("NOT \(RowSQL.isDecided(as: verdict))", as: verdict)
    case .reopen: decide("r.verdict IS NOT NULL", as: nil)
    case .like: set("liked", "1", if: "r.liked IS NULL")
    case .unlike: set("liked", "NULL", if: "r.liked IS NOT NULL")
    case .snooze:
      set("until", "CAST(?4 AS bigint)", if: "r.until IS DISTINCT FROM CAST(?4 AS bigint)")
    case .wake: set("until", "NULL", if: "r.until IS NOT NULL")
    case .note: break
    case .add, .drop, .hide, .confirm: return nil
    }
    if decision.note != nil || decision.action == .note {
      // A server takes a parameter for a text, and a text for no bytes.
      let note = isServer ? "CAST(?3 AS bytea)" : "?3"
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
    // A note may be all that is new.
    settings = values.map { ($0, "CASE WHEN \(condition) THEN \($1) ELSE r.\($0) END") }
  }
}

// MARK: Keys

/// Keys as one parameter of a statement, the ninth.
enum KeyList {
  case json(String)
  case array(ServerArray)

  func bind(to statement: any Statement) throws -> any Statement {
    switch self {
    case .json(let text): try statement.bind(text, at: 9)
    case .array(let array): try statement.bind(array, at: 9)
    }
    return statement
  }
}

extension Database {
  func keys(_ keys: [String]) -> KeyList {
    if isServer { return .array(ServerArray(keys.map { $0 as String? })) }
    return .json("[\(keys.map { "\(json: $0)" }.joined(separator: ","))]")
  }

  /// The keys as a table with the column `value`.
  func asked(_ keys: KeyList) -> String {
    isServer ? "unnest(CAST(?9 AS bytea[])) AS asked (value)" : "json_each(?9) AS asked"
  }

  /// The rows of a table of lists that have the keys.
  func asked(_ keys: KeyList, joining table: String) -> String {
    "\(asked(keys)) CROSS JOIN \(table) ON (r.list = ?1 AND r.key = asked.value)"
  }
}
