import ListModel
import NameSearch
import Substrings

/// An event that can be undone or redone.
struct StoredStep {
  /// The event that made it.
  let number: Int64

  /// The event that last made, undid or redid the step, and the run of that event.
  let switched: Int64
  let run: Int64

  /// Whether rows that were added or dropped are recorded only by the number of the event.
  let isBulk: Bool

  let isUndone: Bool

  static let columns = """
    number, switched, run,
      (SELECT is_bulk FROM event AS e WHERE e.list = step.list AND e.number = step.number), undone
    """

  /// Reads ``columns``.
  init(_ row: any Statement) {
    number = row.number(at: 0) ?? 0
    switched = row.number(at: 1) ?? 0
    run = row.number(at: 2) ?? 0
    isBulk = row.number(at: 3) ?? 0 > 0
    isUndone = row.number(at: 4) ?? 0 > 0
  }
}

/// The steps of one list.
struct StepTable {
  let db: any Database
  let list: Int64
  let run: Run

  private func find(_ condition: String) throws -> any Statement {
    try db.statement(
      """
      SELECT \(StoredStep.columns) FROM step INDEXED BY undoable
      WHERE list = ?1 AND \(condition) ORDER BY switched DESC LIMIT 1
      """
    ).bind(list, at: 1)
  }

  /// The next edit to undo: the last one of this run if it made any, else the last of the list; on a server
  /// the last of this author and role, unless the edits of anyone may be undone.
  ///
  /// An edit that was copied from a file has no role.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* edits, *m* of them by others since the last of this run.
  func nextToUndo(hasOwnSteps: Bool, ofAnyone: Bool) throws -> StoredStep? {
    try next(undone: 0, hasOwnSteps, ofAnyone)
  }

  /// The step that was undone last, unless an edit was made after that.
  func nextToRedo(hasOwnSteps: Bool, ofAnyone: Bool) throws -> StoredStep? {
    guard let step = try next(undone: 1, hasOwnSteps, ofAnyone) else { return nil }
    let newest = try db.statement("SELECT max(number) FROM step WHERE list = ?").bind(list, at: 1)
      .first { $0.number(at: 0) ?? 0 }
    return step.switched > newest ?? 0 ? step : nil
  }

  private func next(undone: Int, _ hasOwnSteps: Bool, _ ofAnyone: Bool) throws -> StoredStep? {
    if hasOwnSteps,
      let own = try find("undone = \(undone) AND run = ?2").bind(run.id, at: 2)
        .first(StoredStep.init)
    {
      return own
    }
    guard db.isServer, !ofAnyone else {
      return try find("undone = \(undone)").first(StoredStep.init)
    }
    let isOwn = """
      author = ?2 AND EXISTS (SELECT 1 FROM event AS e WHERE e.list = step.list
        AND e.number = step.switched AND (e.role IS NULL OR e.role = session_user))
      """
    return try find("undone = \(undone) AND \(isOwn)").bind(run.author(), at: 2)
      .first(StoredStep.init)
  }

  /// Whether an edit is undone, according to its step or, if that was deleted, the log.
  func isUndone(_ number: Int64) throws -> Bool {
    try db.statement(
      """
      SELECT 1 FROM event AS u WHERE u.list = ?1 AND u.undoes = ?2
        AND NOT EXISTS (SELECT 1 FROM event AS a WHERE a.list = u.list AND a.undoes = u.number)
      UNION SELECT 1 FROM step WHERE list = ?1 AND number = ?2 AND undone = 1
      """
    ).bind(list, at: 1).bind(number, at: 2).first { _ in true } ?? false
  }

  /// The step of an event; `nil` if it is undone already, or no longer kept.
  func step(_ number: Int64) throws -> StoredStep? {
    try db.statement(
      """
      SELECT \(StoredStep.columns) FROM step WHERE list = ?1 AND number = ?2 AND undone = 0
      """
    ).bind(list, at: 1).bind(number, at: 2).first(StoredStep.init)
  }
}

// MARK: Undoing

/// Undoes an event by a new event, with SQL that changes all rows at once.
///
/// The facts restore decisions and marks, the images restore the texts from the source. Rows that
/// were added or dropped without a fact or an image are found by the number of the event.
struct Undoing {
  let db: any Database
  let step: StoredStep

  /// Whether the edit is redone, so that its undo is undone.
  let redoes: Bool
  private(set) var event: EventDraft

  /// The event that is undone.
  private var target: Int64 { redoes ? step.switched : step.number }

  /// The maximum number of rows that the result lists one by one.
  static let mostTold = 1 << 14

  init(_ db: any Database, _ list: ListRecord, run: Run, _ step: StoredStep, redoes: Bool) throws {
    (self.db, self.step, self.redoes) = (db, step, redoes)
    event = try EventDraft(
      db, list, run: run, .undo, undoes: redoes ? step.switched : step.number, isStep: false)
    event.isForced = true
  }

  /// - Throws: ``StoreError/changedSince(_:)`` if a row has changed since.
  mutating func run() throws -> (result: EditResult, event: StoredEvent?) {
    (event.gone, event.new, event.changed) = try countsOfTarget()
    db.expectWork(on: min(event.new, 1 << 32) + min(event.gone, 1 << 32) + event.changed)
    let isOfMany = step.isBulk || event.new + event.gone + event.changed > Self.mostTold
    if isOfMany, !step.isBulk, event.new + event.gone == 0, let change = try uniformChange() {
      try takeBack(change)
      try switchStep()
      var result = EditResult()
      result.manyCount = Int(event.changed)
      return (result, try event.finish())
    }
    try checkFacts()
    try checkImages()
    event.isBulk = step.isBulk
    let touched = try Touched(db, list: event.list.id, target: target, isOfMany)
    let before = try touched.states()
    try count(touched, -1)
    try takeBackFacts()
    try takeBackImages()
    if step.isBulk { try takeBackBulk() }
    try count(touched, 1)
    let after = try touched.states()
    try switchStep()
    return (try touched.result(before, after, event), try event.finish())
  }

  /// The numbers of rows that the event to undo added, dropped and changed otherwise.
  private func countsOfTarget() throws -> (Int64, Int64, Int64) {
    try statement("SELECT new, gone, changed FROM event WHERE list = ?1 AND number = ?2")
      .first { ($0.amount(at: 0) ?? 0, $0.amount(at: 1) ?? 0, $0.amount(at: 2) ?? 0) } ?? (0, 0, 1)
  }

  private func statement(_ sql: String) throws -> any Statement {
    let statement = try db.statement(sql).bind(event.list.id, at: 1).bind(target, at: 2)
    return sql.includes("?3") ? try statement.bind(event.number, at: 3) : statement
  }

  private func refuse(_ finding: any Statement) throws {
    if let name = try finding.first({ try $0.rowName(at: 0) }) {
      throw StoreError.changedSince(name)
    }
  }

  /// Checks that the decisions and marks that the event set are still there.
  ///
  /// Other marks may have been set later, and stay. But if the event added or dropped the row, or the
  /// row is gone, they prevent the undo.
  private func checkFacts() throws {
    let isSame = Said.names.map { "r.\($0) IS NOT DISTINCT FROM f.after_\($0)" }
    let finding = """
      SELECT f.key, coalesce(r.name, f.name), r.original FROM fact AS f
        LEFT JOIN row AS r ON (r.list = f.list AND r.key = f.key)
      WHERE f.list = ?1 AND f.number = ?2
        AND (r.key IS NULL OR \(Self.isChange) AND NOT (\(isSame.joined(separator: " AND "))))
      """
    if try statement("\(finding) LIMIT 1").first({ _ in true }) == nil { return }
    let isOverwritten = Said.names.map {
      "\(Self.isChanged($0)) AND r.\($0) IS DISTINCT FROM f.after_\($0)"
    }
    try refuse(
      statement(
        """
        \(finding) AND (r.key IS NULL OR r.gone > 0 OR f.presence IS NOT NULL
          OR EXISTS (SELECT 1 FROM image AS i
            WHERE i.list = f.list AND i.number = f.number AND i.key = f.key)
          OR \(isOverwritten.joined(separator: " OR "))) LIMIT 1
        """))
    if step.isBulk { try refuse(statement("\(finding) LIMIT 1")) }
  }

  /// Refuses to undo if a later edit has changed the source's texts of the rows, or has decided
  /// rows that the undo would remove.
  private func checkImages() throws {
    try refuse(
      statement(
        """
        SELECT \(RowSQL.name) FROM step AS s
          CROSS JOIN image AS i ON i.list = s.list AND i.number = s.number
          CROSS JOIN row AS r ON (r.list = i.list AND r.key = i.key)
        WHERE s.list = ?1 AND s.undone = 0 AND s.number > ?2
          AND EXISTS (SELECT 1 FROM image AS own
            WHERE own.list = ?1 AND own.number = ?2 AND own.key = i.key)
        LIMIT 1
        """))
    try refuse(
      statement(
        """
        SELECT \(RowSQL.name) FROM image AS i
          CROSS JOIN row AS r ON (r.list = i.list AND r.key = i.key)
        WHERE i.list = ?1 AND i.number = ?2 AND i.since IS NULL AND \(wasSaidOfNew) LIMIT 1
        """))
    guard step.isBulk else { return }
    try refuse(
      statement(
        """
        SELECT \(RowSQL.name) FROM row AS r WHERE r.list = ?1 AND r.since = ?2
          AND (r.gone > 0 AND r.gone <> ?2 OR r.gone = 0 AND \(wasSaidOfNew)) \(isOfBulk) LIMIT 1
        """))
  }

  /// SQL for whether a row has a decision or mark that the event which added the row did not set.
  private var wasSaidOfNew: String {
    """
    (\(Said.isAny("r.")))
      AND NOT EXISTS (SELECT 1 FROM fact AS f
        WHERE f.list = r.list AND f.number = ?2 AND f.key = r.key AND \(Self.isChange))
    """
  }

  /// SQL for the rows of the event that have no image.
  private var isOfBulk: String {
    """
    AND NOT EXISTS (SELECT 1 FROM image AS i
      WHERE i.list = r.list AND i.number = ?2 AND i.key = r.key)
    """
  }

  /// Whether a fact changes the decision or marks of a row, instead of only adding or dropping the
  /// row.
  private static let isChange =
    "NOT ("
    + Said.names.map { "f.before_\($0) IS NOT DISTINCT FROM f.after_\($0)" }
    .joined(separator: " AND ") + ")"

  private static func isChanged(_ name: String) -> String {
    "f.before_\(name) IS DISTINCT FROM f.after_\(name)"
  }

  /// The decision and marks that a row had before the event; the present ones where the event did
  /// not change them.
  private static func before(_ name: String, else now: String) -> String {
    "CASE WHEN \(isChanged(name)) THEN f.before_\(name) ELSE \(now).\(name) END"
  }

  private func takeBackFacts() throws {
    let before = Said.names.map { Self.before($0, else: "r") }.joined(separator: ", ")
    for (condition, before) in [(Self.isChange, before), ("NOT \(Self.isChange)", Said.list("r."))]
    {
      try statement(
        """
        INSERT INTO fact
          (list, number, key, name, \(Said.list("before_")), \(Said.list("after_")), presence)
          SELECT f.list, ?3, f.key, f.name, \(Said.list("r.")), \(before),
            1 - f.presence
          FROM fact AS f CROSS JOIN row AS r ON (r.list = f.list AND r.key = f.key)
          WHERE f.list = ?1 AND f.number = ?2 AND \(condition)
        """
      ).run()
    }
    try update(
      from: "fact", Said.names.map { ($0, Self.before($0, else: "row")) }, where: Self.isChange)
  }

  /// The change that an event made to its rows, if it is the same for all and no row was edited
  /// since.
  ///
  /// The rows are found by the number of the decision that the event made. Otherwise, as after an
  /// undo, they are all rows in a range of keys that have the state which the event gave them.
  ///
  /// Always `nil` on a server, and for an event that changed texts from the source.
  private func uniformChange() throws -> UniformChange? {
    let said = Said.names.map { "f.before_\($0)" } + Said.names.map { "f.after_\($0)" }
    // The event's number implies the revisions that its decision is about.
    let alike = said.filter { $0 != "f.after_about" }
    guard !db.isServer,
      try statement("SELECT 1 FROM image WHERE list = ?1 AND number = ?2 LIMIT 1").first({ _ in true
      })
        == nil,
      let count = try db.countOfFacts(alike: alike, list: event.list.id, number: target),
      let (before, after) = try statement(
        "SELECT \(said.joined(separator: ", ")) FROM fact AS f WHERE list = ?1 AND number = ?2 LIMIT 1"
      ).first({ (Said($0, from: 0), Said($0, from: CInt(Said.names.count))) })
    else { return nil }
    let change = UniformChange(before: before, after: after, isDecision: after.decided == target)
    let counting = try statement(
      "SELECT count(*), \(change.sums) FROM row AS r WHERE r.list = ?1 AND \(change.isMeant)",
      change)
    let counts = try counting.first { row in (0..<4).map { row.amount(at: $0) ?? 0 } }
    guard let counts, counts[0] == count, counts[1] == count else { return nil }
    if after.decided != target {
      let looking = try statement(
        """
        SELECT count(*) FROM fact AS f CROSS JOIN row AS r ON (r.list = f.list AND r.key = f.key)
        WHERE f.list = ?1 AND f.number = ?2 AND \(change.isAsMade)
        """, change)
      guard try looking.first({ $0.amount(at: 0) ?? 0 }) == count else { return nil }
    }
    var counted = change
    (counted.wasCounted, counted.willCount) = (counts[2], counts[3])
    return counted
  }

  /// Reverts an event that made the same change to very many rows.
  private mutating func takeBack(_ change: UniformChange) throws {
    let places = change.placesBefore
    // Constants are faster than columns.
    let now = zip(Said.names, change.placesAfter).map { $0 == "about" ? "r.about" : $1 }
    for sql in [
      """
      INSERT INTO fact (list, number, key, name, \(Said.list("before_")), \(Said.list("after_")))
        SELECT ?1, ?3, r.key, coalesce(r.original, r.name), \(now.joined(separator: ", ")),
          \(places.joined(separator: ", "))
        FROM row AS r WHERE r.list = ?1 AND \(change.isMeant)
      """,
      """
      UPDATE row AS r SET \(zip(Said.names, places).map { "\($0) = \($1)" }.joined(separator: ", "))
      WHERE r.list = ?1 AND \(change.isMeant)
      """,
    ] {
      try statement(sql, change).run()
    }
    for (verdict, count) in [
      (change.before.verdict, change.willCount), (change.after.verdict, -change.wasCounted),
    ] {
      switch verdict.flatMap({ Verdict(stored: $0)?.class }) {
      case .dead: event.deadCount += count
      case .ok: event.okCount += count
      case nil: break
      }
    }
  }

  private func statement(_ sql: String, _ change: UniformChange) throws -> any Statement {
    let statement = try self.statement(sql)
    for (values, places) in [
      (change.before.values, change.placesBefore), (change.after.values, change.placesAfter),
    ] {
      for (value, place) in zip(values, places) where value != .null && sql.includes(place) {
        try statement.bind(value, at: CInt(place.dropFirst()) ?? 0)
      }
    }
    return statement
  }

  /// Updates columns of the event's rows from a table, which is called `f`.
  private func update(
    from table: String, _ settings: [(column: String, value: String)], where condition: String
  ) throws {
    try statement(
      """
      UPDATE row SET \(settings.map { "\($0.column) = \($0.value)" }.joined(separator: ", "))
      FROM (SELECT * FROM \(table) AS f WHERE f.list = ?1 AND f.number = ?2 AND \(condition)
        \(db.fence)) AS f
      WHERE row.list = f.list AND row.key = f.key
      """
    ).run()
  }

  private static func told(_ prefix: String) -> String {
    RowState.toldNames.map { prefix + $0 }.joined(separator: ", ")
  }

  private func takeBackImages() throws {
    try statement(
      """
      INSERT INTO image (list, number, key, \(Self.told("")))
        SELECT r.list, ?3, r.key, \(Self.told("r.")) FROM image AS i
          CROSS JOIN row AS r ON (r.list = i.list AND r.key = i.key)
        WHERE i.list = ?1 AND i.number = ?2
      """
    ).run()
    // An image from before the list kept the order of its rows has no position.
    let values = RowState.toldNames.map { name in
      (name, name == "position" ? "coalesce(f.position, row.position)" : "f.\(name)")
    }
    try update(from: "image", values, where: "f.since IS NOT NULL")
    // The row counts as never added.
    try update(
      from: "image", [("gone", "CAST(?3 AS bigint)"), ("since", "CAST(0 AS bigint)")],
      where: "f.since IS NULL")
  }

  private func takeBackBulk() throws {
    // A redo finds the rows that it must drop by these images.
    try statement(
      """
      INSERT INTO image (list, number, key, \(Self.told("")))
        SELECT r.list, ?3, r.key, \(Self.told("r."))
        FROM row AS r WHERE r.list = ?1 AND r.gone = ?2 \(isOfBulk)
      """
    ).run()
    // Rows that the event added count as never added. Rows that an undo removed belong to the event that it
    // undid.
    try statement(
      """
      UPDATE row AS r SET gone = CASE WHEN r.gone = 0 THEN CAST(?3 AS bigint) ELSE 0 END,
        since = CASE WHEN r.gone = 0 THEN 0 WHEN r.since = 0 THEN \(step.number) ELSE r.since END
      WHERE r.list = ?1 AND (r.since = ?2 AND r.gone = 0 OR r.gone = ?2) \(isOfBulk)
      """
    ).run()
  }

  private mutating func count(_ touched: Touched, _ sign: Int64) throws {
    let counts = try touched.sums()
    event.rowCount += sign * counts.rows
    event.deadCount += sign * counts.dead
    event.okCount += sign * counts.ok
    event.sectionCount += sign * counts.sections
  }

  private mutating func switchStep() throws {
    try db.statement(
      """
      UPDATE step SET undone = ?3, switched = ?4, run = ?5, author = ?6
      WHERE list = ?1 AND number = ?2
      """
    )
    .bind(event.list.id, at: 1).bind(step.number, at: 2).bind(redoes ? 0 : 1, at: 3)
    .bind(event.number, at: 4).bind(event.run.id, at: 5).bind(event.author, at: 6).run()
  }
}

/// The change of decisions and marks that was the same for very many rows.
private struct UniformChange {
  let (before, after): (Said, Said)

  /// Whether the event made a decision, whose number identifies its rows.
  let isDecision: Bool

  /// How many of the decisions of the rows count now, and how many of the earlier ones will count
  /// again.
  var wasCounted: Int64 = 0
  var willCount: Int64 = 0

  /// The earlier values in SQL: parameters, whose names are no prefixes of others, or NULL.
  var placesBefore: [String] { Self.places(of: before, from: 20) }
  var placesAfter: [String] { Self.places(of: after, from: 40) }

  private static func places(of said: Said, from first: Int) -> [String] {
    said.values.enumerated().map { $1 == .null ? "NULL" : "?\($0 + first)" }
  }

  /// SQL for whether a row still has the state that the event gave it; the number implies what a
  /// decision is about.
  var isAsMade: String {
    zip(Said.names, placesAfter).filter { name, _ in name != "about" }
      .map { "r.\($0) IS NOT DISTINCT FROM \($1)" }.joined(separator: " AND ")
  }

  /// SQL for whether a row belongs to the change, if the rows of a decision are all as it made them.
  var isMeant: String {
    if isDecision { return "r.decided = ?2" }
    let keys = "FROM fact WHERE list = ?1 AND number = ?2)"
    return "r.key BETWEEN (SELECT min(key) \(keys) AND (SELECT max(key) \(keys) AND \(isAsMade)"
  }

  /// SQL that counts the rows that are as the event made them, those whose decision counts, and
  /// those whose earlier decision will count again.
  var sums: String {
    func place(_ name: String) -> String {
      Said.names.firstIndex(of: name).map { placesBefore[$0] } ?? "NULL"
    }
    let willCount =
      "\(place("decided")) >= r.since AND r.revision IS NOT DISTINCT FROM \(place("about"))"
    return [
      isDecision ? isAsMade : "TRUE",
      after.verdict == nil ? "FALSE" : "r.gone = 0 AND \(RowSQL.counts)",
      before.verdict == nil ? "FALSE" : "r.gone = 0 AND \(willCount)",
    ].map { RowSQL.count(where: $0) }.joined(separator: ", ")
  }
}

/// The rows that an event has changed.
private struct Touched {
  let db: any Database
  let list: Int64
  let target: Int64

  /// The keys of the rows that were recorded one by one; `nil` if there are too many.
  let keys: [String]?

  init(_ db: any Database, list: Int64, target: Int64, _ isOfMany: Bool) throws {
    (self.db, self.list, self.target) = (db, list, target)
    if isOfMany {
      keys = nil
      return
    }
    let reading = try db.statement(
      """
      SELECT key FROM fact WHERE list = ?1 AND number = ?2
      UNION SELECT key FROM image WHERE list = ?1 AND number = ?2 ORDER BY 1
      """
    ).bind(list, at: 1).bind(target, at: 2)
    var keys: [String] = []
    while try reading.step() { keys.append(reading.text(at: 0) ?? "") }
    self.keys = keys
  }

  /// The rows by their keys; empty if there are too many.
  func states() throws -> [String: RowState] {
    try keys.map { try RowTable(db: db, list: list).states(of: $0) } ?? [:]
  }

  func result(
    _ before: [String: RowState], _ after: [String: RowState], _ event: EventDraft
  ) throws -> EditResult {
    var result = EditResult()
    if keys == nil { result.manyCount = Int(event.new + event.gone + event.changed) }
    for key in keys ?? [] {
      guard let old = before[key], let new = after[key] else { continue }
      result.changes.append(
        EditResult.Change(
          name: new.name, before: old.flags(at: event.time), after: new.flags(at: event.time),
          texts: new.texts, decision: new.decisionToCompare))
    }
    return result
  }

  /// The rows whose counts may change: those recorded one by one or, if there are too many of
  /// these, the whole list.
  private var source: String {
    keys == nil
      ? "row AS r WHERE r.list = ?1"
      : """
      (SELECT key FROM fact WHERE list = ?1 AND number = ?2
        UNION SELECT key FROM image WHERE list = ?1 AND number = ?2) AS touched
        CROSS JOIN row AS r ON (r.list = ?1 AND r.key = touched.key) WHERE r.list = ?1
      """
  }

  /// The counts of the rows that are in the list.
  func sums() throws -> (rows: Int64, dead: Int64, ok: Int64, sections: Int64) {
    func sum(_ class: VerdictClass) -> String { RowSQL.count(where: RowSQL.isDecided(`class`)) }
    let counting = try db.statement(
      "SELECT count(*), \(sum(.dead)), \(sum(.ok)), count(r.section) FROM \(source) AND r.gone = 0"
    ).bind(list, at: 1)
    if keys != nil { try counting.bind(target, at: 2) }
    return try counting.first { row in
      func count(_ column: CInt) -> Int64 { row.amount(at: column) ?? 0 }
      return (count(0), count(1), count(2), count(3))
    } ?? (0, 0, 0, 0)
  }
}

extension Database {
  /// The number of facts of an event, if some expressions about them have the same values in all;
  /// `f` is the fact.
  func countOfFacts(alike expressions: [String], list: Int64, number: Int64) throws -> Int64? {
    let columns = expressions.enumerated().map { "\($1) AS column_\($0)" }
    let facts = "FROM fact AS f WHERE f.list = ?1 AND f.number = ?2"
    let one = "SELECT \(columns.joined(separator: ", ")) \(facts) LIMIT 1"
    let values = try statement(one).bind(list, at: 1).bind(number, at: 2).first { row in
      // Most are NULL, and comparing a column with NULL is faster than with another column.
      expressions.indices.map { row.isNull(at: CInt($0)) ? "NULL" : "column_\($0)" }
    }
    guard let values else { return nil }
    let isSame = zip(expressions, values).map { "\($0) IS NOT DISTINCT FROM \($1)" }
    let finding = try statement(
      """
      SELECT 1 FROM (\(one)) AS one, fact AS f
      WHERE f.list = ?1 AND f.number = ?2 AND NOT (\(isSame.joined(separator: " AND "))) LIMIT 1
      """
    ).bind(list, at: 1).bind(number, at: 2)
    if try finding.first({ _ in true }) != nil { return nil }
    return try statement("SELECT count(*) \(facts)").bind(list, at: 1).bind(number, at: 2)
      .first { $0.amount(at: 0) ?? 0 }
  }
}
