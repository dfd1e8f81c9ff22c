import ListModel
import NameSearch

/// The operations of one list and their numbers, within one transaction.
///
/// Each edit, undo and redo takes the list's next version for its number. Whoever takes it holds
/// the only transaction that writes, so numbers are in the order of the commits, without gaps.
///
/// A run undoes its own steps first, so that nobody undoes another program's edit unseen.
struct Journal {
  let db: any Database
  let row: ListRecord
  let run: Run

  var list: Int64 { row.id }

  /// The run of the program that makes the edits.
  struct Run {
    /// A random number.
    var writer: Int64

    /// Gives the person.
    var author: @Sendable () -> String

    /// How many of the last steps of a list are kept; they are pruned a hundredth at a time.
    var stepsKept: Int64

    init(author: @escaping @Sendable () -> String, stepsKept: Int) {
      writer = .random(in: 1...Int64.max)
      self.author = author
      self.stepsKept = Int64(stepsKept)
    }
  }

  /// A committed change of a list, and the state of the list that it has led to.
  struct Step {
    let list: Int64
    let mark: ListVersion

    /// Whether it is stored; the random token of its version is nobody else's.
    func isThere(in db: any Database) throws -> Bool {
      let finding = try db.statement("SELECT token FROM turn WHERE list = ? AND version = ?")
      return try finding.bind(list, at: 1).bind(mark.version, at: 2)
        .first { $0.number(at: 0) == mark.token } ?? false
    }
  }

  /// A step to undo or to redo.
  struct Operation {
    let number: Int64

    /// When and by whom it was made; `nil` if it is not known.
    let made: Int64?
    let author: String?

    /// The number of rows it added that have no rows in `change`.
    let added: Int64

    /// The run that made, undid or redid it last.
    let writer: Int64
  }

  func statement(_ sql: String) throws -> any Statement {
    try db.statement(sql).bind(list, at: 1)
  }

  /// Gives the list its next version.
  private func nextVersion() throws -> Step {
    guard row.version < .max else {
      throw SQLiteError.corrupt("a list's version is \(row.version)")
    }
    let mark = ListVersion(
      identity: row.identity, version: row.version + 1, token: .random(in: .min ... .max))
    try statement("UPDATE list SET version = ?2 WHERE id = ?1").bind(mark.version, at: 2).run()
    try statement("INSERT INTO turn (list, version, token) VALUES (?1, ?2, ?3)")
      .bind(mark.version, at: 2).bind(mark.token, at: 3).run()
    return Step(list: list, mark: mark)
  }

  /// Starts a new step; the undone ones can no longer be redone.
  ///
  /// Without a step the change cannot be undone; followers still see it.
  func begin(
    at time: Int64, by author: String, note: Note?, isStep: Bool
  ) throws -> Step {
    if isStep {
      try statement("UPDATE operation SET undone = 2 WHERE list = ?1 AND undone = 1").run()
      if !db.isServer, try db.changedRows > 0 { try forgetDiscarded() }
    }
    let step = try nextVersion()
    let number = step.mark.version
    try statement(
      """
      INSERT INTO operation
        (list, number, switched, undone, writer, identity, made, author, note, added)
      VALUES (?1, ?2, ?2, ?8, ?3, ?4, ?5, ?6, ?7, 0)
      """
    )
    .bind(number, at: 2).bind(run.writer, at: 3).bind(Identity.random(), at: 4)
    .bind(time, at: 5).bind(author, at: 6).bind(note?.text, at: 7)
    .bind(isStep ? 0 : 3, at: 8).run()
    // A damaged store may have any number here.
    if number > run.stepsKept { try prune(upTo: number - run.stepsKept) }
    return step
  }

  /// Forgets the operations up to a version.
  private func prune(upTo version: Int64) throws {
    guard version > 0, try hasOperations(upTo: version - run.stepsKept / 100) else { return }
    let old = "WHERE list = ?1 AND undone IN (0, 1, 2, 3) AND switched <= ?2"
    for table in ["aspect", "change"] {
      try statement(
        """
        DELETE FROM \(table) WHERE list = ?1 AND operation IN (SELECT number FROM operation \(old))
        """
      ).bind(version, at: 2).run()
    }
    try statement("DELETE FROM operation \(old)").bind(version, at: 2).run()
    try statement("DELETE FROM turn WHERE list = ?1 AND version < ?2").bind(version, at: 2).run()
    // What can no longer be redone may have been forgotten beyond that.
    try statement("UPDATE list SET pruned = ?2 WHERE id = ?1 AND pruned < ?2")
      .bind(version, at: 2).run()
  }

  /// The next step to undo, or to redo if `undone` is true.
  ///
  /// On a server it is one of this person, unless it may be of anyone.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* steps, *m* of them by others since this run's last.
  func next(undone: Bool, hasOwnSteps: Bool, ofAnyone: Bool) throws -> Operation? {
    func find(_ condition: String, _ value: StoredValue = .null) throws -> Operation? {
      let finding = try statement(
        """
        SELECT number, made, author, added, writer FROM operation INDEXED BY step
        WHERE list = ?1 AND undone = ?2 \(condition) ORDER BY switched DESC LIMIT 1
        """)
      try finding.bind(undone ? 1 : 0, at: 2)
      switch value {
      case .null: break
      case .number(let number): try finding.bind(number, at: 3)
      case .text(let text): try finding.bind(text, at: 3)
      }
      return try finding.first(Operation.init)
    }
    if hasOwnSteps, let own = try find("AND writer = ?3", .number(run.writer)) { return own }
    if db.isServer, !ofAnyone { return try find("AND author = ?3", .text(run.author())) }
    return try find("")
  }

  /// Notes that a step is undone, or no longer.
  func setUndone(_ isUndone: Bool, of operation: Int64) throws -> Step {
    let step = try nextVersion()
    try statement(
      """
      UPDATE operation SET undone = ?3, writer = ?4, switched = ?5, added = 0
      WHERE list = ?1 AND number = ?2
      """
    )
    .bind(operation, at: 2).bind(isUndone ? 1 : 0, at: 3).bind(run.writer, at: 4)
    .bind(step.mark.version, at: 5).run()
    return step
  }

  func changes(of operation: Int64) throws -> [EditResult.Change] {
    let reading = try statement(
      """
      SELECT name, original, id, before, after FROM change
      WHERE list = ?1 AND operation = ?2 ORDER BY position
      """
    ).bind(operation, at: 2)
    return try db.reading(much: true) {
      var changes: [EditResult.Change] = []
      while try reading.step() {
        let name = try reading.knownName(at: 0)
        changes.append(
          EditResult.Change(
            name: name, before: try reading.flags(at: 3), after: try reading.flags(at: 4)))
      }
      return changes
    }
  }
}
