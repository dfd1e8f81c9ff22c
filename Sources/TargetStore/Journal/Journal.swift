import Edits
import GRDB
import NameSearch

/// The steps that were made in one list, within one transaction: what undo and redo go by.
///
/// Steps stand in the order of a number that rises with every edit, undo and redo: clocks go back,
/// it does not. A run of the program undoes its own steps before those of others, so that nobody
/// takes back unseen what another program has just done.
struct Journal {
  private let db: Database
  private let list: Int64
  private let writer: Int64

  init(_ db: Database, list: Int64, writer: Int64) {
    self.db = db
    self.list = list
    self.writer = writer
  }

  /// Starts a new step; what had been undone before it can no longer be redone.
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

  /// The step that comes next: to undo when `undone` is false, to redo when it is true.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of steps and *m* that of those that others
  ///   have made since this run's own last one.
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

  /// Notes that a step was undone or made again, and by whom.
  func mark(_ step: Int64, undone: Bool) throws {
    try db.execute(
      sql: """
        UPDATE operation SET undone = ?, writer = ?,
          sequence = (SELECT max(sequence) + 1 FROM operation)
        WHERE id = ?
        """, arguments: [undone, writer, step])
  }

  /// The changes of a step in the order they were made, as it made them.
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
  /// The identity of a step as it was last made, undone or made again.
  struct Step {
    let sequence: Int64
    let writer: Int64

    /// Whether that is what the store has.
    func isThere(in db: Database) throws -> Bool {
      try Int.fetchOne(
        db, sql: "SELECT 1 FROM operation WHERE sequence = ? AND writer = ?",
        arguments: [sequence, writer]) != nil
    }
  }

  /// The step that was made, undone or made again last, in whatever list; `nil` when there is none.
  static func newestStep(in db: Database) throws -> Step? {
    let sql = "SELECT sequence, writer FROM operation ORDER BY sequence DESC LIMIT 1"
    return try Row.fetchOne(db, sql: sql).map { Step(sequence: $0[0], writer: $0[1]) }
  }

  /// A step as it is made; nothing is written before its first change.
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

    /// Adds a change to the step.
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
