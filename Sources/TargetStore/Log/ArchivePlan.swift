import NameSearch
import Substrings

/// The events that an archive removes from the log of a list.
///
/// No row and no undo needs these events: the decisions and marks of all rows can be replayed from
/// the remaining ones.
package struct ArchivePlan: Equatable, Sendable {
  /// The UUID of the list.
  let list: String

  /// Their numbers, in ascending order.
  let events: [Int64]

  package var isEmpty: Bool { events.isEmpty }
  package var eventCount: Int { events.count }

  func contains(_ event: Int64) -> Bool {
    var (first, end) = (0, events.count)
    while first < end {
      let middle = (first + end) / 2
      if events[middle] < event { first = middle + 1 } else { end = middle }
    }
    return first < events.count && events[first] == event
  }
}

/// Finds out which events of a list nothing needs, within one transaction.
///
/// - Complexity: O(*f* log *f*) for *f* facts of the list; memory for the numbers of the events.
struct ArchivePlanning {
  private let db: any Database
  private let list: ListRecord

  /// The events that may be removed, as far as is known.
  private var free: Set<Int64>

  /// Events that stay, whose consequences must still be followed.
  private var staying: [Int64] = []

  /// For each event, the events that must stay if it stays.
  private var consequences: [Int64: [Int64]] = [:]

  /// The last step that was pruned, or 0.
  private let lastPruned: Int64

  private init(_ db: any Database, _ list: ListRecord, _ free: Set<Int64>) throws {
    (self.db, self.list, self.free) = (db, list, free)
    lastPruned = try list.lastStepToPrune(in: db) ?? 0
  }

  /// The events before a moment that an archive would remove.
  ///
  /// Events are numbered in the order of their commits. The plan ends at the first event that is
  /// not older than the moment, so a wrong clock can only make the archive smaller.
  static func plan(
    _ db: any Database, _ list: ListRecord, before moment: Int64
  ) throws -> ArchivePlan {
    let end =
      try db.statement("SELECT min(number) FROM event WHERE list = ?1 AND at >= ?2")
      .bind(list.id, at: 1).bind(moment, at: 2).first { $0.number(at: 0) } ?? nil
    // Entries of archives stay: they hold the checksums of the files.
    let reading = try db.statement(
      "SELECT number FROM event WHERE list = ?1 AND number < ?2 AND kind <> '\(EventKind.archive.rawValue)'"
    ).bind(list.id, at: 1).bind(end ?? .max, at: 2)
    var events: Set<Int64> = []
    while try reading.step() { events.insert(reading.number(at: 0) ?? 0) }
    return try plan(db, list, among: events)
  }

  /// The same plan without the events that are needed by now.
  static func plan(
    _ db: any Database, _ list: ListRecord, again plan: ArchivePlan
  ) throws -> ArchivePlan {
    try Self.plan(db, list, among: Set(plan.events))
  }

  private static func plan(
    _ db: any Database, _ list: ListRecord, among events: Set<Int64>
  ) throws -> ArchivePlan {
    var planning = try ArchivePlanning(db, list, events)
    if !events.isEmpty {
      try planning.keepWhatRowsNeed()
      try planning.keepWhatUndoNeeds()
      try planning.keepWhatBelongsTogether()
    }
    return ArchivePlan(list: list.uuid, events: planning.free.sorted())
  }

  private mutating func keep(_ event: Int64) {
    if free.remove(event) != nil { staying.append(event) }
  }

  private mutating func keepAll(_ sql: String, columns: CInt = 1) throws {
    let reading = try db.statement(sql).bind(list.id, at: 1)
    if sql.includes("?2") { try reading.bind(lastPruned, at: 2) }
    while try reading.step() {
      for column in 0..<columns {
        if let event = reading.number(at: column) { keep(event) }
      }
    }
  }

  /// Keeps the events of decisions and marks that rows still have, the current recipe, and the last
  /// fact about each row with a decision or mark: `store check` replays the log from these.
  private mutating func keepWhatRowsNeed() throws {
    keep(list.mirrored)
    try keepAll(
      """
      SELECT coalesce(max(number), 0) FROM event
      WHERE list = ?1 AND kind = '\(EventKind.recipe.rawValue)'
      """)
    // From the facts to their rows: no index leads from a row to its facts.
    let areMarksOfRow = Said.marks.map {
      "f.after_\($0) = r.\($0) AND f.before_\($0) IS DISTINCT FROM f.after_\($0)"
    }
    try keepAll(
      """
      SELECT DISTINCT f.number FROM fact AS f
        CROSS JOIN row AS r ON (r.list = f.list AND r.key = f.key)
      WHERE f.list = ?1 AND (\(areMarksOfRow.joined(separator: " OR ")))
      """)
    try keepAll(
      """
      SELECT DISTINCT r.decided FROM row AS r INDEXED BY said
      WHERE r.list = ?1 AND \(RowSQL.isSaid) AND r.decided IS NOT NULL
      """)
    try keepAll(
      """
      SELECT DISTINCT last.number FROM (
        SELECT key, max(number) AS number FROM fact WHERE list = ?1 GROUP BY key
      ) AS last JOIN row AS r ON r.list = ?1 AND r.key = last.key
      WHERE \(Said.isAny("r."))
      """)
  }

  /// Keeps the events of steps, and the decisions that an undo or a redo brings back.
  private mutating func keepWhatUndoNeeds() throws {
    try keepAll(
      "SELECT number, switched FROM step WHERE list = ?1 AND number > ?2", columns: 2)
    for number in ["number", "switched"] {
      try keepAll(
        """
        SELECT DISTINCT f.before_decided, f.after_decided FROM step AS s
          CROSS JOIN fact AS f ON (f.list = s.list AND f.number = s.\(number))
        WHERE s.list = ?1 AND s.number > ?2
        """, columns: 2)
    }
    try keepAll("SELECT DISTINCT number FROM image WHERE list = ?1 AND number > ?2")
  }

  /// Keeps an undo and the event that it reverted together.
  ///
  /// It also keeps the last entry of a row while an earlier entry of that row stays; otherwise the check
  /// would compare the row with the earlier entry.
  private mutating func keepWhatBelongsTogether() throws {
    let undoing = try db.statement(
      "SELECT number, undoes FROM event WHERE list = ? AND undoes IS NOT NULL"
    ).bind(list.id, at: 1)
    while try undoing.step() {
      let (undo, undone) = (undoing.number(at: 0) ?? 0, undoing.number(at: 1) ?? 0)
      note(undone, if: undo)
      note(undo, if: undone)
    }
    let facts = try db.statement(
      """
      SELECT DISTINCT number, last FROM (
        SELECT number, max(number) OVER (PARTITION BY key) AS last FROM fact WHERE list = ?
      ) AS f WHERE number < last
      """
    ).bind(list.id, at: 1)
    while try facts.step() { note(facts.number(at: 1) ?? 0, if: facts.number(at: 0) ?? 0) }
    while let event = staying.popLast() {
      for other in consequences.removeValue(forKey: event) ?? [] { keep(other) }
    }
  }

  /// Records that an event must stay if another one stays.
  private mutating func note(_ event: Int64, if other: Int64) {
    guard free.contains(event) else { return }
    if free.contains(other) {
      consequences[other, default: []].append(event)
    } else {
      keep(event)
    }
  }
}
