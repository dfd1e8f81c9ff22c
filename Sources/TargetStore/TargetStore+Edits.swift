package import Edits
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
    var result = EditResult()
    let isDone = try make(edit, of: names, in: list, creates: edit.fillsAnEmptyList) {
      result.add($0)
      return !result.changes.isEmpty
    }
    return isDone ? result : edit.resultWithoutAList
  }

  /// Like ``apply(_:to:)`` for `names` in place of those of the edit; a repeated one is edited twice.
  ///
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*.
  package func apply(
    _ edit: Edit, toAll names: NameBatch, of list: Name
  ) throws(StoreError) -> EditSummary {
    if names.isEmpty { return EditSummary() }
    let creates = if case .added = edit.outcome(ofNew: names[0]) { true } else { false }
    // A small batch keeps its order, since `EditSummary` samples the first names.
    let places = names.count < 10_000 ? Array(0..<names.count) : names.placesNearlyAsKept
    var summary = EditSummary()
    let isDone = try make(
      edit, of: places.lazy.map { names[$0] }, in: list, creates: creates
    ) {
      summary.add($0)
      return summary.changeCount > 0
    }
    if !isDone { for place in 0..<names.count { summary.unknown.add(names[place]) } }
    return summary
  }

  /// Like ``apply(_:to:)`` for rows that are made one by one, as there may be very many.
  ///
  /// - Throws: ``StoreError/cancelled``, half-way too; nothing was changed then.
  package func apply(
    _ edit: Edit, toEach names: some Sequence<Name>, of list: Name
  ) throws(StoreError) -> EditSummary {
    var summary = EditSummary()
    _ = try make(edit, of: names, in: list, creates: false) {
      summary.add($0)
      return summary.changeCount > 0
    }
    return summary
  }

  /// Edits names in one transaction; false if there is no such list.
  ///
  /// `tell` takes each outcome and returns whether any so far is a change.
  private func make(
    _ edit: Edit, of names: some Sequence<Name>, in list: Name, creates: Bool,
    tell: (EntryEditor.Outcome) -> Bool
  ) throws(StoreError) -> Bool {
    let result = try connection.write(creates: creates) { [run] db in
      guard
        var editor = try EntryEditor(
          db, list, run: run, creates: creates, note: edit.note)
      else { return (ListMark??.none, step: nil) }
      var isChanged = false
      for (place, name) in names.enumerated() {
        if place % 8_192 == 8_191, Task.isCancelled { throw StoreError.cancelled }
        try editor.make(edit, of: name) { isChanged = tell($0) }
      }
      let step = try isChanged ? editor.finish() : nil
      return (.some(try mark(of: list, after: step, in: db)), step: step)
    }
    guard let result, let result else { return false }
    noteStep(result)
    return true
  }

  /// The mark that a step leads to; `nil` if there was none.
  private nonisolated func mark(
    of list: Name, after step: Journal.Step?, in db: Database
  ) throws -> ListMark? {
    try step == nil ? nil : Journal.mark(of: list, in: db)
  }

  /// `mark` is `nil` if nothing was changed.
  func noteStep(_ mark: ListMark?) {
    guard let mark else { return }
    hasMadeSteps = true
    newestMark = mark
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
    let result = try connection.write(creates: true) { [run] db in
      guard
        var editor = try EntryEditor(db, list, run: run, creates: true)
      else { return ((0, ListMark?.none), step: nil) }
      var added = 0
      var done = 0
      for place in names.placesNearlyAsKept {
        added += try editor.add(names[place], names.texts(at: place))
        done += 1
        if done % 8_192 == 0 {
          if Task.isCancelled { throw StoreError.cancelled }
          progress(done)
        }
      }
      let step = try editor.finish()
      return ((added, try mark(of: list, after: step, in: db)), step: step)
    }
    progress(names.count)
    noteStep(result?.1)
    return result?.0 ?? 0
  }

  /// Undoes the last step of this run in a list, or if there is none, the last step of anyone.
  ///
  /// - Returns: `nil` when there is nothing to undo.
  /// - Throws: ``StoreError/changedSince(_:)`` if a name was changed after the step.
  package func undo(in list: Name) throws(StoreError) -> EditResult? {
    try switchStep(undone: false, in: list)
  }

  /// Redoes the step that was undone last, unless there was an edit since.
  ///
  /// - Returns: `nil` when there is nothing to redo.
  /// - Throws: ``StoreError/changedSince(_:)`` if a name was changed after the undo.
  package func redo(in list: Name) throws(StoreError) -> EditResult? {
    try switchStep(undone: true, in: list)
  }

  /// Undoes the next step, or redoes it if it was undone.
  private func switchStep(undone: Bool, in list: Name) throws(StoreError) -> EditResult? {
    let made = try connection.write(creates: false) { [run, hasMadeSteps] db in
      let nothing: (EditResult, ListMark)? = nil
      guard let table = try EntryTable(db, list, creates: false) else { return (nothing, nil) }
      let journal = Journal(db: db, list: table.list, run: run)
      guard let operation = try journal.next(undone: undone, hasOwnSteps: hasMadeSteps) else {
        return (nothing, nil)
      }
      if operation.added > 0 { try journal.noteAddedRows(of: operation) }
      let result = try journal.switchOver(operation, redoes: undone, in: table)
      let step = try journal.mark(operation.number, undone: !undone)
      return ((result, try Journal.mark(of: list, in: db)), step)
    }
    guard let made, let made else { return nil }
    noteStep(made.1)
    return made.0
  }
}

extension EditResult {
  fileprivate mutating func add(_ outcome: EntryEditor.Outcome) {
    switch outcome {
    case .changed(let change): changes.append(change)
    case .unchanged(let name): unchanged.append(name)
    case .unknown(let name): unknown.append(name)
    }
  }
}

extension EditSummary {
  mutating func add(_ outcome: EntryEditor.Outcome) {
    switch outcome {
    case .changed: changeCount += 1
    case .unchanged(let name): unchanged.add(name)
    case .unknown(let name): unknown.add(name)
    }
  }
}

extension NameBatch {
  /// What the source tells of the name at a place.
  func texts(at place: Int) -> RowTexts {
    RowTexts(detail: detail(at: place), section: section(at: place))
  }

  /// The indices of the names, nearly in table order, so that inserts fill one page after another.
  fileprivate var placesNearlyAsKept: [Int] {
    let beginnings = (0..<count).map { place in
      let text = self[place].text.utf8
      let bytes = text.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return (bytes << UInt64(8 * max(8 - text.count, 0)), place)
    }
    return beginnings.sorted { $0 < $1 }.map(\.1)
  }
}
