import ListModel
package import NameSearch
import Pagination
import SectionedData
import TerminalText

extension Browser {
  /// Going through the open rows, with one key per decision.
  package struct Review: Sendable {
    /// The query when review began.
    let queryBefore: String

    /// Whether the user is typing in the prompt, so that letters are not commands.
    var isTyping = false

    /// The query and the selected row before a search was typed, which Esc restores.
    var beforeFinding: (query: String, selection: Name?)?

    /// Whether the first row is still being searched for.
    var isOpening = true

    /// The rows that were shown when the first of the keys was pressed that wait for the first row.
    var shownToKey: Listing?

    /// The decided rows, oldest first, except those that the user went back to.
    var decided: [Name] = []

    /// The decision that `.` repeats.
    var last: Decision?

    /// The row to which `last` was applied.
    var lastName: Name?

    /// The note that was written last, and its row.
    var note: (name: Name, note: Note?)?

    /// The steps that one key undoes together, and the numbers of these edits.
    var undoing: (numbers: Range<Int>, undone: [Step])?

    /// The number that was typed before the last key, for the operand that it asks for.
    var count = 1

    /// The key whose operand the next line is, in plain mode.
    var asking: ReviewCommand?

    /// The row that follows one that others have settled, until the user has had time to see it.
    var arrival: Arrival?

    /// Whether an answer in plain mode was about a row that others have dropped or decided.
    var isAnswerLost = false

    /// The ticked rows, which the next decision applies to, in addition to the range.
    var ticks = Picks()

    /// The start of the range, which ends at the selected row.
    var rangeStart: Name?

    /// The row that is selected and still open.
    var open: Name?

    /// The selected row, in the state when it was selected.
    var current: CurrentRow?

    /// The store's report about the current row, until review leaves it.
    var settling: Settling?

    /// In plain mode, the row that was printed last, with the facts about it.
    var printed: (row: Row, remark: Remark)?

    package enum Event: Sendable {
      /// The row that was decided last, where review mode begins; `nil` if there is none.
      case reviewOpened(after: Name?)
      case arrivalSeen(Arrival)
    }
  }
}

// MARK: Queries

extension Browser.State {
  /// Whether letters are commands, because nothing is being typed in the prompt line.
  package var takesPlainKeys: Bool {
    guard let review, cover.question == nil, !settings.isPlain else { return false }
    return !review.isTyping
  }

  /// Whether review must still find the row that was decided last.
  package var opensReview: Bool {
    guard review?.isOpening ?? false, list.listing != nil, searchToMake == nil else { return false }
    return intake.isComplete || settings.isPaged && intake.pages.pageCount > 0
  }
}

// MARK: Transitions

extension Browser.State {
  mutating func apply(_ event: Browser.Review.Event) {
    switch event {
    case .reviewOpened(let name): openReview(after: name)
    case .arrivalSeen(let arrival): see(arrival)
    }
  }

  /// Remembers which rows are shown when a key about the first row has to wait for it.
  mutating func noteShownToKey() {
    // Before anything is shown, the user types ahead.
    guard review?.isOpening ?? false, review?.shownToKey == nil, let listing = list.listing,
      listing.count > 0
    else { return }
    review?.shownToKey = listing
  }

  /// Forgets the keys that wait for the first row, if it was not among the rows shown when they were
  /// pressed: nobody has decided that row.
  private mutating func forgetKeysForUnseenRow() {
    guard let shown = review?.shownToKey else { return }
    review?.shownToKey = nil
    guard let selection = view.selection, shown.path(of: selection) == nil else { return }
    let count = prompt.waiting.count
    prompt.waiting.removeAll { event in
      switch event {
      case .reviewKeyPressed(let command, _): command.needsRow
      case .unknownKeyPressed: true
      default: false
      }
    }
    if prompt.waiting.count < count {
      notice = .init(
        "nothing was decided: \(selection.text) was not shown when the key was pressed",
        isError: true)
    }
  }

  mutating func beginReview(of text: String = "") {
    if settings.purpose == .picking {
      notice = .init("no review mode in a picker", isError: true)
      return
    }
    review = Browser.Review(queryBefore: prompt.query)
    if !text.isEmpty, text != prompt.query {
      (prompt.query, view.selection, view.top) = (text, nil, nil)
    }
    notice = nil
  }

  /// Selects the first open row after the row that was decided last, or else the first open row.
  mutating func openReview(after name: Name?) {
    guard review != nil, let listing = list.listing else { return }
    // Rows that have arrived meanwhile must be listed first.
    let isBehind = searchToMake != nil
    review?.isOpening = isBehind
    if isBehind { return }
    goToOpen(listing.pathOfOpen(after: name) ?? listing.pathOfOpen(from: 0))
    forgetKeysForUnseenRow()
  }

  /// Performs a key of review mode; `count` is the number typed before it.
  mutating func perform(_ command: ReviewCommand, count: Int, operand: String = "") {
    let covering = cover.overlay
    if command != .leave || covering == nil { cover.overlay = nil }
    // What was said under an overlay has not been read yet.
    if covering == nil { notice = nil }
    let count = min(count, Command.mostRows)
    review?.count = count
    switch command {
    case _ where count < 1: break
    case .dead: decide(.init(.dead), count: count)
    case .ok: decide(.init(.ok), count: count)
    case .confirm: decide(.init(.confirm), count: count)
    case .reopen: reopen(count: count)
    case .again: decideAgain(count: count)
    case .like: like(count: count)
    case .snooze: snooze(operand)
    case .note: note(operand)
    case .undo: undoDecisions(count)
    case .next:
      endRange()
      goToNextOpen(from: view.selection, count: count)
    case .back:
      endRange()
      goBack(count: count)
    case .down: moveSelection(by: count)
    case .up: moveSelection(by: -count)
    case .tick: tick(count: count)
    case .range: toggleRange()
    case .find:
      endRange()
      review?.beforeFinding = (prompt.query, view.selection)
      askInLine(prompt.query)
    case .command:
      endRange()
      askInLine(":")
    case .help: if !covering.isHelp { cover(with: .help(scroll: 0)) }
    case .leave: if covering == nil { leaveReview() } else { cover.overlay = nil }
    }
    askForDecision()
  }

  /// Performs the key of one of the list's verdicts.
  mutating func perform(_ verdict: Verdict, count: Int) {
    cover.overlay = nil
    notice = nil
    review?.count = count
    if count > 0 { decide(.init(giving: verdict), count: count) }
    askForDecision()
  }

  /// Ends the program if it was started for a review.
  private mutating func leaveReview() {
    let before = review?.queryBefore ?? prompt.query
    review = nil
    if settings.isPlain {
      notice = .init(progress.joined(separator: ", "))
      // The rows that were printed last count again, and none of them is selected.
      (prompt.query, view.selection) = (before, nil)
    }
    if settings.reviews { return leave(.left) }
    session.order(.setLine(settings.isPlain ? "" : prompt.query))
  }

  /// Ends the typing that a key of review mode began; the query stays.
  mutating func endTyping(leaving line: String? = nil) {
    guard review?.isTyping ?? false else { return }
    review?.isTyping = false
    review?.beforeFinding = nil
    session.order(.setLine(line ?? prompt.query))
  }

  private mutating func note(_ operand: String) {
    guard let selected else { return askForRow() }
    if !operand.isEmpty {
      write(operand, on: selected)
    } else if settings.isPlain {
      review?.asking = .note
    } else {
      askForNote()
    }
  }

  private mutating func snooze(_ operand: String) {
    guard selected != nil else { return askForRow() }
    if !operand.isEmpty {
      do {
        decide(.init(.snooze, until: try ColonCommand.end(ofSnooze: operand)))
      } catch {
        notice = .init(error.reason, isError: true)
      }
    } else if settings.isPlain {
      review?.asking = .snooze
    } else {
      askForSnooze()
    }
  }

  /// Undoes decisions and notes of this session, newest first, and nothing else.
  private mutating func undoDecisions(_ count: Int) {
    let steps = storing.decisions.takeLast(min(count, Self.mostUndone))
    let first = session.nextNumber
    for step in steps { ask(.undo(step)) }
    review?.undoing = steps.count > 1 ? (first..<session.nextNumber, []) : nil
    if steps.isEmpty, let kept = storing.decisions.stored.last {
      let others = storing.decisions.stored.count - 1
      let more = others == 0 ? "" : " and \(others.grouped) more"
      notice = .init(
        "u stops here: \(kept.what)\(more) cannot be undone", isError: true)
      storing.decisions.retryRefused()
    } else if steps.isEmpty {
      let older = settings.isPlain ? "" : "; C-x u to undo older edits"
      notice = .init("no more decisions or notes of this session to undo\(older)")
    }
  }
}

// MARK: Decisions

extension Browser.State {
  private mutating func decideAgain(count: Int) {
    guard let last = review?.last else {
      notice = .init("no decision to repeat yet")
      return
    }
    decide(last, count: count)
  }

  /// Decides the ticked rows, or else the selected one and the open ones after it, and selects the
  /// next open row.
  mutating func decide(_ decision: Decision, count: Int = 1) {
    if ticked != nil { return editTicked(decision) }
    guard let target = selected, let listing = list.listing else {
      goToOpen(list.listing?.pathOfOpen(from: 0))
      return
    }
    if let reason = refusal(of: decision, target) {
      notice = .init(reason)
      return
    }
    askOrDecide(decision, rows: names(from: target, count: count, in: listing, for: decision))
  }

  private mutating func askOrDecide(_ decision: Decision, rows names: [Name]) {
    if names.count > Self.mostUnasked {
      ask(about: .decide(decision, names))
    } else {
      decide(decision, rows: names)
    }
  }

  mutating func decide(_ decision: Decision, rows names: [Name]) {
    if names.isEmpty {
      notice = .nothingChanged
      return
    }
    edit(decision, names)
    // A row that was only liked is not decided, so it stays ticked.
    guard decision.action.isDecision else { return }
    noteDecision(decision, of: names)
    _ = dropTicks()
    goToNextOpen(from: names.last)
  }

  /// Removes decisions; the selection stays, so that another decision can be made.
  private mutating func reopen(count: Int) {
    if ticked != nil { return decide(.init(.reopen)) }
    guard let target = selected else { return askForRow() }
    guard target.flags.decision != nil || target.flags.contains(.changed) else {
      notice = .init("\(target.name.text) has no decision")
      return
    }
    ask(.init(.reopen), rows: [target.name])
  }

  /// A row and the open rows after it.
  private func names(
    from target: Row, count: Int, in listing: Listing, for decision: Decision
  ) -> [Name] {
    // Only changed rows can be confirmed.
    let isWanted = { (row: Row) in
      decision.action != .confirm || row.flags.contains(.changed)
    }
    var names = [target.name]
    var place = listing.path(of: target.name).map { listing.place(of: $0) + 1 } ?? listing.count
    let isSettled = rowsBeingSettled
    while names.count < count, let path = listing.pathOfOpen(from: place),
      let next = listing.target(at: path)
    {
      if !isSettled(next.name), isWanted(next) { names.append(next.name) }
      place = listing.place(of: path) + 1
    }
    return names
  }

  /// Likes or unlikes the selected row and the open ones after it.
  private mutating func like(count: Int) {
    guard let selected, let listing = list.listing else { return askForRow() }
    let decision = Decision(selected.isLiked ? .unlike : .like)
    if ticked != nil { return editTicked(decision) }
    let names = names(from: selected, count: count, in: listing, for: decision)
    guard names.count > Self.mostUnasked else { return ask(decision, rows: names) }
    let index = listing.matches.index
    ask(about: .edit(decision, .init(index: index, rows: index.rows(of: names))))
  }

  /// The maximum number of steps that one key undoes.
  private static let mostUndone = 1_000

  /// Remembers a decision, to repeat it with `.` and to go back to its row.
  private mutating func noteDecision(_ decision: Decision, of names: [Name]) {
    var decision = decision
    if decision.note == nil, let note = review?.note, note.name == names.last {
      decision.note = note.note
    }
    review?.last = decision
    review?.lastName = names.last
    review?.decided += names
    review?.open = nil
  }

  /// Remembers a note together with the decision on its row, which may be made before or after it.
  mutating func noteWritten(_ note: Note?, on name: Name) {
    review?.note = (name, note)
    if review?.lastName == name { review?.last?.note = note }
  }

  /// Forgets the note that was written last, if an undo has removed or replaced it.
  mutating func forgetUndoneNote(in changes: [EditResult.Change]) {
    guard let name = review?.note?.name, let change = changes.first(where: { $0.name == name }),
      change.after?.contains(.noted) != true || change.before == change.after
    else { return }
    noteWritten(nil, on: name)
  }

  /// Selects the row that was decided last, or `count` decisions ago.
  private mutating func goBack(count: Int) {
    guard let decided = review?.decided, !decided.isEmpty else {
      notice = .init("no earlier decision to go back to")
      return
    }
    let place = max(decided.count - count, 0)
    guard list.listing?.path(of: decided[place]) != nil else {
      notice = .init("\(decided[place].text) is not among the rows shown", hint: "u to undo")
      return
    }
    review?.decided.removeSubrange(place...)
    view.selection = decided[place]
  }

  /// Selects the next open row, or the `count`th, continuing at the first row after the end.
  mutating func goToNextOpen(from name: Name?, count: Int = 1) {
    guard let listing = list.listing else { return }
    let isSettled = rowsBeingSettled
    let start = name.flatMap { listing.path(of: $0) }.map { listing.place(of: $0) + 1 } ?? 0
    var place = start
    var left = count
    var hasWrapped = false
    var last: ItemPath?
    while left > 0 {
      guard let path = listing.pathOfOpen(from: place), let target = listing.target(at: path) else {
        if hasWrapped { return goToOpen(last) }
        (place, hasWrapped) = (0, true)
        continue
      }
      if hasWrapped, listing.place(of: path) >= start { return goToOpen(last) }
      place = listing.place(of: path) + 1
      if isSettled(target.name) { continue }
      left -= 1
      last = path
      if left == 0 { goToOpen(path) }
    }
  }

  /// Selects an open row, or reports that no row is open.
  private mutating func goToOpen(_ path: ItemPath?) {
    guard let path, let target = list.listing?.target(at: path) else {
      review?.open = nil
      tellIfNothingIsOpen()
      return
    }
    view.selection = target.name
    review?.open = target.name
  }

  /// Pending edits must be stored first, so that the counts are right; a screen shows the counts anyway.
  mutating func tellIfNothingIsOpen(after done: Browser.Notice? = nil) {
    guard let review, review.open == nil, !review.isOpening, storing.edits.isEmpty,
      done?.isError != true,
      list.listing?.pathOfOpen(from: 0) == nil
    else { return }
    if let hint = settings.queryHint, prompt.query == settings.query, list.listing?.count == 0 {
      notice = .init(hint, isError: true)
      return
    }
    let counts = settings.isPlain || done == nil ? ": " + progress.joined(separator: ", ") : ""
    let what = done.map { $0.text.prefix { $0 != ";" } + "; " } ?? ""
    let found = list.listing?.hasOpenRows == true ? "no open row matches" : "no open rows"
    notice = .init("\(what)\(found)\(counts); q to quit")
  }

  /// Selects an open row that arrived after the last one was decided.
  mutating func advanceIfRowsArrived() {
    guard let review, review.open == nil, !review.isOpening, !review.isTyping,
      storing.edits.isEmpty,
      // The selected row is decided because the user went back to it.
      view.selection == nil || view.selection == review.lastName, selected?.flags.isOpen != true,
      let path = list.listing?.pathOfOpen(from: 0)
    else { return }
    goToOpen(path)
    askForDecision()
  }

  /// Whether a pending edit will settle a row.
  private var rowsBeingSettled: (Name) -> Bool {
    let names = Set(
      storing.edits.lazy.compactMap(\.edit).filter { $0.action.settles }.flatMap(\.names))
    let many = storing.edits.compactMap(\.operation.many).filter { $0.decision.action.settles }
    return { name in
      names.contains(name)
        || many.contains { edit in edit.rows.contains(name) }
    }
  }
}
