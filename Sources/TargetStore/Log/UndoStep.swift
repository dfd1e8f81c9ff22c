package import ListModel
package import NameSearch

/// An edit that can be undone.
package struct UndoStep: Sendable {
  /// Its number in the list.
  package var number: Int64

  /// What it did: the kind, its word, and the number of rows; the most frequent comes first.
  package var kinds: [(kind: LogEntry.Kind, word: String, count: Int)]

  /// The command that read its rows from an input; `nil` for other edits.
  package var command: String?

  /// The name of the first row of the most frequent kind.
  package var name: Name?

  /// `nil` if it is not known.
  package var time: Moment?

  /// In the form of ``AuthorText``.
  package var author: String?

  /// Whether this run of the program made or redid it.
  package var isOwn: Bool

  /// Whether someone other than the author of this run made it.
  package var isOfOther: Bool
}

extension UndoStep {
  init(_ step: StoredStep, in table: StepTable) throws {
    let (db, list) = (table.db, table.list)
    func statement(_ sql: String) throws -> any Statement {
      try db.statement(sql).bind(list, at: 1).bind(step.number, at: 2)
    }
    (number, kinds, isOwn) = (step.number, [], step.run == table.run.id)
    isOfOther = false
    // Each verdict of the list has a word of its own.
    var counts: [String: (kind: LogEntry.Kind, count: Int)] = [:]
    func add(_ kind: LogEntry.Kind, _ word: String, _ count: Int) {
      counts[word] = (kind, (counts[word]?.count ?? 0) + count)
    }
    let shape = FactShape.columns.joined(separator: ", ")
    let facts = "FROM fact AS f WHERE f.list = ?1 AND f.number = ?2"
    // Groups are sorted, which takes most of the time if they are large.
    if !db.isServer,
      try statement("SELECT count(*) \(facts)").first({ $0.amount(at: 0) ?? 0 }) ?? 0
        > Undoing.mostTold,
      let count = try db.countOfFacts(alike: FactShape.columns, list: list, number: step.number)
    {
      try statement("SELECT \(shape) \(facts) LIMIT 1").first { row in
        let shape = FactShape(row, from: 0)
        add(shape.kind, shape.word, Int(count))
      }
    } else {
      let grouping = try statement(
        "SELECT \(shape), count(*) \(facts) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9")
      while try grouping.step() {
        let shape = FactShape(grouping, from: 0)
        add(shape.kind, shape.word, Int(grouping.amount(at: CInt(FactShape.columns.count)) ?? 0))
      }
    }
    var changedCount = 0
    let event = try statement(
      "SELECT at, author, kind, new, gone, changed, role FROM event WHERE list = ?1 AND number = ?2"
    )
    try event.first { row in
      time = row.number(at: 0).map { Moment(microseconds: $0) }
      let name = row.text(at: 1)
      isOfOther = name.map { $0 != table.run.author() } ?? false
      author = name.map { AuthorText.of($0, role: row.text(at: 6)) }
      let kind = row.text(at: 2).flatMap { EventKind(rawValue: $0) }
      changedCount = Int(row.amount(at: 5) ?? 0)
      if kind == .edit { return }
      command = kind == .mirror ? "import --mirror" : kind == .import ? "import" : nil
      for (kind, column) in [(LogEntry.Kind.added, 3), (.dropped, 4)] as [(LogEntry.Kind, CInt)] {
        if let count = row.amount(at: column), count > 0 {
          counts[kind.word] = (kind, Int(count))
        }
      }
    }
    let source = SourceChanges(step, in: table)
    if command != nil {
      let count = try source.count(of: .updated)
      if count > 0 { add(.updated, LogEntry.Kind.updated.word, count) }
    }
    if counts.isEmpty { add(.updated, LogEntry.Kind.updated.word, changedCount) }
    kinds = counts.map { (kind: $0.value.kind, word: $0.key, count: $0.value.count) }.sorted {
      ($1.count, $0.word) < ($0.count, $1.word)
    }
    // If no fact is of that kind, a source made the change.
    name = try kinds.first.flatMap { try source.name(of: $0.kind) }
    for table in ["fact", "image"] where name == nil {
      name = try statement(
        "SELECT \(RowSQL.name) FROM \(table) AS f CROSS JOIN row AS r "
          + "ON (r.list = f.list AND r.key = f.key) "
          + "WHERE f.list = ?1 AND f.number = ?2 ORDER BY f.key LIMIT 1"
      ).first { try $0.rowName(at: 0) }
    }
  }
}

/// The changes that an import made to rows, found by comparing their texts before and after it.
private struct SourceChanges {
  private let db: any Database
  private let list: Int64
  private let step: StoredStep

  init(_ step: StoredStep, in table: StepTable) {
    (db, list, self.step) = (table.db, table.list, step)
  }

  /// SQL for the rows with such a change, with their texts before it as `i`, after it as `x`, and
  /// now as `r`.
  ///
  /// If the event was undone, the images of the undo have the texts after it. Rows that only moved
  /// are not counted here, nor rows with a fact: their facts are counted instead.
  private func rows(_ kind: LogEntry.Kind) -> String? {
    let texts = RowState.toldNames.filter { !["position", "since", "gone"].contains($0) }
    let isOther = texts.map { "i.\($0) IS DISTINCT FROM x.\($0)" }.joined(separator: " OR ")
    let condition: String
    switch kind {
    case .added: condition = "(i.since IS NULL OR i.gone > 0) AND x.gone = 0"
    case .dropped: condition = "i.since IS NOT NULL AND i.gone = 0 AND x.gone > 0"
    case .updated:
      condition = """
        i.since IS NOT NULL AND i.gone = 0 AND x.gone = 0 AND (\(isOther))
          AND NOT EXISTS (SELECT 1 FROM fact AS f
            WHERE f.list = i.list AND f.number = i.number AND f.key = i.key)
        """
    default: return nil
    }
    let after =
      step.isUndone
      ? "image AS x ON (x.list = i.list AND x.number = ?3 AND x.key = i.key)"
      : "row AS x ON (x.list = i.list AND x.key = i.key)"
    return """
      image AS i CROSS JOIN \(after)
        CROSS JOIN row AS r ON (r.list = i.list AND r.key = i.key)
      WHERE i.list = ?1 AND i.number = ?2 AND \(condition)
      """
  }

  private func statement(_ sql: String) throws -> any Statement {
    let statement = try db.statement(sql).bind(list, at: 1).bind(step.number, at: 2)
    return step.isUndone ? try statement.bind(step.switched, at: 3) : statement
  }

  func count(of kind: LogEntry.Kind) throws -> Int {
    guard let rows = rows(kind) else { return 0 }
    return try statement("SELECT count(*) FROM \(rows)").first { Int($0.amount(at: 0) ?? 0) } ?? 0
  }

  /// The name of the first row with such a change.
  func name(of kind: LogEntry.Kind) throws -> Name? {
    guard let rows = rows(kind) else { return nil }
    return try statement("SELECT \(RowSQL.name) FROM \(rows) ORDER BY i.key LIMIT 1")
      .first { try $0.rowName(at: 0) }
  }
}

extension TargetStore {
  /// The edit that ``undo(in:ofAnyone:)`` would revert; `nil` if nothing can be undone.
  ///
  /// - Complexity: O(*m*) for *m* changes of the step.
  package func nextStep(in list: ListName) throws(StoreError) -> UndoStep? {
    try connection.read { [run, hasMadeSteps] db in
      guard let id = try ListRecord.id(of: list, in: db) else { return nil }
      let steps = StepTable(db: db, list: id, run: run)
      return try steps.nextToUndo(hasOwnSteps: hasMadeSteps, ofAnyone: false)
        .map { try UndoStep($0, in: steps) }
    } ?? nil
  }

  /// Undoes the last step of this run in a list.
  ///
  /// If this run has made no step, undoes the last step of the list; on a server, the last one of
  /// this author, unless `ofAnyone`.
  ///
  /// - Returns: `nil` when there is nothing to undo.
  /// - Throws: ``StoreError/changedSince(_:)`` if a row was changed after the step.
  package func undo(in list: ListName, ofAnyone: Bool = false) throws(StoreError) -> EditResult? {
    try undoLast(in: list, ofAnyone: ofAnyone)?.result
  }

  /// Undoes the step that ``undo(in:ofAnyone:)`` would, and returns a description of it.
  package func undoLast(
    in list: ListName, ofAnyone: Bool = false
  ) throws(StoreError) -> (step: UndoStep, result: EditResult)? {
    try take(redoes: false, in: list) { [hasMadeSteps] steps in
      guard let step = try steps.nextToUndo(hasOwnSteps: hasMadeSteps, ofAnyone: ofAnyone) else {
        return nil
      }
      return (step, try UndoStep(step, in: steps))
    }
  }

  /// Undoes one step, whichever steps came after it.
  ///
  /// - Returns: `nil` if it is undone already.
  /// - Throws: ``StoreError/changedSince(_:)`` if a row was changed after the step,
  ///   ``StoreError/stepForgotten`` if the store no longer keeps it.
  package func undo(_ step: Int64, in list: ListName) throws(StoreError) -> EditResult? {
    try take(redoes: false, in: list) { steps in
      if let found = try steps.step(step) { return (found, ()) }
      if try steps.isUndone(step) { return nil }
      throw StoreError.stepForgotten
    }?.result
  }

  /// Redoes the step that was undone last, unless an edit was made after that.
  ///
  /// - Returns: `nil` when there is nothing to redo.
  /// - Throws: ``StoreError/changedSince(_:)`` if a row was changed after the undo.
  package func redo(in list: ListName, ofAnyone: Bool = false) throws(StoreError) -> EditResult? {
    try redoStep(in: list, ofAnyone: ofAnyone)?.result
  }

  /// Redoes the step that ``redo(in:ofAnyone:)`` would, and returns a description of it.
  package func redoStep(
    in list: ListName, ofAnyone: Bool = false
  ) throws(StoreError) -> (step: UndoStep, result: EditResult)? {
    try take(redoes: true, in: list) { [hasMadeSteps] steps in
      guard let step = try steps.nextToRedo(hasOwnSteps: hasMadeSteps, ofAnyone: ofAnyone) else {
        return nil
      }
      return (step, try UndoStep(step, in: steps))
    }
  }

  /// Undoes or redoes the edit that `find` chooses, and returns its description.
  private func take<Description: Sendable>(
    redoes: Bool, in list: ListName,
    _ find: (StepTable) throws -> (step: StoredStep, description: Description)?
  ) throws(StoreError) -> (step: Description, result: EditResult)? {
    typealias Taken = (step: Description, result: EditResult)
    let made = try connection.write(creates: false) { [run, expectedIdentity] db in
      guard let record = try ListRecord(db, list, of: expectedIdentity, creates: false),
        let found = try find(StepTable(db: db, list: record.id, run: run))
      else { return Written(Taken?.none, nil) }
      var undoing = try Undoing(db, record, run: run, found.step, redoes: redoes)
      let (result, event) = try undoing.run()
      return Written((found.description, result), event)
    }
    noteEvent(made?.step)
    return made?.value
  }
}
