import ListModel
import NameSearch

/// Edits names of one list as one step of undo, within one transaction.
struct EntryEditor {
  let table: EntryTable
  var recorder: Journal.Recorder

  /// Found out when it matters.
  private var knownToKeepIdentities: Bool?

  /// Opens a list; `nil` if it does not exist and `creates` is false.
  ///
  /// `names` are those that will be edited, as far as that is known.
  init?(
    _ db: any Database, _ list: Name, run: Journal.Run, creates: Bool, note: Note? = nil,
    prefetching names: [Name] = []
  ) throws {
    guard
      let table = try EntryTable(db, list, creates: creates, prefetching: names)
    else { return nil }
    try self.init(table, run: run, note: note)
  }

  /// Edits a table as the steps before have left it.
  init(_ table: EntryTable, run: Journal.Run, note: Note?) throws {
    self.table = table
    let db = table.database
    recorder = try Journal.Recorder(Journal(db: db, row: table.row, run: run), note: note)
  }

  /// Writes what is left to write, and returns the step; `nil` if nothing was changed.
  func finish() throws -> Journal.Step? {
    try recorder.finish()
    return recorder.step
  }

  private var keepsIdentities: Bool {
    mutating get throws {
      if let known = knownToKeepIdentities { return known }
      let keeps = try table.keepsIdentities
      knownToKeepIdentities = keeps
      return keeps
    }
  }

  /// Adds a name and returns the number of entries added; without identities a file needs no lookup.
  mutating func add(_ name: Name, _ texts: RowTexts = RowTexts()) throws -> Int {
    if name.sourceID != nil { knownToKeepIdentities = true }
    // A server was asked for the row ahead, and to wait for what it did takes a round trip.
    if try !table.database.isServer && !keepsIdentities {
      let range = recorder.numberOfRange
      if try table.add(name, [], texts: texts, range: range) {
        if range == nil {
          try recorder.record(EditResult.Change(name: name, before: nil, after: []))
          try recorder.record(RowTexts().aspects(to: texts))
        } else {
          recorder.countAdded()
        }
        return 1
      }
    }
    var added = 0
    try make(Edit(.add, []), of: name, texts: texts) { outcome in
      if case .changed(let change) = outcome, !change.before.isListed { added += 1 }
    }
    return added
  }

  enum Outcome {
    case changed(EditResult.Change)
    case unchanged(Name)
    case refused(Name)
    case unknown(Name)
    case unknownID(String)
  }

  /// Applies an edit to all entries that `name` stands for, and passes each result to `tell`.
  ///
  /// A name with an identity stands for one entry, which takes its text; a bare name for all
  /// entries with its text, or only the bare one if `edit.ofSingleRows`. Dropped entries count only
  /// if the edit adds names. If there is no entry, such an edit creates one.
  ///
  /// `texts` are what a source tells of the row; without any, what is known stays.
  ///
  /// - Throws: ``StoreError/ambiguous(_:)`` if the edit refuses a name that several entries have.
  mutating func make(
    _ edit: Edit, of name: Name, texts: RowTexts = RowTexts(), _ tell: (Outcome) -> Void
  ) throws {
    let entries =
      try edit.ofSingleRows
      ? table.entry(name).map { [$0] } ?? []
      : edit.meant(among: table.entries(of: name), of: .init(text: name.original, isID: false))
    if entries.isEmpty { return try makeNew(edit, of: name, texts, tell) }
    let editable = edit.adds(name) ? entries : entries.filter { Flags?.some($0.flags).isListed }
    if editable.isEmpty { tell(.unknown(name)) }
    for entry in editable {
      let called = name.sourceID == nil ? entry.name : name
      let before = entry.flags.intersection(.stored)
      let after = edit.action.applied(to: before)
      let remark = try changedRemark(by: edit, of: entry.name, from: before, to: after)
      let newTexts = texts == RowTexts() ? entry.texts : texts
      if edit.action.isRefused(leadingTo: after) {
        tell(.refused(called))
        continue
      }
      if after == before, remark == nil, newTexts == entry.texts {
        tell(.unchanged(called))
        continue
      }
      try table.change(entry, to: after, as: called, texts: newTexts)
      let known = remark?.after.flags(at: recorder.time) ?? entry.flags.intersection(.remarked)
      let others = entry.flags.subtracting(.stored).subtracting(.remarked)
      let change = EditResult.Change(
        name: called, before: entry.flags, after: after?.union(known).union(others),
        texts: newTexts)
      try record(change, before: entry.name, remark)
      // What is dropped may come back.
      let kept = after == nil ? RowTexts() : newTexts
      try recorder.record(entry.texts.aspects(to: kept))
      if after == nil, entry.range > 0 { try recorder.record([.range(before: entry.range)]) }
      tell(.changed(change))
    }
  }

  private mutating func makeNew(
    _ edit: Edit, of name: Name, _ texts: RowTexts, _ tell: (Outcome) -> Void
  ) throws {
    switch edit.outcome(ofNew: name) {
    case .unknown: tell(.unknown(name))
    case .unchanged: tell(.unchanged(name))
    case .refused: tell(.refused(name))
    case .added(let flags):
      let stored = flags.intersection(.stored)
      // What was known of it before it was dropped counts again.
      let before = try table.remarks.remark(on: name)
      let remark = try changedRemark(by: edit, of: name, from: nil, to: stored)
      try table.change(nil, to: stored, as: name, texts: texts)
      let known = (remark?.after ?? before).flags(at: recorder.time)
      let change = EditResult.Change(
        name: name, before: nil, after: stored.union(known), texts: texts)
      try record(change, before: name, remark)
      try recorder.record(RowTexts().aspects(to: texts))
      tell(.changed(change))
    }
  }

  /// What an edit makes of the remark on a row; `nil` if it leaves it as it is.
  ///
  /// Who decides it is not known before the step begins: that is filled in later.
  private func changedRemark(
    by edit: Edit, of name: Name, from before: Flags?, to after: Flags?
  ) throws -> (before: StoredRemark, after: StoredRemark)? {
    let isDecision = StoredRemark.isDecision(from: before, to: after)
    guard isDecision || edit.concernsRemarks else { return nil }
    let stored = try table.remarks.remark(on: name)
    let wanted = edit.decision.applied(to: Remark(stored))
    var new = stored
    (new.note, new.until) = (wanted.note?.text, wanted.until?.microseconds)
    return isDecision || new != stored ? (stored, new) : nil
  }

  /// Records a change of an entry that was called `before`, and who decided it.
  private mutating func record(
    _ change: EditResult.Change, before name: Name,
    _ remark: (before: StoredRemark, after: StoredRemark)?
  ) throws {
    try recorder.record(change)
    if name.text != change.name.text { try recorder.record([.name(before: name.text)]) }
    guard let (old, changed) = remark else { return }
    var new = changed
    if StoredRemark.isDecision(from: change.before, to: change.after) {
      new.decision = .init(
        time: recorder.time, author: recorder.author, operation: recorder.number)
    }
    try recorder.record(old.aspects(to: new))
    try table.remarks.set(new, on: change.name)
  }
}

extension Edit {
  /// Whether it may change a remark, decisions aside.
  fileprivate var concernsRemarks: Bool {
    decision.note != nil || [.note, .snooze, .wake].contains(action)
  }
}

extension Flags {
  /// The flags that follow from a remark.
  fileprivate static let remarked: Flags = [.snoozed, .noted]
}
