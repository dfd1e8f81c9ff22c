import ListModel
import NameSearch

/// The outcomes of commands for the present states of a list's rows, within one transaction.
struct OutcomeTable {
  let db: any Database
  let list: Int64
  private let runs: LiveRuns

  init(_ db: any Database, list: Int64, _ runs: LiveRuns) {
    (self.db, self.list, self.runs) = (db, list, runs)
  }

  /// The columns that ``outcome(_:from:)`` reads, of `outcome AS o`.
  static func columns(_ db: any Database) -> String {
    // In a file, a run that is alive holds a lock.
    let isHeld =
      db.isServer
      ? """
      CASE WHEN EXISTS (SELECT 1 FROM run WHERE run.list = o.list AND run.id = o.run
        AND run.beat > moment() - \(ClaimLease.seconds * 1_000_000)) THEN 1 ELSE 0 END
      """ : "0"
    return "o.command, o.status, o.message, o.at, o.author, o.run, \(isHeld)"
  }

  func outcome(_ row: any Statement, from column: CInt) -> Outcome {
    var outcome = Outcome(
      command: row.text(at: column) ?? "", status: row.number(at: column + 1).map { Int($0) },
      message: row.text(at: column + 2),
      time: Moment(microseconds: row.number(at: column + 3) ?? 0),
      author: row.text(at: column + 4))
    outcome.run = row.number(at: column + 5) ?? 0
    if outcome.status == nil {
      outcome.isHeld = row.number(at: column + 6) == 1 || runs.contain(outcome.run)
    }
    return outcome
  }

  /// The outcomes of a command for the present states of rows, by key.
  ///
  /// A row that was read elsewhere has the revision that it had there.
  func outcomes(
    of command: String, on keys: [String], _ revisions: SeenRevisions
  ) throws -> [String: Outcome] {
    var found: [String: Outcome] = [:]
    try db.forEach(
      of: keys,
      """
      SELECT \(Self.columns(db)), \(RowSQL.name), o.revision, r.revision
      FROM row AS r CROSS JOIN outcome AS o ON (\(RowSQL.isOfOccasion("o")))
      WHERE r.list = ?1 AND r.key = asked AND o.command = \(db.bytes(2))
      """, limit: nil  // one for each revision that the row has had since
    ) {
      try $0.bind(list, at: 1).bind(command, at: 2)
    } _: {
      let name = try $0.rowName(at: 7)
      let revision = revisions.revision(of: name, inList: $0.text(at: 11))
      if $0.text(at: 10) == revision ?? "" { found[name.keyOfRow] = outcome($0, from: 0) }
    }
    return found
  }

  /// The states that a run has claimed for a command, by key.
  func claims(
    of run: Int64, for command: String, on keys: [String]
  ) throws -> [String: (occasion: Int64, revision: String)] {
    var found: [String: (occasion: Int64, revision: String)] = [:]
    try db.forEach(
      of: keys,
      """
      SELECT o.key, o.occasion, o.revision FROM outcome AS o
      WHERE o.list = ?1 AND o.key = asked AND o.status IS NULL AND o.run = ?3
        AND o.command = \(db.bytes(2))
      """, limit: nil
    ) {
      try $0.bind(list, at: 1).bind(command, at: 2).bind(run, at: 3)
    } _: {
      found[$0.text(at: 0) ?? ""] = ($0.number(at: 1) ?? 0, $0.text(at: 2) ?? "")
    }
    return found
  }

  /// The first rows that an event changed while a command was running for them.
  func running(changedBy event: Int64) throws -> [RunningRow] {
    let reading = try db.statement(
      """
      SELECT \(RowSQL.name), \(Self.columns(db)) FROM outcome AS o
        CROSS JOIN fact AS f ON (f.list = o.list AND f.number = ?2 AND f.key = o.key)
        CROSS JOIN row AS r ON (r.list = o.list AND r.key = o.key)
      WHERE o.list = ?1 AND o.status IS NULL ORDER BY o.key
      """
    ).bind(list, at: 1).bind(event, at: 2)
    var rows: [RunningRow] = []
    while try reading.step() {
      let outcome = outcome(reading, from: 3)
      let name = try reading.rowName(at: 0)
      guard outcome.isHeld, rows.last?.name != name, rows.count < RunningRow.mostTold else {
        continue
      }
      rows.append(RunningRow(name: name, author: outcome.author ?? ""))
    }
    return rows
  }

  /// Sets the outcome of a row's state: a claim of a run, or how its command ended.
  func set(
    _ outcome: Outcome, of key: String, _ state: (occasion: Int64, revision: String)
  ) throws {
    try db.statement(
      """
      INSERT INTO outcome (list, key, occasion, revision, command, run, at, author, status, message)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (list, key, occasion, revision, command) DO UPDATE SET run = excluded.run,
        at = excluded.at, author = excluded.author, status = excluded.status,
        message = excluded.message
      """
    )
    .bind(list, at: 1).bind(key, at: 2).bind(state.occasion, at: 3).bind(state.revision, at: 4)
    .bind(outcome.command, at: 5).bind(outcome.run, at: 6)
    .bind(outcome.time.microseconds, at: 7).bind(outcome.author ?? "", at: 8)
    .bind(outcome.status.map { Int64($0) }, at: 9).bind(outcome.message, at: 10).run()
  }

  func delete(
    _ command: String, of key: String, _ state: (occasion: Int64, revision: String)
  ) throws {
    try db.statement(
      """
      DELETE FROM outcome
      WHERE list = ? AND key = ? AND occasion = ? AND revision = ? AND command = ?
      """
    )
    .bind(list, at: 1).bind(key, at: 2).bind(state.occasion, at: 3).bind(state.revision, at: 4)
    .bind(command, at: 5).run()
  }
}

extension RowState {
  /// The state that an outcome belongs to.
  var stateOfOutcome: (occasion: Int64, revision: String) { (occasion, texts.revision ?? "") }
}

/// Finds out which runs are still alive, in a file.
final class LiveRuns {
  /// `nil` on a server, where the statement finds that out.
  private let file: StoreFile?
  private var known: [Int64: Bool] = [:]

  init(file: StoreFile?) { self.file = file }

  func contain(_ run: Int64) -> Bool {
    guard let file, run > 0 else { return false }
    if let known = known[run] { return known }
    let isHeld = RunLock.isHeld(by: run, beside: file)
    known[run] = isHeld
    return isHeld
  }
}
