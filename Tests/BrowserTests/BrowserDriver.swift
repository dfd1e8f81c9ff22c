import Browser
import ListModel
import NameSearch
import Pagination
import SectionedData
import TerminalText

/// A browser with a store and a searcher that answer at once, or when told to.
struct BrowserDriver {
  private(set) var state: Browser.State
  private var kept: [Name: Flags] = [:]
  private var remarks: [Name: Remark] = [:]
  private var undoable: [Undoable] = []
  private var redoable: [Undoable] = []
  private var stepCount: Int64 = 0

  /// A step of undo, as a store would have it.
  struct Undoable {
    var step: Step
    var result: EditResult
  }

  /// The row that the store says was decided last.
  var decidedLast: Name?

  /// Whether searches are answered by themselves after every event.
  var answersSearches = true

  /// Whether edits are answered by themselves after every event.
  var answersEdits = true

  /// Whether what was decided today is counted by itself after every event.
  var countsDecisions = false

  init(
    _ names: [String] = [], rows: Int = 24, columns: Int = 60,
    _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws {
    var settings = Browser.Settings()
    change(&settings)
    state = Browser.State(
      settings: settings, order: NameOrder(),
      flags: FlagTable(for: settings.browsesKeptList ? .keptList : .source("source")))
    var batch = NameBatch()
    for text in names {
      let name = try Name(text)
      batch.append(name)
      kept[name] = []
    }
    send(.resized(ScreenSize(columns: columns, rows: rows)))
    guard !settings.isPaged else { return }
    send(.pageRead(.of(count: names.count)))
    send(.indexed(state.index.adding(batch), areAll: true))
    send(.pages(.pageLoaded(next: nil)))
  }

  mutating func send(_ event: Browser.Event) {
    Browser.reduce(&state, event)
    if answersSearches { answerSearch() }
    if answersEdits { answerEdits() }
    while let request = state.remarksToRead {
      Browser.reduce(&state, .remarksRead(request, remarks))
    }
    if countsDecisions, let request = state.progressToCount {
      let count = kept.values.count { !$0.isDisjoint(with: .decided) }
      Browser.reduce(&state, .progressCounted(request, count, at: request.mark))
    }
    if state.opensReview { send(.reviewOpened(after: decidedLast)) }
  }

  /// Presses keys of review mode, with a number before the first.
  mutating func review(_ keys: ReviewCommand..., count: Int = 1) {
    for (place, key) in keys.enumerated() {
      send(.reviewKeyPressed(key, count: place == 0 ? count : 1))
    }
  }

  /// Types a text and takes it as a whole.
  mutating func type(_ text: String) {
    send(.lineEdited(text))
  }

  mutating func press(_ commands: Command..., line: String? = nil) {
    for command in commands { send(.commandGiven(command, line: line ?? state.query)) }
  }

  mutating func press(_ command: Command, times: Int) {
    send(.commandGiven(command, count: times, line: state.query))
  }

  /// Undoes the last edit, and says yes if that is asked about.
  mutating func undo() {
    press(.undo)
    if state.question != nil { type(state.query + "y") }
  }

  mutating func enter(_ line: String? = nil) {
    send(.submitted(line ?? state.query))
  }

  /// Names that somebody else adds to the list.
  mutating func arrive(_ names: [Name]) {
    var batch = NameBatch()
    for name in names {
      batch.append(name)
      kept[name] = kept[name] ?? []
    }
    send(.indexed(state.index.adding(batch)))
  }

  /// A name that somebody else drops from the list.
  mutating func vanish(_ name: Name) {
    kept[name] = nil
    send(.indexed(state.index.removing([name])))
  }

  mutating func answerSearch() {
    while state.listing?.request != state.search, let listing = Listing(state.search) {
      Browser.reduce(&state, .listed(listing))
    }
  }

  mutating func answerEdits() {
    while let edit = state.editsToStore?.first {
      if case .many(let deed, let many) = edit.operation {
        carryOut(deed, on: many, number: edit.number)
        continue
      }
      if edit.operation == .findStep {
        Browser.reduce(
          &state, .editsAnswered([.found(number: edit.number, undoable.last?.step)]))
        continue
      }
      let (result, step) = carryOut(edit.operation)
      let index = state.index
      let dropsRows = state.settings.browsesKeptList
      for change in result?.changes ?? [] where change.after == nil && dropsRows {
        Browser.reduce(&state, .indexed(index.removing([change.name])))
      }
      Browser.reduce(&state, .editsAnswered([.stored(number: edit.number, result, step: step)]))
      if answersSearches { answerSearch() }
    }
  }

  private mutating func carryOut(
    _ operation: PendingEdit.Operation
  ) -> (EditResult?, step: Int64?) {
    switch operation {
    case .many, .findStep: return (nil, nil)
    case .edit(let edit):
      var result = EditResult()
      for name in edit.names {
        let keys = keys(of: name, in: edit)
        for key in keys.isEmpty ? [name] : keys { carryOut(edit, on: key, as: name, &result) }
      }
      return (result, note(result, of: edit.action))
    case .undo(let step):
      guard let place = undoable.firstIndex(where: { $0.step.number == step.number }) else {
        return (nil, nil)
      }
      return (reversed(undoable.remove(at: place)), nil)
    case .redo:
      guard let redone = redoable.popLast() else { return (nil, nil) }
      for change in redone.result.changes { kept[change.name] = change.after }
      undoable.append(redone)
      return (redone.result, redone.step.number)
    }
  }

  /// Remembers a step, and returns its number.
  @discardableResult
  private mutating func note(_ result: EditResult, of action: Edit.Action) -> Int64? {
    guard let first = result.changes.first else { return nil }
    stepCount += 1
    let what = Step.what(
      action.word, count: result.changes.count, name: first.name)
    undoable.append(
      .init(
        step: .init(number: stepCount, what: what, isOwnDecision: action.isDecision),
        result: result))
    return stepCount
  }

  /// An edit that another run of the program has made.
  mutating func editElsewhere(_ action: Edit.Action, _ names: Name...) {
    var result = EditResult()
    let edit = Edit(action, names, addsUnknown: true)
    for name in names { carryOut(edit, on: name, as: name, &result) }
    let number = note(result, of: action)
    guard let number, let last = undoable.popLast() else { return }
    let step = Step(
      number: number, what: last.step.what, origin: " by Ann", isOwnDecision: false)
    undoable.append(.init(step: step, result: result))
  }

  /// An undo of the last step by another run of the program.
  mutating func undoElsewhere() {
    _ = undoable.popLast().map { reversed($0) }
  }

  /// What can be undone, the oldest first.
  var steps: [String] { undoable.map(\.step.what) }

  private mutating func carryOut(
    _ deed: Deed, on many: ManyRows, number: Int
  ) {
    var (result, summary) = (EditResult(), EditSummary())
    let edit = Edit(deed.action, [], note: deed.note, until: deed.until)
    for name in many.names { carryOut(edit, on: name, as: name, &result) }
    summary.changeCount = result.changes.count
    stepCount = max(stepCount, state.storeFollowing.mark.version)
    note(result, of: deed.action)
    let mark = ListVersion(identity: "list", version: stepCount, token: 1)
    Browser.reduce(&state, .manyStored(number: number, summary, mark: mark))
    if answersSearches { answerSearch() }
  }

  /// What is kept under a name: one row, or all that are called so.
  private func keys(of name: Name, in edit: Edit) -> [Name] {
    kept.keys.filter { key in
      if let id = name.sourceID { return key.sourceID == id }
      return key.text == name.text && (key.sourceID == nil || !edit.ofSingleRows)
    }
  }

  private mutating func carryOut(
    _ edit: Edit, on key: Name, as name: Name, _ result: inout EditResult
  ) {
    let before = kept[key]
    let start = before ?? edit.flagsOfSource[name]
    let remark = edit.applied(to: remarks[key] ?? Remark())
    var after = edit.action.applied(to: start)
    if after != nil {
      if remark.note != nil { after?.insert(.noted) } else { after?.remove(.noted) }
      if remark.until != nil { after?.insert(.snoozed) } else { after?.remove(.snoozed) }
    }
    if !start.isListed, !edit.adds(name) {
      result.unknown.append(name)
      return
    }
    let called = name.sourceID == nil ? key : name
    if before == after, remark == remarks[key] ?? Remark() {
      result.unchanged.append(called)
    } else {
      kept[key] = nil
      kept[called] = after
      remarks[called] = remark
      result.changes.append(.init(name: called, before: before, after: after))
    }
  }

  private mutating func reversed(_ undone: Undoable) -> EditResult {
    let result = undone.result
    redoable.append(undone)
    for change in result.changes { kept[change.name] = change.before }
    return EditResult(
      changes: result.changes.map { .init(name: $0.name, before: $0.after, after: $0.before) })
  }

  // MARK: What there is to see

  /// The orders not yet carried out, in words.
  var orders: [String] {
    state.orders.map { pending in
      switch pending.order {
      case .consumeLine(let text, _): "consume \(text)"
      case .clearLine: "clear"
      case .setLine(let text): "set \(text)"
      case .print(let printout):
        "print " + printout.lines.map(\.plainText).joined(separator: "|")
      case .remember(let line): "remember \(line)"
      case .redraw: "redraw"
      case .leave(.picked(let picked)):
        "leave picked(" + picked.rows.map(\.target.name.text).joined(separator: ", ") + ")"
      case .leave(let outcome): "leave \(outcome)"
      }
    }
  }

  /// The names listed, in order.
  var names: [String] {
    state.listing?.sections.flatMap { $0.items.map(\.name.text) } ?? []
  }

  var dead: [String] {
    state.listing?.sections.flatMap { $0.items.filter(\.isDead).map(\.name.text) } ?? []
  }

  /// The lines of the screen, without blanks at their ends; a trailing part stands behind a bar.
  func screen(line: String? = nil) -> [String] {
    let line = EditorLine(prompt: "targets> ", beforeCursor: line ?? state.query)
    return Screen(of: state, line: line).frame.lines.map { line in
      let body = line.body.plainText
      let text = line.trailing.map { body + "|" + $0.plainText } ?? body
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
