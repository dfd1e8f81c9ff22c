package import ListModel
package import NameSearch

extension EntryEditor {
  /// Adds a row, or brings it back, as one that the last mirror has brought; false if it is there.
  mutating func addMirrored(_ name: Name, _ texts: RowTexts) throws -> Bool {
    var isNew = false
    try make(Edit(.add, [], ofSingleRows: true), of: name, texts: texts) { outcome in
      if case .changed(let change) = outcome { isNew = !change.before.isListed }
    }
    if isNew, let number = recorder.number { try table.setMirror(number, of: name) }
    return isNew
  }

  /// Makes what this step has brought the only new rows of the list.
  mutating func endMirror() throws {
    if recorder.number == nil {
      guard try table.hasNewRows else { return }
      // Nothing to undo, but the rows of the last mirror are no longer new.
      recorder.isStep = false
    }
    try table.endMirror(recorder.begin())
  }

  /// Makes a row what another list says of it, with when and by whom it was decided.
  mutating func restore(_ row: ImportedRow, _ tell: (Outcome) -> Void) throws {
    let entry = try table.entry(row.name)
    let before = entry?.flags.intersection(.stored)
    let stored = try table.remarks.remark(on: row.name)
    var remark = StoredRemark(
      note: row.remark.note?.text, until: row.remark.until?.microseconds,
      decision: stored.decision)
    let isDecided = !row.flags.isDisjoint(with: .decided)
    if isDecided,
      row.remark.decidedAt != nil || StoredRemark.isDecision(from: before, to: row.flags)
    {
      remark.decision.time = row.remark.decidedAt?.microseconds
      remark.decision.author = row.remark.decidedBy
    }
    let known = entry?.texts ?? RowTexts()
    let texts = row.texts == RowTexts() ? known : row.texts
    if before == row.flags, remark == stored, texts == known {
      return tell(.unchanged(row.name))
    }
    try table.change(entry, to: row.flags, as: row.name, texts: texts)
    let change = EditResult.Change(
      name: row.name, before: entry?.flags,
      after: row.flags.union(remark.flags(at: recorder.time)), texts: texts)
    try recorder.record(change)
    if remark.decision != stored.decision { remark.decision.operation = recorder.number }
    try recorder.record(stored.aspects(to: remark, isForeign: true) + known.aspects(to: texts))
    try table.remarks.set(remark, on: row.name)
    tell(.changed(change))
  }
}

/// A row as another list has it.
package struct ImportedRow: Hashable, Sendable {
  package var name: Name

  /// Only those that are stored as such.
  package var flags: Flags
  package var remark: Remark
  package var texts: RowTexts

  package init(
    name: Name, flags: Flags = [], remark: Remark = Remark(), texts: RowTexts = RowTexts()
  ) {
    self.texts = texts
    self.name = name
    self.flags = flags
    self.remark = remark
  }
}

extension TargetStore {
  /// Adds rows with all that is known of them, or changes those that are there, as one step of undo.
  ///
  /// - Parameters:
  ///   - rows: What is known of rows; for the last of those with one name, it stays so.
  ///   - list: The list, which is made if there is none.
  ///   - isTrial: Whether only the summary is wanted: the step is made and taken back.
  /// - Throws: ``StoreError``; nothing was changed then.
  /// - Returns: What was changed, or would be.
  /// - Complexity: O(*n* log *m*) for *n* rows and a list of length *m*.
  package func restore(
    _ rows: some Sequence<ImportedRow>, into list: Name, isTrial: Bool = false
  ) throws(StoreError) -> EditSummary {
    let made = try connection.write(creates: !isTrial) { [run] db in
      guard var editor = try EntryEditor(db, list, run: run, creates: true) else {
        return Written(EditSummary(), nil)
      }
      var summary = EditSummary()
      try editor.restore(rows) { summary.add($0) }
      let step = try editor.finish()
      return Written(summary, isTrial ? nil : step)
    }
    noteStep(made?.step)
    if let summary = made?.value { return summary }
    // A trial without a store: all of them would be new.
    var summary = EditSummary()
    summary.changeCount = Set(rows.map(\.name)).count
    return summary
  }
}
