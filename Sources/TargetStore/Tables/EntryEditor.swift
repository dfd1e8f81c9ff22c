import Edits
import NameSearch

/// Edits names of one list as one step of undo, within one transaction.
struct EntryEditor {
  private let table: EntryTable
  private var recorder: Journal.Recorder
  private var keepsIdentities: Bool

  /// Opens a list; `nil` if it does not exist and `creates` is false.
  init?(
    _ db: Database, _ list: Name, run: Journal.Run, creates: Bool
  ) throws {
    guard let table = try EntryTable(db, list, creates: creates) else { return nil }
    self.table = table
    keepsIdentities = try table.keepsIdentities
    recorder = try Journal.Recorder(Journal(db: db, list: table.list, run: run))
  }

  /// Writes what is left to write, and returns the step; `nil` if nothing was changed.
  func finish() throws -> Journal.Step? {
    try recorder.finish()
    return recorder.step
  }

  /// Adds a name and returns the number of entries added; without identities it needs no lookup.
  mutating func add(_ name: Name) throws -> Int {
    if name.sourceID != nil { keepsIdentities = true }
    if !keepsIdentities {
      let range = recorder.numberOfRange
      if try table.add(name, [], range: range) {
        if range == nil {
          try recorder.record(EditResult.Change(name: name, before: nil, after: []))
        } else {
          recorder.countAdded()
        }
        return 1
      }
    }
    var added = 0
    try make(Edit(.add, []), of: name) { outcome in
      if case .changed = outcome { added += 1 }
    }
    return added
  }

  enum Outcome {
    case changed(EditResult.Change)
    case unchanged(Name)
    case unknown(Name)
  }

  /// Applies an edit to all entries that `name` stands for, and passes each result to `tell`.
  ///
  /// A name with an identity stands for one entry, which takes its text; a bare name for all
  /// entries with its text, or only the bare one if `edit.ofSingleRows`. Dropped entries count only
  /// if the edit adds names. If there is no entry, such an edit creates one.
  mutating func make(_ edit: Edit, of name: Name, _ tell: (Outcome) -> Void) throws {
    let entries =
      try edit.ofSingleRows ? table.entry(name).map { [$0] } ?? [] : table.entries(of: name)
    if entries.isEmpty { return try makeNew(edit, of: name, tell) }
    let editable = edit.adds(name) ? entries : entries.filter { Flags?.some($0.flags).isListed }
    if editable.isEmpty { tell(.unknown(name)) }
    for entry in editable {
      let called = name.sourceID == nil ? entry.name : name
      let after = edit.action.applied(to: entry.flags)
      if after == entry.flags {
        tell(.unchanged(called))
      } else {
        try table.change(entry, to: after, as: called)
        let change = EditResult.Change(name: called, before: entry.flags, after: after)
        try record(change, before: entry.name)
        tell(.changed(change))
      }
    }
  }

  private mutating func makeNew(
    _ edit: Edit, of name: Name, _ tell: (Outcome) -> Void
  ) throws {
    switch edit.outcome(ofNew: name) {
    case .unknown: tell(.unknown(name))
    case .unchanged: tell(.unchanged(name))
    case .added(let flags):
      try table.change(nil, to: flags, as: name)
      let change = EditResult.Change(name: name, before: nil, after: flags)
      try record(change, before: name)
      tell(.changed(change))
    }
  }

  /// Records a change of an entry that was called `before`, and who decided it.
  private mutating func record(_ change: EditResult.Change, before: Name) throws {
    try recorder.record(change)
    if before.text != change.name.text { try recorder.record([.name(before: before.text)]) }
    guard Decisions.isDecision(from: change.before, to: change.after) else { return }
    if let last = try table.decisions.last(of: change.name) { try recorder.record(last.aspects) }
    try table.decisions.set(
      .init(
        time: recorder.time, author: recorder.author, operation: recorder.number),
      of: change.name)
  }
}
