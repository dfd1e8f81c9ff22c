package import ListModel
import NameSearch
import TerminalText

extension Browser {
  /// Edits and files that are being written.
  package struct Storing: Sendable {
    /// The edits that the store has not answered, oldest first.
    package private(set) var edits: [PendingEdit] = []

    /// The number of the newest edit that was given to the store.
    private var newestGiven = -1

    /// The number of the edit that the user has cancelled.
    package var editToCancel: Int?

    /// The last edit of very many rows; `nil` if there is none, or if its flags are out of date.
    var newestMany: ManyEdit?

    /// The decisions and notes of this session, for the undo in review mode.
    var decisions = Decisions()

    /// The command line of the newest edit or save that a command made.
    var submitted: (number: Int, line: String)?

    /// The notice that an edit was refused, until the store has worked again for a while.
    var refusal: Notice?

    /// The number of the first edit that the user made after that.
    var firstAfterRefusal = 0

    /// The listings to write to files, oldest first.
    private(set) var saves: [PendingSave] = []

    package enum Event: Sendable {
      case editsAnswered([EditAnswer])
      case manyStored(number: Int, EditSummary, mark: ListVersion?)
      case saved(number: Int, Notice)
    }

    /// The number of edits that are stored together.
    private static let mostTogether = 64

    /// The edits that should be in progress and are stored together; empty if there is nothing to store.
    var given: ArraySlice<PendingEdit> { edits.prefix { $0.number <= newestGiven } }

    mutating func add(_ edit: PendingEdit) { edits.append(edit) }

    /// Whether edits have arrived while the store was busy, which it is no longer.
    var hasEditsToGive: Bool { edits.first.map { $0.number > newestGiven } ?? false }

    /// Gives the store the edits that have arrived, with the revisions that the user saw.
    mutating func give(seen: ([Name]) -> SeenRevisions) {
      guard let first = edits.first else { return }
      let simple = edits.prefix(Self.mostTogether).prefix { $0.edit != nil }
      newestGiven = (simple.last ?? first).number
      for place in edits.indices where edits[place].number <= newestGiven {
        edits[place] = edits[place].seen(with: seen)
      }
    }

    /// Removes and returns an edit that the store has answered; `nil` if it is not in progress.
    mutating func end(_ number: Int) -> PendingEdit? {
      edits.firstIndex { $0.number == number }.map { edits.remove(at: $0) }
    }

    /// Forgets that an edit should be cancelled; false if it should not.
    mutating func endCancelling(_ number: Int) -> Bool {
      guard editToCancel == number else { return false }
      editToCancel = nil
      return true
    }

    mutating func add(_ save: PendingSave) { saves.append(save) }

    /// Removes a save that has ended; false if it is not in progress.
    mutating func endSave(_ number: Int) -> Bool {
      guard let place = saves.firstIndex(where: { $0.number == number }) else { return false }
      saves.remove(at: place)
      return true
    }
  }

  /// A listing whose names wait to be written to a file.
  package struct PendingSave: Equatable, Sendable {
    package let number: Int
    package let listing: Listing
    package let path: String

    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }
}

// MARK: Storing edits

extension Browser.State {
  /// The edits that should be in progress and are stored together; `nil` if there is nothing to store.
  package var editsToStore: [PendingEdit]? {
    let given = storing.given
    return given.isEmpty ? nil : Array(given)
  }

  /// The save that should be in progress, or `nil`.
  package var listingToSave: Browser.PendingSave? { storing.saves.first }

  mutating func apply(_ event: Browser.Storing.Event) {
    switch event {
    case .editsAnswered(let answers): take(answers)
    case .manyStored(let number, let summary, let mark): finishMany(number, summary, mark: mark)
    case .saved(let number, let result): endSave(number, result)
    }
  }

  mutating func giveEdits() {
    if storing.hasEditsToGive { storing.give { [self] in seenRevisions(of: $0) } }
  }

  /// The revisions with which rows are shown.
  private func seenRevisions(of names: [Name]) -> SeenRevisions {
    if settings.browsesKeptList { return .ofList }
    guard list.flags.givesRevisions else { return .none }
    let pairs = names.compactMap { name in
      list.index.row(of: name).map { (name, list.index.revision(at: $0)) }
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
        guard let pending = storing.end(number) else { continue }
        _ = storing.endCancelling(number)
        var words = reason
        if case .undo(let step) = pending.operation {
          if isFinal { storing.decisions.refuse(step) } else { storing.decisions.putBack(step) }
          if isFinal, review != nil, let next = storing.decisions.next {
            words += "; u again to undo \(next.what)"
          }
        }
        notice = .init(words, isError: true)
        giveBackLine(of: number)
        if let edit = pending.edit, edit.action.isDecision {
          refusedRow = refusedRow ?? edit.names.first
        }
        (storing.refusal, storing.firstAfterRefusal) = (notice, session.nextNumber)
        following.noteFailedEdit()
        session.leaving = nil
      }
    }
    goBack(toRefused: refusedRow)
  }

  /// If a file could not be written, the session does not end.
  private mutating func endSave(_ number: Int, _ result: Browser.Notice) {
    guard storing.endSave(number) else { return }
    notice = result
    giveBackLine(of: number)
    if result.isError { session.leaving = nil }
  }

  /// Selects the first row whose decision was refused, so that a second try does not decide the next row.
  private mutating func goBack(toRefused name: Name?) {
    guard let name, let review, !review.isTyping, list.flags[name].isOpen,
      list.listing?.path(of: name) != nil
    else { return }
    view.selection = name
    self.review?.open = name
    self.review?.decided.removeAll { $0 == name }
    // In plain mode, the row is printed again.
    self.review?.printed = nil
  }

  /// Continues from the version after an edit of this session; false if that version is shown already.
  mutating func followOwnEdit(to mark: ListVersion) -> Bool {
    following.followOwnEdit(to: mark, later: settings.asksStoreEachSecond)
  }

  private mutating func finishEdit(
    _ number: Int, with result: EditResult?, mark: ListVersion?, step: Int64?
  ) {
    guard let edit = storing.end(number) else { return }
    if result?.manyCount != nil {
      return finishManyAgain(edit, result, mark: mark, step: step)
    }
    // A request for changes may have found the edit first, together with later ones.
    let isNew = mark.map { followOwnEdit(to: $0) } ?? true
    let shown = isNew ? result.map { show($0) } : result
    if isNew, let result { facts.decidedToday.add(result.changes) }
    list.updateListings()
    noteOwnDrop(in: result?.changes ?? [])
    facts.forgetRemarks(on: result?.changes.map(\.name) ?? [])
    if edit.edit?.action.isDecision ?? true {
      noteOwnEdit(of: shown?.changes.map(\.name) ?? [])
    }
    // The answer to a key that was pressed before must not hide that another edit was refused.
    if notice == nil || notice != storing.refusal || number >= storing.firstAfterRefusal {
      noteAnswer(to: edit, shown)
      giveBackLine(of: number)
    }
    tellIfNothingIsOpen(after: notice)
    switch edit.operation {
    case .edit(let made):
      // A step of another list has its number there.
      guard edit.identity.isEmpty || edit.identity == following.mark.identity else { return }
      noteStep(
        step, made.decision, count: shown?.changes.count ?? 0, name: shown?.changes.first?.name)
      return
    case .undo(let step):
      storing.decisions.noteUndo(of: step)
      forgetUndoneNote(in: result?.changes ?? [])
    case .redo: if let step { storing.decisions.noteRedo(of: step) }
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
    storing.decisions.add(.init(number: number, what: what, isOwnDecision: true))
  }

  /// Undoes a step that is a decision or a note of this session; asks about any other step.
  private mutating func takeFound(_ step: Step?, for number: Int) {
    guard storing.end(number) != nil else { return }
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
    guard let name, !settings.isPlain || review != nil, !list.flags[name].contains(.dropped) else {
      return
    }
    view.rowToLookAt = name
    selectRowToLookAt()
  }

  mutating func selectRowToLookAt() {
    guard let name = view.rowToLookAt, list.listing?.path(of: name) != nil else { return }
    view.selection = name
    view.rowToLookAt = nil
  }
}

extension Browser.State {
  /// Applies the changes and returns them as they look on the screen.
  ///
  /// They differ where stored flags hide the flags of the source, or reveal them when removed.
  private mutating func show(_ result: EditResult) -> EditResult {
    var shown = result
    let flagsBefore = result.changes.map { list.flags[$0.name] }
    let decisions = result.changes.compactMap { change in
      change.decision.map { (change.name, $0) }
    }
    list.flags.set(
      result.changes.map { ($0.name, $0.after) },
      decisions: Dictionary(decisions) { first, _ in first })
    for (place, change) in result.changes.enumerated() {
      let (before, after) = (flagsBefore[place], list.flags[change.name])
      shown.changes[place].name = list.flags.called(change.name)
      if settings.browsesKeptList || before == after { continue }
      (shown.changes[place].before, shown.changes[place].after) = (before, after)
    }
    return shown
  }
}
