package import ListModel
package import NameSearch

/// An edit that can be undone.
package struct UndoStep: Sendable {
  /// Its number in the list.
  package var number: Int64

  /// What it has done, and to how many rows; the most rows come first.
  package var kinds: [(kind: LogEntry.Kind, count: Int)]

  /// The first of its rows.
  package var name: Name?

  /// `nil` if it is not known.
  package var time: Moment?
  package var author: String?

  /// Whether this run has made it, or redone it.
  package var isOwn: Bool
}

extension UndoStep {
  init(_ operation: Journal.Operation, of journal: Journal) throws {
    self.init(
      number: operation.number, kinds: try journal.kinds(of: operation),
      name: try journal.firstName(of: operation),
      time: operation.made.map { Moment(microseconds: $0) }, author: operation.author,
      isOwn: operation.writer == journal.run.writer)
  }
}

extension TargetStore {
  /// The step that ``undo(in:ofAnyone:)`` would take back; `nil` if there is none.
  ///
  /// - Complexity: O(*m*) for *m* changes of the step.
  package func nextStep(in list: Name) throws(StoreError) -> UndoStep? {
    try connection.read { [run, hasMadeSteps] db in
      guard let id = try EntryTable.id(of: list, in: db) else { return nil }
      let journal = Journal(db: db, row: ListRecord(reading: id), run: run)
      return try journal.next(undone: false, hasOwnSteps: hasMadeSteps, ofAnyone: false)
        .map { try UndoStep($0, of: journal) }
    } ?? nil
  }

  /// Undoes one step, whichever steps came after it.
  ///
  /// - Returns: `nil` if it is undone already, or forgotten.
  /// - Throws: ``StoreError/changedSince(_:)`` if a name was changed after the step.
  package func undo(_ step: Int64, in list: Name) throws(StoreError) -> EditResult? {
    try applyStep(redoes: false, in: list) { try $0.step(step) }?.result
  }

  /// Redoes the step that was undone last, as ``redo(in:ofAnyone:)`` does, and returns its number.
  package func redoStep(
    in list: Name, ofAnyone: Bool = false
  ) throws(StoreError) -> (step: Int64, result: EditResult)? {
    try applyStep(redoes: true, in: list) { [hasMadeSteps] journal in
      try journal.next(undone: true, hasOwnSteps: hasMadeSteps, ofAnyone: ofAnyone)
    }
  }

  /// Undoes or redoes the step that `find` chooses.
  func applyStep(
    redoes: Bool, in list: Name, _ find: (Journal) throws -> Journal.Operation?
  ) throws(StoreError) -> (step: Int64, result: EditResult)? {
    typealias Applied = (step: Int64, result: EditResult)
    let made = try connection.write(creates: false) { [run] db in
      guard let table = try EntryTable(db, list, creates: false) else {
        return Written(Applied?.none, nil)
      }
      let journal = Journal(db: db, row: table.row, run: run)
      guard let operation = try find(journal) else { return Written(nil, nil) }
      if operation.added > 0 { try journal.noteAddedRows(of: operation) }
      let result = try journal.apply(operation, redoes: redoes, in: table)
      return Written(
        (operation.number, result), try journal.setUndone(!redoes, of: operation.number))
    }
    noteStep(made?.step)
    return made?.value
  }
}
