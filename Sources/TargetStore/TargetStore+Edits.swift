package import ListModel
package import NameSearch

extension TargetStore {
  /// Makes an edit and syncs it to disk: one transaction, and one step of undo if anything changed.
  ///
  /// A name with a source identity stands for the row with that identity, whatever its text. A bare
  /// name stands for every row with its text, unless the edit is of single rows.
  ///
  /// - Throws: ``StoreError``; nothing was changed, except perhaps after
  ///   ``StoreError/unsure(path:reason:isStored:)``.
  package func apply(_ edit: Edit, to list: Name) throws(StoreError) -> EditResult {
    let names = edit.rowsOnce
    if names.isEmpty { return EditResult() }
    return try make(edit, of: names, in: list, creates: edit.fillsAnEmptyList)
      ?? edit.resultWithoutAList
  }

  /// Makes edits one after the other in one transaction, each a step of undo.
  ///
  /// - Returns: For each edit what has come of it, and the state of the list that it has led to;
  ///   `nil` if it changed nothing.
  /// - Throws: ``StoreError``; none of them was made, except perhaps after
  ///   ``StoreError/unsure(path:reason:isStored:)``.
  package func apply(
    _ edits: [Edit], to list: Name
  ) throws(StoreError) -> [(result: EditResult, mark: ListVersion?)] {
    let creates = edits.contains(where: \.fillsAnEmptyList)
    let made = try connection.write(creates: creates) { [run] db in
      let names = edits.flatMap(\.rowsOnce)
      guard var table = try EntryTable(db, list, creates: creates, prefetching: names) else {
        return Written([(result: EditResult, mark: ListVersion?)]?.none, nil)
      }
      var (results, last): ([(result: EditResult, mark: ListVersion?)], Journal.Step?) = ([], nil)
      for edit in edits {
        var editor = try EntryEditor(table, run: run, note: edit.decision.note)
        var result = EditResult()
        try editor.make(edit, ofEach: edit.rowsOnce) { result.add($0) }
        let step = try editor.finish()
        results.append((result, step?.mark))
        if let step { (table.row, last) = (table.row.after(step), step) }
      }
      return Written(results, last)
    }
    noteStep(made?.step)
    return made?.value ?? edits.map { ($0.resultWithoutAList, nil) }
  }

  /// Like ``apply(_:to:)-(Edit,_)`` for `names` in place of those of the edit; a repeated one is edited twice.
  ///
  /// - Throws: ``StoreError``; nothing was changed then, as after
  ///   ``StoreError/ambiguous(_:)``.
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*.
  package func apply(
    _ edit: Edit, toAll names: NameBatch, of list: Name
  ) throws(StoreError) -> EditSummary {
    if names.isEmpty, edit.ids.isEmpty { return EditSummary() }
    let creates =
      if !names.isEmpty, case .added = edit.outcome(ofNew: names[0]) { true } else { false }
    // A small batch keeps its order, since `EditSummary` samples the first names.
    let places = names.count < 10_000 ? Array(0..<names.count) : names.placesNearlyAsKept
    let made: EditSummary? = try make(
      edit, of: places.lazy.map { names[$0] }, in: list, creates: creates)
    if let made { return made }
    var summary = EditSummary()
    for place in 0..<names.count { summary.unknown.add(names[place]) }
    summary.unknownIDs = edit.ids
    return summary
  }

  /// Like ``apply(_:to:)`` for rows that are made one by one, as there may be very many.
  ///
  /// - Throws: ``StoreError/cancelled``, half-way too; nothing was changed then.
  package func apply(
    _ edit: Edit, toEach names: some Sequence<Name>, of list: Name
  ) throws(StoreError) -> EditSummary {
    try make(edit, of: names, in: list, creates: false) ?? EditSummary()
  }

  /// Edits names in one transaction, and tells what has come of it; `nil` if there is no such list.
  private func make<Tally: EditTally>(
    _ edit: Edit, of names: some Sequence<Name>, in list: Name, creates: Bool
  ) throws(StoreError) -> Tally? {
    let made = try connection.write(creates: creates) { [run] db in
      guard
        var editor = try EntryEditor(
          db, list, run: run, creates: creates, note: edit.decision.note, prefetching: edit.rowsOnce
        )
      else { return Written(Tally?.none, nil) }
      var tally = Tally()
      try editor.make(edit, ofEach: names) { tally.add($0) }
      for id in edit.ids { try editor.make(edit, ofRowWith: id) { tally.add($0) } }
      return Written(tally, try editor.finish())
    }
    noteStep(made?.step)
    return made?.value
  }

  /// `step` is `nil` if nothing was changed.
  func noteStep(_ step: Journal.Step?) {
    guard let step else { return }
    hasMadeSteps = true
    newestMark = step.mark
  }

  /// Adds names in one transaction and one step of undo, and returns the number of rows added.
  ///
  /// Dropped names come back. A missing list is created. `progress` is called on the store's thread
  /// with the number of names done so far.
  ///
  /// - Throws: ``StoreError/cancelled``, half-way too; nothing was added then.
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*.
  package func importNames(
    _ names: NameBatch, into list: Name, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(StoreError) -> Int {
    if names.count == 0 { return 0 }
    let made = try connection.write(creates: true) { [run] db in
      guard
        var editor = try EntryEditor(db, list, run: run, creates: true)
      else { return Written(0, nil) }
      let added = try editor.add(names, progress)
      return Written(added, try editor.finish())
    }
    progress(names.count)
    noteStep(made?.step)
    return made?.value ?? 0
  }

  /// Undoes the last step of this run in a list.
  ///
  /// If it has made none, undoes the last step of the list; on a server, the last one of this author,
  /// unless `ofAnyone`.
  ///
  /// - Returns: `nil` when there is nothing to undo.
  /// - Throws: ``StoreError/changedSince(_:)`` if a name was changed after the step.
  package func undo(in list: Name, ofAnyone: Bool = false) throws(StoreError) -> EditResult? {
    try applyStep(redoes: false, in: list) { [hasMadeSteps] journal in
      try journal.next(undone: false, hasOwnSteps: hasMadeSteps, ofAnyone: ofAnyone)
    }?.result
  }

  /// Redoes the step that was undone last, unless there was an edit since.
  ///
  /// - Returns: `nil` when there is nothing to redo.
  /// - Throws: ``StoreError/changedSince(_:)`` if a name was changed after the undo.
  package func redo(in list: Name, ofAnyone: Bool = false) throws(StoreError) -> EditResult? {
    try redoStep(in: list, ofAnyone: ofAnyone)?.result
  }
}

/// What edits of rows have come to, outcome by outcome.
private protocol EditTally {
  init()
  mutating func add(_ outcome: EntryEditor.Outcome)
}

extension EditResult: EditTally {
  fileprivate init() { self.init(changes: []) }
  fileprivate mutating func add(_ outcome: EntryEditor.Outcome) {
    switch outcome {
    case .changed(let change): changes.append(change)
    case .unchanged(let name): unchanged.append(name)
    case .refused(let name): refused.append(name)
    case .unknown(let name): unknown.append(name)
    case .unknownID: preconditionFailure("an edit with IDs has a summary, no result")
    }
  }
}

extension EditSummary: EditTally {
  mutating func add(_ outcome: EntryEditor.Outcome) {
    switch outcome {
    case .changed: changeCount += 1
    case .unchanged(let name): unchanged.add(name)
    case .refused(let name): refused.add(name)
    case .unknown(let name): unknown.add(name)
    case .unknownID(let id): unknownIDs.append(id)
    }
  }
}
