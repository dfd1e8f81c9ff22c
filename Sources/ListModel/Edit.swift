package import NameSearch

/// A change of one or more rows, which one undo reverts.
package struct Edit: Hashable, Sendable {
  package enum Action: String, CaseIterable, Sendable {
    /// Gives a verdict, which replaces any earlier one.
    case dead, ok

    /// Removes the decision.
    case reopen

    /// Repeats the earlier decision on a changed row.
    case confirm

    case like, unlike, snooze, wake

    /// Sets the note, or removes it.
    case note

    case add, drop

    /// Hides a row that its source keeps returning.
    case hide
  }

  package var decision: Decision

  /// The names to edit, in order; a repeated name is edited once.
  ///
  /// A name with a source ID means one row. A bare name means every row with its text, unless the
  /// edit is ``ofSingleRows``.
  package var names: [Name]

  /// Whether a bare name means only the row without an ID, as in a view that shows each row.
  package var ofSingleRows: Bool

  /// Whether it is an error if a name, or an ID of ``ids``, means several rows.
  package var refusesAmbiguity: Bool

  /// The IDs of further rows to edit.
  ///
  /// If no row has the ID, it means the row without an ID that has it as its name.
  package var ids: [String]

  /// Whether a name that is not in the list is added first, instead of reported as unknown.
  ///
  /// It has no effect on actions that remove something.
  package var addsUnknown: Bool

  /// The flags that sources give rows, used for rows that are not in the list.
  package var flagsOfSource: [Name: Flags]

  /// The revisions with which the rows were seen: a decision is about these.
  package var revisions = SeenRevisions.ofList

  /// Whether rows with an ID keep the names that the list has.
  ///
  /// The names of the edit are then as old as the screen that showed them.
  package var keepsNames = false

  package init(
    _ action: Action, _ names: [Name], ofSingleRows: Bool = false,
    refusesAmbiguity: Bool = false, ids: [String] = [], addsUnknown: Bool = false,
    flagsOfSource: [Name: Flags] = [:], note: Note? = nil, until: Moment? = nil
  ) {
    decision = Decision(action, note: note, until: until)
    self.names = names
    self.ofSingleRows = ofSingleRows
    self.refusesAmbiguity = refusesAmbiguity
    self.ids = ids
    self.addsUnknown = addsUnknown
    self.flagsOfSource = flagsOfSource
  }

  package var action: Action { decision.action }
}

extension Edit {
  /// Whether the edit adds a name that is not in the list.
  package func adds(_ name: Name) -> Bool {
    action == .add || addsUnknown && action.mayAdd || flagsOfSource[name] != nil
  }

}

extension Edit.Action {
  /// What an action does; all marks that are flags are set and removed in the same way.
  package enum Kind {
    case decide(VerdictClass), reopen, confirm
    case mark(RowFlag), unmark(RowFlag)
    case snooze, wake, note, add, drop, hide
  }

  package var kind: Kind {
    switch self {
    case .dead: .decide(.dead)
    case .ok: .decide(.ok)
    case .reopen: .reopen
    case .confirm: .confirm
    case .like: .mark(.liked)
    case .unlike: .unmark(.liked)
    case .snooze: .snooze
    case .wake: .wake
    case .note: .note
    case .add: .add
    case .drop: .drop
    case .hide: .hide
    }
  }

  /// The flags that an action sets as a mark.
  package static let marks: [RowFlag] = allCases.compactMap {
    if case .mark(let flag) = $0.kind { flag } else { nil }
  }

  /// The stored flags after this action; `nil` means "not in the list".
  ///
  /// Returns `flags` if there is nothing to do.
  package func applied(to flags: Flags?) -> Flags? {
    let listed = (flags ?? []).subtracting(.dropped)
    return switch kind {
    case .decide(let verdict): listed.subtracting(.decided.union(.changed)).union(verdict.flag)
    case .mark(let flag): listed.union(Flags(flag))
    case .add, .snooze, .note: listed
    case .reopen: flags.isListed ? listed.subtracting(.decided.union(.changed)) : flags
    case .unmark(let flag): flags.isListed ? listed.subtracting(Flags(flag)) : flags
    case .wake, .confirm: flags
    case .drop: flags.isListed ? nil : flags
    case .hide: listed.union(.dropped)
    }
  }

  /// Whether the action can be applied to a name that is added first.
  package var mayAdd: Bool {
    switch kind {
    case .decide, .mark, .snooze, .note, .add, .hide: true
    case .reopen, .confirm, .unmark, .wake, .drop: false
    }
  }

  /// Whether it decides rows, so that the revisions that the user saw matter.
  package var decides: Bool { verdictClass != nil || self == .confirm }

  /// Whether the row is no longer open after the action.
  package var settles: Bool { decides || self == .snooze }

  /// The class of the verdict that it gives.
  package var verdictClass: VerdictClass? {
    if case .decide(let verdict) = kind { verdict } else { nil }
  }
}

/// The change that an edit makes to each of its rows.
package struct Decision: Hashable, Sendable {
  package var action: Edit.Action

  /// The list's own verdict that the action gives; `nil` for `dead` and `ok` themselves.
  private var ownVerdict: Verdict?

  /// The note to set; `nil` leaves the present note, or removes it if setting the note is the action.
  package var note: Note?

  /// The end of a snooze.
  package var until: Moment?

  /// The version of the list that the user saw when deciding; `nil` for the version in which the
  /// edit is stored.
  ///
  /// A decision is about the revision that was seen. A row that was dropped since then is not decided.
  package var seen: Int64?

  package init(_ action: Edit.Action, note: Note? = nil, until: Moment? = nil) {
    self.action = action
    self.note = note
    self.until = until
  }

  /// Gives a verdict.
  package init(giving verdict: Verdict, note: Note? = nil) {
    self.init(verdict.class == .dead ? .dead : .ok, note: note)
    ownVerdict = verdict == Verdict(verdict.class) ? nil : verdict
  }

  /// The verdict that it gives.
  package var verdict: Verdict? { action.verdictClass.map { ownVerdict ?? Verdict($0) } }

  /// Whether it sets or removes the note; `nil` if it leaves the note unchanged.
  var setsNote: Bool? { note != nil ? true : action == .note ? false : nil }

  /// Whether it snoozes or wakes a row; `nil` if it does neither.
  var snoozes: Bool? {
    switch action {
    case .snooze: true
    case .wake: false
    default: nil
    }
  }

  /// The remark on a row after the edit.
  package func applied(to remark: Remark) -> Remark {
    var remark = remark
    if setsNote != nil { remark.note = note }
    if let snoozes { remark.until = snoozes ? until : nil }
    return remark
  }
}

/// Rows of one index.
package struct ManyRows: Equatable, Sendable {
  let index: NameIndex
  package let rows: RowSet

  package init(index: NameIndex, rows: RowSet) {
    self.index = index
    self.rows = rows
  }

  package var count: Int { rows.count }

  package func contains(_ name: Name) -> Bool {
    index.row(of: name).map { rows.contains($0) } ?? false
  }

  /// The same rows without some of them.
  package func without(_ names: Set<Name>) -> ManyRows {
    if names.isEmpty { return self }
    var rest = rows
    rest.subtract(index.rows(of: names))
    return ManyRows(index: index, rows: rest)
  }

  /// The names, created one at a time.
  package var names: some Sequence<Name> & Sendable {
    rows.lazy.map { [index] in index.name(at: $0) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version && left.rows == right.rows
  }
}

/// The stored result of an edit, an undo or a redo.
package struct EditResult: Hashable, Sendable {
  package struct Change: Hashable, Sendable {
    /// The name with its first original text.
    package var name: Name

    /// `nil` if the row was not in the list.
    package var before: Flags?

    /// `nil` if the row is no longer in the list; equal to `before` if only its remark changed.
    package var after: Flags?

    /// The row's texts other than its name.
    package var texts: RowTexts

    /// Its decision, if revisions matter for it.
    package var decision: StoredDecision?

    package init(
      name: Name, before: Flags?, after: Flags?, texts: RowTexts = RowTexts(),
      decision: StoredDecision? = nil
    ) {
      self.decision = decision
      self.texts = texts
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// In the order of the request.
  package var changes: [Change]

  /// The names that already were as requested.
  package var unchanged: [Name]

  /// The rows that were dropped after they were seen, and so were not decided.
  package var refused: [Name] = []

  /// The names that are not in the list, if the edit must not add them.
  package var unknown: [Name]

  /// The IDs of the edit that no row has.
  package var unknownIDs: [String] = []

  /// The first changed rows for which a command was running.
  package var running: [RunningRow] = []

  /// The number of changed rows, if there are too many to list; then ``changes`` is empty.
  package var manyCount: Int?

  package var changeCount: Int { manyCount ?? changes.count }

  package init(changes: [Change] = [], unchanged: [Name] = [], unknown: [Name] = []) {
    self.changes = changes
    self.unchanged = unchanged
    self.unknown = unknown
  }
}

/// The numbers of names by the result of an edit, in constant space.
package struct EditSummary: Equatable, Sendable {
  /// A number of names, with the first of them as examples.
  package struct Sample: Equatable, Sendable {
    /// The maximum number of examples.
    package static let most = 10
    package private(set) var count = 0
    package private(set) var first: [Name] = []

    package init() {}

    package mutating func add(_ name: @autoclosure () -> Name) {
      count += 1
      if first.count < Self.most { first.append(name()) }
    }
  }

  package var changeCount = 0

  /// How many of the changes of an import added a row.
  package var addedCount = 0

  /// How many of the changes of an import dropped a row of the list.
  package var droppedCount = 0

  /// How many of the changes of an import stored a dropped row that the list did not have.
  package var hiddenCount = 0

  /// How many changes of an import changed a row that was there, or was dropped, and still is.
  package var updatedCount: Int { changeCount - addedCount - droppedCount - hiddenCount }

  /// The names that already were as requested.
  package var unchanged = Sample()

  /// The rows that were dropped after they were seen, and so were not decided.
  package var refused = Sample()

  /// The names that are not in the list, if the edit must not add them.
  package var unknown = Sample()

  /// The first changed rows for which a command was running.
  package var running: [RunningRow] = []

  /// The IDs of the edit that no row has.
  package var unknownIDs: [String] = []

  /// The rows of an input that repeat an earlier row or its ID.
  package var repeated = 0

  package init() {}
}

/// A row that was edited while a command was running for it.
package struct RunningRow: Hashable, Sendable {
  /// The maximum number of rows that an edit reports.
  package static let mostTold = 10

  package let name: Name
  private let author: String

  /// `author` is the author of the run.
  package init(name: Name, author: String) {
    (self.name, self.author) = (name, author)
  }

  /// The message for the user who edited the row.
  package var text: String {
    "a command is running for \(name.text)" + (author.isEmpty ? "" : ", started by \(author)")
  }
}
