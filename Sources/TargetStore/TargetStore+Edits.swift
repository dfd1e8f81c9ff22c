package import Edits
import GRDB
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

  /// Like ``apply(_:to:)`` for many names, but a repeated name is edited twice.
  ///
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*.
  package func apply(
    _ action: Edit.Action, toAll names: NameBatch, of list: Name, addsUnknown: Bool
  ) throws(StoreError) -> EditSummary {
    let edit = Edit(action, [], addsUnknown: addsUnknown)
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

  /// Edits names in one transaction; false if there is no such list.
  ///
  /// `tell` takes each outcome and returns whether any so far is a change.
  private func make(
    _ edit: Edit, of names: some Sequence<Name>, in list: Name, creates: Bool,
    tell: (EntryEditor.Outcome) -> Bool
  ) throws(StoreError) -> Bool {
    let isChanged = try connection.write(creates: creates) { [writer] db in
      guard var editor = try EntryEditor(db, list, writer: writer, creates: creates) else {
        return (Bool?.none, isChanged: false)
      }
      var isChanged = false
      for name in names { try editor.make(edit, of: name) { isChanged = tell($0) } }
      return (isChanged, isChanged: isChanged)
    }
    guard let isChanged, let isChanged else { return false }
    hasMadeSteps = hasMadeSteps || isChanged
    return true
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
    let added = try connection.write(creates: true) { [writer] db in
      guard var editor = try EntryEditor(db, list, writer: writer, creates: true) else {
        return (0, isChanged: false)
      }
      var added = 0
      var done = 0
      for place in names.placesNearlyAsKept {
        added += try editor.add(names[place])
        done += 1
        if done % 8_192 == 0 {
          if Task.isCancelled { throw StoreError.cancelled }
          progress(done)
        }
      }
      return (added, isChanged: added > 0)
    }
    progress(names.count)
    hasMadeSteps = hasMadeSteps || added ?? 0 > 0
    return added ?? 0
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
    let result: EditResult?? = try connection.write(creates: false) { [writer, hasMadeSteps] db in
      guard let table = try EntryTable(db, list, creates: false) else {
        return (nil, isChanged: false)
      }
      let journal = Journal(db, list: table.list, writer: writer)
      guard let step = try journal.next(undone: undone, hasOwnSteps: hasMadeSteps) else {
        return (nil, isChanged: false)
      }
      var changes = try journal.changes(of: step).map { undone ? $0 : $0.reversed }
      for index in changes.indices {
        let change = changes[index]
        let entry = try table.entry(change.name)
        guard entry?.flags == change.before else { throw StoreError.changedSince(change.name) }
        // The row may have been renamed since.
        let name = entry?.name ?? change.name
        try table.change(entry, to: change.after, as: name)
        changes[index].name = name
      }
      try journal.mark(step, undone: !undone)
      return (EditResult(changes: changes), isChanged: true)
    }
    hasMadeSteps = hasMadeSteps || result??.changes.isEmpty == false
    return result ?? nil
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
  fileprivate mutating func add(_ outcome: EntryEditor.Outcome) {
    switch outcome {
    case .changed: changeCount += 1
    case .unchanged(let name): unchanged.add(name)
    case .unknown(let name): unknown.add(name)
    }
  }
}

extension NameBatch {
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

extension EditResult.Change {
  fileprivate var reversed: Self { Self(name: name, before: after, after: before) }
}
