import Edits
import GRDB
import NameSearch

/// The undo history of one list, within one transaction.
///
/// Steps are ordered by a sequence number, because clocks can go back. A run undoes its own steps
/// first, so that nobody undoes another program's edit unseen.
struct Journal {
  private let db: Database
  private let list: Int64
  private let writer: Int64

  init(_ db: Database, list: Int64, writer: Int64) {
    self.db = db
    self.list = list
    self.writer = writer
  }

  /// Starts a new step and deletes the undone ones, which can no longer be redone.
  func begin() throws -> Int64 {
    let forgotten = "SELECT id FROM operation WHERE list = ? AND undone = 1"
    try db.execute(
      sql: "DELETE FROM change WHERE operation IN (\(forgotten))", arguments: [list])
    try db.execute(
      sql: "DELETE FROM operation WHERE list = ? AND undone = 1", arguments: [list])
    try db.execute(
      sql: """
        INSERT INTO operation (list, sequence, writer, undone)
        SELECT ?, coalesce(max(sequence), 0) + 1, ?, 0 FROM operation
        """, arguments: [list, writer])
    return db.lastInsertedRowID
  }

  /// The next step to undo, or to redo if `undone` is true.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* steps, *m* of them by others since this run's last.
  func next(undone: Bool, hasOwnSteps: Bool) throws -> Int64? {
    let steps = "SELECT id FROM operation INDEXED BY step WHERE list = ? AND undone = ?"
    let newest = "ORDER BY sequence DESC LIMIT 1"
    if hasOwnSteps,
      let own = try Int64.fetchOne(
        db, sql: "\(steps) AND writer = ? \(newest)", arguments: [list, undone, writer])
    {
      return own
    }
    return try Int64.fetchOne(db, sql: "\(steps) \(newest)", arguments: [list, undone])
  }

  func mark(_ step: Int64, undone: Bool) throws {
    try db.execute(
      sql: """
        UPDATE operation SET undone = ?, writer = ?,
          sequence = (SELECT max(sequence) + 1 FROM operation)
        WHERE id = ?
        """, arguments: [undone, writer, step])
  }

  func changes(of step: Int64) throws -> [EditResult.Change] {
    let reading = try RawStatement(
      db,
      """
      SELECT name, original, id, before, after FROM change WHERE operation = ? ORDER BY position
      """)
    try reading.bind(step, at: 1)
    var changes: [EditResult.Change] = []
    while try reading.step() {
      let name = try reading.knownName(at: 0)
      changes.append(
        EditResult.Change(name: name, before: reading.flags(at: 3), after: reading.flags(at: 4)))
    }
    return changes
  }
}

extension Journal {
  /// The identity of a step as of its last edit, undo or redo.
  struct Step {
    let sequence: Int64
    let writer: Int64

    func isThere(in db: Database) throws -> Bool {
      try Int.fetchOne(
        db, sql: "SELECT 1 FROM operation WHERE sequence = ? AND writer = ?",
        arguments: [sequence, writer]) != nil
    }
  }

  /// The step that was made, undone or redone last, in any list.
  static func newestStep(in db: Database) throws -> Step? {
    let sql = "SELECT sequence, writer FROM operation ORDER BY sequence DESC LIMIT 1"
    return try Row.fetchOne(db, sql: sql).map { Step(sequence: $0[0], writer: $0[1]) }
  }

  /// Records one step; nothing is written before the first change.
  struct Recorder {
    private let journal: Journal
    private let inserting: RawStatement
    private var step: Int64?
    private var position: Int64 = 0

    init(_ journal: Journal) throws {
      self.journal = journal
      inserting = try RawStatement(
        journal.db,
        """
        INSERT INTO change (operation, position, name, original, id, before, after)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    }

    mutating func record(_ change: EditResult.Change) throws {
      if step == nil { step = try journal.begin() }
      try inserting.bind(step, at: 1)
      try inserting.bind(position, at: 2)
      try inserting.bind(change.name.text, at: 3)
      try inserting.bindOriginal(of: change.name, at: 4)
      try inserting.bindIdentity(of: change.name, at: 5)
      try inserting.bind(change.before, at: 6)
      try inserting.bind(change.after, at: 7)
      try inserting.run()
      position += 1
    }
  }
}
