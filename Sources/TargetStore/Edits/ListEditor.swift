import ListModel
import NameSearch

/// Edits rows of one list as one event, within one transaction.
///
/// The rows of a batch are read together, changed in memory, and written together.
struct ListEditor {
  let table: RowTable
  var event: EventDraft

  /// The present states of the rows of the batch, by key.
  private var states: [String: RowState] = [:]

  /// The keys of rows with an ID, by name.
  private var keysByName: [String: [String]] = [:]

  /// The rows that their source has changed since the user saw them; `nil` until they are read.
  private var changedSinceSeen: [String: RowTable.EarlierRow]?

  init(_ event: EventDraft) {
    self.event = event
    table = RowTable(db: event.db, list: event.list.id)
  }

  enum Outcome {
    case changed(EditResult.Change)
    case unchanged(Name)
    case refused(Name)
    case unknown(Name)
    case unknownID(String)
  }

  /// Writes pending changes, and returns the event; `nil` if nothing was changed.
  mutating func finish() throws -> StoredEvent? { try event.finish() }

  /// Edits rows, and passes the result for each name or ID to `tell`.
  ///
  /// - Throws: ``StoreError/cancelled``, possibly half-way; ``StoreError/ambiguous(_:)``.
  mutating func make(
    _ edit: Edit, of names: some Sequence<Name>, _ tell: (Outcome) -> Void
  ) throws {
    try forEachBatch(of: names, { $0 }, areSingle: edit.ofSingleRows) { editor, name in
      try editor.make(edit, of: name, tell)
    }
    for id in edit.ids { try make(edit, ofRowWith: id, tell) }
  }

  /// Calls `body` with each item, after reading the rows of its batch.
  mutating func forEachBatch<Item>(
    of items: some Sequence<Item>, _ name: (Item) throws -> Name, areSingle: Bool,
    _ body: (inout ListEditor, Item) throws -> Void
  ) throws {
    var batch: [Item] = []
    let size = RowTable.batchSize(event.db)
    func makeBatch(_ editor: inout ListEditor) throws {
      if batch.isEmpty { return }
      if Task.isCancelled { throw StoreError.cancelled }
      try editor.read(batch.map(name), areSingle: areSingle)
      for item in batch { try body(&editor, item) }
      try editor.event.flush()
      batch.removeAll(keepingCapacity: true)
    }
    for item in items {
      batch.append(item)
      if batch.count == size { try makeBatch(&self) }
    }
    try makeBatch(&self)
  }

  private mutating func read(_ names: [Name], areSingle: Bool) throws {
    states = try table.states(of: Array(Set(names.map(\.keyOfRow))))
    keysByName = [:]
    if areSingle { return }
    let bare = Set(names.lazy.filter { $0.sourceID == nil }.map(\.text))
    for state in try table.states(named: Array(bare)) { note(state) }
    for state in states.values { note(state) }
  }

  private mutating func note(_ state: RowState) {
    let key = state.name.keyOfRow
    states[key] = state
    guard state.name.sourceID != nil else { return }
    let known = keysByName[state.name.text] ?? []
    if !known.contains(key) { keysByName[state.name.text] = (known + [key]).sorted() }
  }

  /// The rows of a name, including dropped ones; the row without an ID is first.
  private func rows(of name: Name, areSingle: Bool) -> [RowState] {
    let own = state(of: name).map { [$0] } ?? []
    if areSingle || name.sourceID != nil { return own }
    let others = keysByName[name.text] ?? []
    return own
      + others.compactMap { states[$0] }.filter { $0.name.text == name.text && !$0.isAbsent }
  }

  /// The present state of a row, with the changes of this edit; `nil` if the list does not have it.
  func state(of name: Name) -> RowState? {
    states[name.keyOfRow].flatMap { $0.isAbsent ? nil : $0 }
  }

  /// Stores the new state of a row.
  mutating func change(_ before: RowState?, to after: RowState) -> EditResult.Change {
    let after = event.change(before ?? states[after.name.keyOfRow], to: after)
    note(after)
    return EditResult.Change(
      name: after.name, before: before.flatMap { $0.flags(at: event.time) },
      after: after.flags(at: event.time), texts: after.texts, decision: after.decisionToCompare)
  }
}

// MARK: Edits

extension ListEditor {
  /// Applies an edit to all rows of `name`, and passes each result to `tell`.
  ///
  /// A name with an ID stands for one row, which takes its text unless the edit `keepsNames`. A bare name
  /// stands for all rows with its text, or only for the one without an ID if `edit.ofSingleRows`. Dropped
  /// rows count only if the edit adds names; such an edit adds the row if it does not exist.
  ///
  /// `texts` are the texts of the row in its source; without them, the stored texts stay. An edit
  /// that changes nothing else gives the row its name only if it `renames`.
  ///
  /// - Throws: ``StoreError/ambiguous(_:)`` if the edit refuses a name that several rows have.
  mutating func make(
    _ edit: Edit, of name: Name, texts: RowTexts = RowTexts(), renames: Bool = false,
    _ tell: (Outcome) -> Void
  ) throws {
    let rows = try edit.meant(
      among: rows(of: name, areSingle: edit.ofSingleRows), of: name.original, isID: false)
    if rows.isEmpty { return makeNew(edit, of: name, texts, tell) }
    let editable = edit.adds(name) ? rows : rows.filter(\.isThere)
    if editable.isEmpty { tell(.unknown(name)) }
    for row in editable {
      let called = name.sourceID == nil || edit.keepsNames ? row.name : name
      let shown = try edit.action.decides ? shown(row, at: edit.decision.seen) : nil
      if let shown, shown.isThere, row.since > edit.decision.seen ?? .max {
        // It was dropped and came back after the user saw it.
        tell(.refused(called))
        continue
      }
      var base = row
      if !row.isThere, edit.action.mayAdd, edit.action != .hide {
        // A returning row without a revision has none: its earlier one may be outdated.
        base.texts.revision = edit.revisions.revision(of: name, inList: texts.revision)
        try bringBack(&base)
      }
      let flags = edit.action.applied(to: base.storedFlags)
      var after = self.after(edit, base, flags, shown)
      after.name = called
      if !texts.areNone { after.texts = after.texts.told(texts) }
      after.texts.position = texts.position ?? after.texts.position
      let isRenamed = renames && after.name.text != row.name.text
      let isSame =
        after.said == row.said && after.isThere == row.isThere && after.texts == row.texts
        && !isRenamed
      tell(isSame ? .unchanged(called) : .changed(change(row, to: after)))
    }
  }

  private mutating func makeNew(
    _ edit: Edit, of name: Name, _ texts: RowTexts, _ tell: (Outcome) -> Void
  ) {
    switch edit.outcome(ofNew: name) {
    case .unknown: tell(.unknown(name))
    case .unchanged: tell(.unchanged(name))
    case .added(let flags):
      var row = RowState(name: name, texts: texts, since: event.number)
      row.texts.revision = edit.revisions.revision(of: name, inList: row.texts.revision)
      if flags.contains(.dropped) { row.gone = event.number }
      row.said.flags = flags.intersection(Said.allFlags)
      decide(&row, as: edit.decision.verdict ?? VerdictClass(flags).map { Verdict($0) })
      row.said.apply(edit.decision)
      tell(.changed(change(nil, to: row)))
    }
  }

  /// A row after an edit that sets its stored flags to `flags`; `nil` drops it.
  private func after(
    _ edit: Edit, _ row: RowState, _ flags: Flags?, _ shown: RowTable.EarlierRow?
  ) -> RowState {
    var after = row
    let seen = edit.revisions.revision(of: row.name, inList: row.texts.revision)
    let flags = flags ?? row.storedFlags.union(.dropped)
    if flags.contains(.dropped), row.isThere { after.gone = event.number }
    after.said.flags = flags.intersection(Said.allFlags)
    switch edit.action {
    case .dead, .ok, .reopen:
      // Reopening also removes a decision that no longer counts.
      let verdict = edit.action == .reopen && !row.isThere ? row.verdict : edit.decision.verdict
      let opens = edit.action == .reopen && row.isThere && row.said.verdict != nil
      if verdict != row.verdict(at: seen) || verdict == nil && opens {
        decide(&after, as: verdict, shown)
        if verdict != nil, edit.revisions != .ofList { after.said.about = seen }
      }
    case .confirm:
      if row.isThere, !row.isDecisionCounted(at: seen), let verdict = row.said.verdict {
        decide(&after, as: Verdict(stored: verdict), shown)
        if edit.revisions != .ofList { after.said.about = seen }
      }
    default: break
    }
    after.said.apply(edit.decision)
    return after
  }

  /// Gives a row a verdict about its present revision, or removes the verdict.
  func decide(_ row: inout RowState, as verdict: Verdict?) {
    row.said.verdict = verdict?.stored
    row.said.decided = verdict == nil ? nil : event.number
    row.said.about = verdict == nil ? nil : row.texts.revision
    (row.said.toldAt, row.said.toldBy) = (nil, nil)
  }

  /// Gives a row a verdict about the revision with which it was shown.
  private func decide(_ row: inout RowState, as verdict: Verdict?, _ shown: RowTable.EarlierRow?) {
    decide(&row, as: verdict)
    if verdict != nil, let shown, shown.isThere { row.said.about = shown.revision }
  }

  /// The row as it was at event `seen`; `nil` if its source has not changed it since then.
  private mutating func shown(_ row: RowState, at seen: Int64?) throws -> RowTable.EarlierRow? {
    guard let seen, seen < event.list.version else { return nil }
    let changed = try changedSinceSeen ?? table.changed(since: seen)
    changedSinceSeen = changed
    return changed[row.name.keyOfRow]
  }

  func bringBack(_ row: inout RowState) throws { try table.bringBack(&row, with: event.number) }

  /// Edits the rows with an ID, of any source; without any, the row without an ID that has this
  /// name.
  private mutating func make(
    _ edit: Edit, ofRowWith id: String, _ tell: (Outcome) -> Void
  ) throws {
    let rows = try table.states(withID: id).filter { !$0.isAbsent }
    let found = try edit.meant(among: rows, of: id, isID: true)
    var names = found.map(\.name)
    if names.isEmpty, let name = try? Name(id) { names = [name] }
    var single = edit
    single.ofSingleRows = true
    var isKnown = false
    try forEachBatch(of: names, { $0 }, areSingle: true) { editor, name in
      guard editor.state(of: name) != nil else { return }
      try editor.make(single, of: name) { outcome in
        if case .unknown = outcome { return }
        isKnown = true
        tell(outcome)
      }
    }
    if !isKnown { tell(.unknownID(id)) }
  }
}

extension Said {
  /// Sets the marks that an edit sets.
  mutating func apply(_ decision: Decision) {
    var remark = Remark(
      note: note.flatMap { try? Note($0) }, until: until.map { Moment(microseconds: $0) })
    let before = remark
    remark = decision.applied(to: remark)
    if remark.note != before.note { note = remark.note?.text }
    if remark.until != before.until { until = remark.until?.microseconds }
  }
}

extension Edit {
  /// The rows with a name or an ID; dropped rows only if there are no others.
  ///
  /// - Throws: ``StoreError/ambiguous(_:)`` if there are several and the edit refuses that.
  fileprivate func meant(
    among rows: [RowState], of text: String, isID: Bool
  ) throws -> [RowState] {
    guard refusesAmbiguity else { return rows }
    let listed = rows.filter(\.isThere)
    let meant = listed.isEmpty ? rows : listed
    // To add a name that several rows have changes none of them.
    let isThereAlready = action == .add && !listed.isEmpty
    if meant.count > 1, !isThereAlready {
      throw StoreError.ambiguous(SharedText(text, isID: isID, of: meant.map(\.name)))
    }
    return meant
  }
}
