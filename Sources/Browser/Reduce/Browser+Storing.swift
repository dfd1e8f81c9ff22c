package import ListModel
import NameSearch
import TerminalText

// MARK: Storing edits

extension Browser.State {
  /// The edits that should be in progress and are stored together; `nil` if there is nothing to store.
  package var editsToStore: [PendingEdit]? {
    let given = edits.prefix { $0.number <= newestGiven }
    return given.isEmpty ? nil : Array(given)
  }

  /// The number of edits that are stored together.
  private static let mostTogether = 64

  /// Gives the store the edits that arrived while it was busy.
  mutating func giveEdits() {
    guard let first = edits.first, first.number > newestGiven else { return }
    let simple = edits.prefix(Self.mostTogether).prefix { $0.edit != nil }
    newestGiven = (simple.last ?? first).number
    for place in edits.indices where edits[place].number <= newestGiven {
      edits[place] = edits[place].seen { seenRevisions(of: $0) }
    }
  }

  /// The revisions with which rows are shown.
  private func seenRevisions(of names: [Name]) -> SeenRevisions {
    if settings.browsesKeptList { return .ofList }
    guard flags.givesRevisions else { return .none }
    let pairs = names.compactMap { name in
      index.row(of: name).map { (name, index.revision(at: $0)) }
    }
    return .given(Dictionary(pairs) { first, _ in first })
  }

  mutating func take(_ answers: [EditAnswer]) {
    var refusedRow: Name?
    for answer in answers {
      switch answer {
      case .stored(let number, let result, let mark, let step):
        finishEdit(number, with: result, mark: mark, step: step)
      case .found(let number, let step): takeFound(step, for: number)
      case .failed(let number, let reason, let isFinal):
        guard let pending = edits.first(where: { $0.number == number }) else { continue }
        edits.removeAll { $0.number == number }
        if editToCancel == number { editToCancel = nil }
        var words = reason
        if case .undo(let step) = pending.operation {
          if isFinal { decisions.refuse(step) } else { decisions.putBack(step) }
          if isFinal, review != nil, let next = decisions.next {
            words += "; u again to undo \(next.what)"
          }
        }
        notice = .init(words, isError: true)
        giveBackLine(of: number)
        if let edit = pending.edit, edit.action.isDecision {
          refusedRow = refusedRow ?? edit.names.first
        }
        (refusal, firstAfterRefusal) = (notice, nextNumber)
        storeFollowing.noteFailedEdit()
        leaving = nil
      }
    }
    goBack(toRefused: refusedRow)
    askForDecision()
  }

  /// Selects the first row whose decision was refused, so that a second try does not decide the next row.
  private mutating func goBack(toRefused name: Name?) {
    guard let name, let review, !review.isTyping, flags[name].isOpen, listing?.path(of: name) != nil
    else { return }
    selection = name
    self.review?.open = name
    self.review?.decided.removeAll { $0 == name }
    // In plain mode, the row is printed again.
    printedInReview = nil
  }

  /// Continues from the version after an edit of this session; false if that version is shown already.
  mutating func followOwnEdit(to mark: ListVersion) -> Bool {
    storeFollowing.followOwnEdit(to: mark, later: settings.asksStoreEachSecond)
  }

  private mutating func finishEdit(
    _ number: Int, with result: EditResult?, mark: ListVersion?, step: Int64?
  ) {
    guard let edit = edits.first(where: { $0.number == number }) else { return }
    edits.removeAll { $0.number == number }
    if result?.manyCount != nil {
      return finishManyAgain(edit, result, mark: mark, step: step)
    }
    // A request for changes may have found the edit first, together with later ones.
    let isNew = mark.map { followOwnEdit(to: $0) } ?? true
    let shown = isNew ? result.map { show($0) } : result
    if isNew, let result { decidedToday.add(result.changes) }
    updateListings()
    noteOwnDrop(in: result?.changes ?? [])
    forgetRemarks(on: result?.changes.map(\.name) ?? [])
    if edit.edit?.action.isDecision ?? true {
      noteOwnEdit(of: shown?.changes.map(\.name) ?? [])
    }
    // The answer to a key that was pressed before must not hide that another edit was refused.
    if notice == nil || notice != refusal || number >= firstAfterRefusal {
      noteAnswer(to: edit, shown)
      giveBackLine(of: number)
    }
    tellIfNothingIsOpen(after: notice)
    switch edit.operation {
    case .edit(let made):
      // A step of another list has its number there.
      guard edit.identity.isEmpty || edit.identity == storeFollowing.mark.identity else { return }
      noteStep(
        step, made.decision, count: shown?.changes.count ?? 0, name: shown?.changes.first?.name)
      return
    case .undo(let step):
      decisions.noteUndo(of: step)
      forgetUndoneNote(in: result?.changes ?? [])
    case .redo: if let step { decisions.noteRedo(of: step) }
    case .many, .findStep: return
    }
    lookAt(shown?.changes.first?.name)
  }

  /// Reports what an edit of this session, an undo or a redo has changed.
  mutating func noteAnswer(to pending: PendingEdit, _ result: EditResult?) {
    notice = .init(after: pending.operation, result, in: settings, inReview: review != nil)
    if case .undo(let step) = pending.operation, result != nil { noteUndone(step, pending.number) }
    if pending.edit == nil { keepAnswer() }
  }

  /// Reports all steps that one key undoes, not only the last one.
  private mutating func noteUndone(_ step: Step, _ number: Int) {
    guard let undoing = review?.undoing, undoing.numbers.contains(number) else { return }
    let undone = undoing.undone + [step]
    review?.undoing?.undone = undone
    let told =
      undone.count > Self.mostUndoneTold
      ? "\(undone.count.grouped) edits, the last: \(step.whatAndWhose)"
      : undone.map(\.whatAndWhose).joined(separator: ", then ")
    notice = .init("undone: \(told)")
  }

  private static let mostUndoneTold = 3

  /// Marks the notice as the answer to an undo or redo of this session, which news of others do not replace.
  mutating func keepAnswer() {
    if let text = notice?.text { notice?.own = text }
  }

  /// Remembers a decision or a note, so that it can be undone.
  mutating func noteStep(_ number: Int64?, _ decision: Decision, count: Int, name: Name?) {
    guard let number, decision.action.isUndoneInReview, count > 0 else { return }
    let what = Step.what(decision.word, count: count, name: name)
    decisions.add(.init(number: number, what: what, isOwnDecision: true))
  }

  /// Undoes a step that is a decision or a note of this session; asks about any other step.
  private mutating func takeFound(_ step: Step?, for number: Int) {
    guard edits.contains(where: { $0.number == number }) else { return }
    edits.removeAll { $0.number == number }
    if let step {
      if step.isOwnDecision { ask(.undo(step)) } else { ask(about: .undo(step)) }
    } else {
      notice = .init("nothing to undo")
    }
  }
}

// MARK: Showing them

extension Browser.State {
  /// Selects the row that an undo changed, once it is listed: a returning name must be sorted first.
  private mutating func lookAt(_ name: Name?) {
    guard let name, !settings.isPlain || review != nil, !flags[name].contains(.dropped) else {
      return
    }
    rowToLookAt = name
    selectRowToLookAt()
  }

  mutating func selectRowToLookAt() {
    guard let name = rowToLookAt, listing?.path(of: name) != nil else { return }
    selection = name
    rowToLookAt = nil
  }
}

extension Browser.State {
  /// Applies the changes and returns them as they look on the screen.
  ///
  /// They differ where stored flags hide the flags of the source, or reveal them when removed.
  private mutating func show(_ result: EditResult) -> EditResult {
    var shown = result
    let flagsBefore = result.changes.map { flags[$0.name] }
    let decisions = result.changes.compactMap { change in
      change.decision.map { (change.name, $0) }
    }
    flags.set(
      result.changes.map { ($0.name, $0.after) },
      decisions: Dictionary(decisions) { first, _ in first })
    for (place, change) in result.changes.enumerated() {
      let (before, after) = (flagsBefore[place], flags[change.name])
      shown.changes[place].name = flags.called(change.name)
      if settings.browsesKeptList || before == after { continue }
      (shown.changes[place].before, shown.changes[place].after) = (before, after)
    }
    return shown
  }
}
