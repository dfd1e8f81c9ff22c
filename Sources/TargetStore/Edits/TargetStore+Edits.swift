package import ListModel
package import NameSearch

extension TargetStore {
  /// Makes an edit, which one undo reverts, and syncs it to disk, in one transaction.
  ///
  /// A name with a source ID stands for the row with that ID, whatever its text. A bare name stands
  /// for every row with its text, unless the edit is for single rows.
  ///
  /// - Throws: ``StoreError``; nothing was changed, except perhaps after
  ///   ``StoreError/unsure(path:reason:isStored:)``.
  package func apply(_ edit: Edit, to list: ListName) throws(StoreError) -> EditResult {
    let names = edit.rowsOnce
    if names.isEmpty, edit.ids.isEmpty { return EditResult() }
    return try make(edit, in: list, creates: edit.fillsAnEmptyList) { _ in names }
      ?? edit.resultWithoutAList
  }

  /// Makes several edits in one transaction; each undo reverts one of them.
  ///
  /// - Returns: For each edit its result, and the version of the list after it; `nil` if it changed
  ///   nothing.
  /// - Throws: ``StoreError``; no edit was made, except perhaps after
  ///   ``StoreError/unsure(path:reason:isStored:)``.
  package func apply(
    _ edits: [Edit], to list: ListName
  ) throws(StoreError) -> [(result: EditResult, mark: ListVersion?)] {
    let creates = edits.contains(where: \.fillsAnEmptyList)
    let made = try connection.write(creates: creates) { [run, liveRuns, expectedIdentity] db in
      guard var record = try ListRecord(db, list, of: expectedIdentity, creates: creates) else {
        return Written([(result: EditResult, mark: ListVersion?)]?.none, nil)
      }
      var (results, last): ([(result: EditResult, mark: ListVersion?)], StoredEvent?) = ([], nil)
      for edit in edits {
        var editor = ListEditor(try EventDraft(db, record, run: run, .edit))
        var result = EditResult()
        try editor.make(edit, of: edit.rowsOnce) { result.add($0) }
        let event = try editor.finish()
        result.running = try event?.running(in: db, record, liveRuns) ?? []
        results.append((result, event?.mark))
        if let event { (record, last) = (record.after(event), event) }
      }
      return Written(results, last)
    }
    noteEvent(made?.step)
    return made?.value ?? edits.map { ($0.resultWithoutAList, nil) }
  }

  /// Like ``apply(_:to:)-(Edit,_)`` for `names` instead of those of the edit; edits a repeated name
  /// twice.
  ///
  /// - Throws: ``StoreError``; nothing was changed then, as after ``StoreError/ambiguous(_:)``.
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*.
  package func apply(
    _ edit: Edit, toAll names: NameBatch, of list: ListName
  ) throws(StoreError) -> EditSummary {
    if names.isEmpty, edit.ids.isEmpty { return EditSummary() }
    let creates =
      if !names.isEmpty, case .added = edit.outcome(ofNew: names[0]) { true } else { false }
    let made: EditSummary? = try make(edit, in: list, creates: creates) { isUniform in
      // A small batch keeps its order, since `EditSummary` samples the first names.
      let order = isUniform || names.count < 10_000 ? nil : names.inByteOrder(0..<names.count)
      return (0..<names.count).lazy.map { names[order?[$0] ?? $0] }
    }
    if let made { return made }
    var summary = EditSummary()
    for place in 0..<names.count { summary.unknown.add(names[place]) }
    summary.unknownIDs = edit.ids
    return summary
  }

  /// Like ``apply(_:to:)`` for a sequence of very many rows, which may be iterated twice.
  ///
  /// - Throws: ``StoreError/cancelled``, possibly half-way; nothing was changed.
  package func apply(
    _ edit: Edit, toEach names: some Sequence<Name>, of list: ListName
  ) throws(StoreError) -> EditSummary {
    try make(edit, in: list, creates: false) { _ in names } ?? EditSummary()
  }

  /// Edits names in one transaction and returns the result; `nil` if the list does not exist.
  ///
  /// A uniform edit sorts the names itself.
  private func make<Tally: EditTally, Names: Sequence<Name>>(
    _ edit: Edit, in list: ListName, creates: Bool, of names: (_ isUniform: Bool) -> Names
  ) throws(StoreError) -> Tally? {
    let made = try connection.write(creates: creates) { [run, liveRuns, expectedIdentity] db in
      guard let record = try ListRecord(db, list, of: expectedIdentity, creates: creates) else {
        return Written(Tally?.none, nil)
      }
      var editor = ListEditor(try EventDraft(db, record, run: run, .edit))
      var tally = Tally()
      if Tally.isOfMany, try editor.isOfSingleRows(edit),
        let uniform = try UniformEdit(edit, editor.event)
      {
        try editor.make(uniform, of: names(true), &tally)
      } else {
        try editor.make(edit, of: names(false)) { tally.add($0) }
      }
      let event = try editor.finish()
      tally.running = try event?.running(in: db, record, liveRuns) ?? []
      return Written(tally, event)
    }
    noteEvent(made?.step)
    return made?.value
  }

  /// `event` is `nil` if nothing was changed.
  func noteEvent(_ event: StoredEvent?) {
    guard let event else { return }
    hasMadeSteps = true
    newestMark = event.mark
  }
}

extension StoredEvent {
  /// The rows that it changed while a command was running for them.
  fileprivate func running(
    in db: any Database, _ record: ListRecord, _ runs: LiveRuns
  ) throws -> [RunningRow] {
    guard record.hasClaims else { return [] }
    return try OutcomeTable(db, list: record.id, runs).running(changedBy: mark.version)
  }
}

extension ListEditor {
  /// Whether each name of an edit means at most one row, and the edit adds no rows.
  fileprivate func isOfSingleRows(_ edit: Edit) throws -> Bool {
    if edit.addsUnknown || !edit.ids.isEmpty || !edit.flagsOfSource.isEmpty { return false }
    if edit.ofSingleRows { return true }
    return try event.db.statement(
      "SELECT 1 FROM row WHERE list = ? AND name IS NOT NULL LIMIT 1"
    ).bind(event.list.id, at: 1).first { _ in false } ?? true
  }

  /// Edits very many rows; a repeated name counts as edited.
  fileprivate mutating func make(
    _ edit: UniformEdit, of names: some Sequence<Name>, _ tally: inout some EditTally
  ) throws {
    var rows = try EditedRows(names)
    for start in stride(from: 0, to: rows.count, by: UniformEdit.batchSize) {
      if Task.isCancelled { throw StoreError.cancelled }
      let batch = start..<min(start + UniformEdit.batchSize, rows.count)
      tally.addChanged(try edit.make(batch, of: &rows, &event))
    }
    if rows.fates.allSatisfy({ $0 == .changed }) { return }
    for (name, fate) in zip(names, rows.fates) {
      switch fate {
      case .changed: break
      case .unchanged: tally.add(.unchanged(name))
      case .unknown: tally.add(.unknown(name))
      }
    }
  }
}

/// Collects the results of edited rows.
private protocol EditTally {
  /// Whether it only counts the results.
  static var isOfMany: Bool { get }
  var running: [RunningRow] { get set }
  init()
  mutating func add(_ outcome: ListEditor.Outcome)
  mutating func addChanged(_ count: Int)
}

extension EditResult: EditTally {
  fileprivate static var isOfMany: Bool { false }
  fileprivate init() { self.init(changes: []) }
  fileprivate mutating func addChanged(_ count: Int) {}
  fileprivate mutating func add(_ outcome: ListEditor.Outcome) {
    switch outcome {
    case .changed(let change): changes.append(change)
    case .unchanged(let name): unchanged.append(name)
    case .refused(let name): refused.append(name)
    case .unknown(let name): unknown.append(name)
    case .unknownID(let id): unknownIDs.append(id)
    }
  }
}

extension EditSummary: EditTally {
  static var isOfMany: Bool { true }
  mutating func addChanged(_ count: Int) { changeCount += count }
  mutating func add(_ outcome: ListEditor.Outcome) {
    switch outcome {
    case .changed: changeCount += 1
    case .unchanged(let name): unchanged.add(name)
    case .refused(let name): refused.add(name)
    case .unknown(let name): unknown.add(name)
    case .unknownID(let id): unknownIDs.append(id)
    }
  }
}
