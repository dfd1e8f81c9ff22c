package import ListModel
package import NameSearch
import SectionedData
import TerminalText

extension Browser {
  /// Applies one event to the state; pure and total.
  ///
  /// A user event about rows refers to the rows that match the typed text. While these are being
  /// searched for, the event waits, and so do all later user events, in order.
  package static func reduce(_ state: inout State, _ event: Event) {
    switch event {
    case .lineEdited, .submitted, .commandGiven, .reviewKeyPressed, .titleChosen, .escaped,
      .unknownKeyPressed, .interrupted, .inputEnded, .clicked, .wheelTurned, .expectedKeyPressed:
      state.handle(event)
    case .rowSeen(let name):
      state.hold(name)
    case .resized(let size):
      state.size = size
    case .indexed(let names, let list, let areAll):
      state.replaceIndex(with: names, of: list, areAll: areAll)
    case .pageRead(let page):
      state.add(page)
    case .pages(let event):
      state.apply(event)
    case .textSettled(let text):
      state.startOver(lookingFor: text)
    case .listed(let listing):
      state.show(listing)
      state.handleWaiting()
    case .editsAnswered(let answers):
      state.take(answers)
      state.handleWaiting()
    case .manyStored(let number, let summary, let mark):
      state.finishMany(number, summary, mark: mark)
      state.askForDecision()
      state.handleWaiting()
    case .saved(let number, let result):
      state.endSave(number, result)
    case .listFound(let list, let refusal):
      state.endFinding(list, refusal: refusal)
    case .orderDone(let number):
      state.orders.removeAll { $0.number == number }
    case .completionsListed(let candidates):
      state.overlay = .completions(candidates)
    case .storeTouched:
      return state.storeFollowing.signalChange()
    case .storeRead(let request, let update, let others, let time):
      // The changes by this session's edits are shown already.
      guard state.apply(update, others, from: request, at: time) else { return }
      // Review leaves a row that someone else has decided, before it is printed again.
      state.followUp()
      return state.askForDecision()
    case .storeUnread(let request, let reason):
      state.storeFollowing.end(request, failure: reason)
    case .noticed(let notice):
      state.notice = notice
    case .noticePrinted:
      state.notice = nil
      return
    case .prefixChanged(let isTyped):
      state.isTypingPrefix = isTyped
    case .pasteIgnored(let count):
      state.notice = .init(
        "\(count.grouped) \(count.noun("character")) pasted: ignored", isError: true)
    case .remarksRead(let request, let found, let time):
      state.take(found, for: request, at: time)
      state.askForDecision()
      state.handleWaiting()
    case .notesRead(let request, let notes):
      (state.noteTexts, state.noteMark) = (notes.isEmpty ? nil : notes, request.mark)
    case .progressCounted(let request, let count, let mark):
      guard state.takeDecidedToday(count, for: request, at: mark) else { return }
    case .snoozesEnded(let names):
      state.wake(names)
    case .arrivalSeen(let arrival):
      state.see(arrival)
    case .dayEnded:
      state.endDay()
    case .reviewOpened(let name):
      state.openReview(after: name)
      state.askForDecision()
      state.handleWaiting()
    case .reported(let request, let lines):
      guard state.report == request.report else { return }
      state.report = nil
      // The report covers the rows of the question, so the next key must not answer it.
      if state.question != nil, !state.settings.isPlain {
        (state.question, state.notice) = (nil, .nothingChanged)
      }
      state.cover(with: .report(lines, scroll: 0))
    case .previewChanged(let request, let news):
      state.preview.take(news, about: request)
    case .shellCommandEnded(let number, let result):
      state.endShellCommand(number, result)
    case .snapshotDamaged(let words):
      state.snapshot = nil
      state.perform(.reload)
      state.notice = .init(words, isError: true)
    case .snapshotEnded(let request):
      state.snapshot = SnapshotState(
        index: request.index, mark: request.mark, flags: request.flags)
      return
    }
    state.followUp()
  }
}

// MARK: Queries

extension Browser.State {
  /// The search that should be in progress, or `nil` if `listing` is its result.
  package var searchToMake: SearchRequest? {
    let wanted = search
    return listing?.request == wanted ? nil : wanted
  }

  /// Whether the search should begin at once: because keys wait for its rows, or because its text
  /// is not being typed.
  package var isSearchUrgent: Bool {
    guard waiting.isEmpty, let listing else { return true }
    return listing.request.query == search.query
  }

  /// The search whose result the screen should show.
  package var search: SearchRequest {
    SearchRequest(
      index: index,
      query: settings.nameQuery(textToNarrowBy),
      show: show, flags: flags, part: settings.part,
      named: settings.decidedAs?.rows, notes: noteTexts)
  }

  /// The query whose matches should be listed before all other names; `nil` when all are listed.
  package var queryToSeek: NameQuery? { intake.isComplete ? nil : search.query }

  /// The save that should be in progress, or `nil`.
  package var listingToSave: Browser.PendingSave? { saves.first }

  /// Whether the listing is for the wanted query and filter, in any snapshot.
  ///
  /// Printed rows cannot be updated, so plain mode waits for all names that have been read.
  var listingIsCurrent: Bool {
    guard let listing, !awaitsSource else { return false }
    if settings.isPlain, intake.isComplete, listing.request.index.version != index.version {
      return false
    }
    let wanted = search
    return listing.request.query == wanted.query && listing.request.show == wanted.show
  }

  /// The row to which edits apply: the selected one; in a picker, by default the first.
  package var selected: Row? {
    if let selection, let listing, let path = listing.path(of: selection) {
      return listing.target(at: path)
    }
    return settings.purpose == .picking ? firstTarget : nil
  }

  var firstTarget: Row? { listing?.target(at: Listing.start) }
}

// MARK: Transitions

extension Browser.State {
  /// Applies the consequences of any event, in an order in which each step finds what it needs.
  fileprivate mutating func followUp() {
    // Edits that waited for the store come first, because later steps check whether the store is idle.
    giveEdits()
    noteShownRows()
    let awaitedRow = awaitsRow
    // Review may select another row, which determines the rows that must be in view.
    advanceIfDecidedElsewhere()
    // A row that the user left and selects again is known.
    if review?.arrival?.name != selection { review?.arrival = nil }
    advanceIfRowsArrived()
    viewRevision += 1
    // A page counts by the rows that it brought. Whether to load another page depends on that, and
    // on whether the end of the rows is in view, which is known once the selection is in view.
    countPages()
    keepSelectionInView()
    dropStaleHint()
    wantPageInView()
    // Once no more pages are wanted, no key must wait for their rows.
    if awaitedRow, !awaitsRow { handleWaiting() }
    // A picker may end without asking, and a session may end, only after the steps above: an edit
    // or a page keeps it open.
    askIfNeeded()
    leaveIfDone()
    // The preview shows the row that is selected after all other steps.
    followPreview()
  }

  mutating func handle(_ event: Browser.Event) {
    isUntouched = false
    if case .interrupted(let line) = event, interruptEdits(line: line) {
      waiting = []
      return
    }
    guard waiting.isEmpty else {
      waiting.append(event)
      if keyToLeaveBy != nil { handleWaiting() }
      return
    }
    if !act(on: event) { waiting.append(event) }
  }

  mutating func handleWaiting() {
    while let event = waiting.first {
      guard act(on: event) else { break }
      // The event may have cancelled all waiting events.
      if !waiting.isEmpty { waiting.removeFirst() }
    }
    guard let key = keyToLeaveBy else { return }
    waiting = []
    _ = act(on: key)
  }

  /// Performs an event of the user; false if it must wait.
  private mutating func act(on event: Browser.Event) -> Bool {
    if edits.contains(where: { $0.operation == .findStep }) { return false }
    if takeAnswer(event) { return true }
    switch event {
    case .lineEdited(let text):
      edit(line: text)
      if let known = recent.first(where: { $0.request == search }) { show(known) }
      return true
    case .submitted(let text):
      return submit(text, by: expectedKey(.enter))
    case .expectedKeyPressed(let key, let line):
      edit(line: line)
      return accept(textToAccept, by: key)
    case .escaped where overlay == nil && expectedKey(.escape) != nil:
      return accept(textToAccept, by: expectedKey(.escape))
    case .inputEnded where expectedKey(.endOfInput) != nil:
      return accept(textToAccept, by: expectedKey(.endOfInput))
    case .commandGiven(let command, let count, let line):
      // Text that was typed with the key has closed the overlay.
      let cover = line == self.line ? overlay : nil
      edit(line: line)
      if command.edits, refuses(command.keyLabel, under: cover) { return true }
      if command.edits, ![.undo, .redo].contains(command),
        refusesForArrival(unlessTicked: command.editsTicks)
      {
        return true
      }
      guard listingIsCurrent || !command.needsRows, command != .undo || edits.isEmpty else {
        return false
      }
      if command.picks, awaitsRow { return false }
      if command == .cycleShow, settings.isPlain, review == nil { return printNextShow() }
      perform(command, count: count)
      return true
    case .reviewKeyPressed(let command, let count)
    where !settings.reviewCommands.contains(command):
      return handleKey(String(command.key), count)
    case .reviewKeyPressed(let command, let count):
      guard !command.needsRow || knowsRow,
        // The last decision is only known once it is stored.
        command != .undo || edits.isEmpty
      else {
        noteShownToKey()
        return false
      }
      guard takesPlainKeys else { return true }
      if command.edits, refuses(command.keyLabel, under: overlay) { return true }
      if command.edits, command != .undo, refusesForArrival(unlessTicked: command.editsTicks) {
        return true
      }
      perform(command, count: count)
      return true
    case .unknownKeyPressed(let key, let count):
      return handleKey(key, count)
    case .titleChosen(let title):
      guard listingIsCurrent else { return false }
      notice = nil
      isAskingForTitle = false
      if let title { jump(to: title) }
      return true
    case .clicked(let row, let column):
      guard listingIsCurrent else { return false }
      click(row: row, column: column)
      return true
    case .wheelTurned(let lines):
      guard listingIsCurrent else { return false }
      scroll(by: lines)
      return true
    case .escaped:
      escape()
      return true
    case .interrupted(let line):
      if cancelPlainQuestion() { return true }
      if asked != nil {
        escape()
        return true
      }
      if line.isEmpty || settings.purpose == .picking { leave(.interrupted) }
      return true
    case .inputEnded:
      leave(.left)
      return true
    default:
      return true
    }
  }

  /// The text that is accepted by a key: in plain mode, the query is that of the rows printed before.
  private var textToAccept: String { settings.isPlain ? line : query }

  /// Takes the edited line; a colon command does not change the query or the selection.
  private mutating func edit(line: String) {
    if case .completions = overlay, line != self.line { overlay = nil }
    if overlay.isForReading, line == self.line + "q" {
      overlay = nil
      return order(.setLine(self.line))
    }
    let isSame = line == self.line
    self.line = line
    // In plain mode, an answer is typed as a line, which has no effect before Enter.
    if settings.isPlain, review != nil || question != nil { return askForDecision() }
    if let asked {
      if let whole = asked.restored(line) {
        // Without the command, Enter would decide the row.
        self.line = whole
        return order(.setLine(whole))
      }
      if !line.hasPrefix(asked.command) { self.asked = nil }
    }
    if isCommand(line) {
      // Typing a command removes the last message, so that a message about it is new.
      if !isSame, !line.dropFirst().isEmpty { notice = nil }
      return
    }
    if settings.isPlain {
      // Enter sets the query: then the line is empty again, but the rows of the query are those that were
      // printed.
      if !line.isEmpty { notice = nil }
      return
    }
    guard line != query else { return }
    query = line
    selection = nil
    top = nil
    overlay = nil
    notice = nil
  }

  mutating func escape() {
    asked = nil
    review?.count = 1
    if cancelPlainQuestion() { return }
    if overlay != nil {
      overlay = nil
    } else if review?.isTyping ?? false {
      notice = nil
      if let before = review?.beforeFinding, before.query != query {
        (query, selection, top) = (before.query, before.selection, nil)
      }
      endTyping()
    } else if isCommand(line) {
      notice = nil
      order(.setLine(lineBeforeCommand))
    } else if review != nil {
      notice = nil
      _ = dropTicks()
    } else if settings.purpose == .picking {
      leave(.left)
    } else if selection != nil {
      selection = nil
    } else {
      notice = nil
      order(.clearLine)
    }
  }
}

extension Browser.State {
  /// Whether the row is known that a key of review mode is about.
  private var knowsRow: Bool { listingIsCurrent && review?.isOpening != true }

  /// Takes a key of review mode that has no binding; false while it must wait.
  private mutating func handleKey(_ key: String, _ count: Int) -> Bool {
    if takesPlainKeys, refuses(key, under: overlay) { return true }
    let letter = key.count == 1 ? key.first : nil
    guard let verdict = letter.flatMap({ settings.verdict(ofKey: $0) }), takesPlainKeys else {
      let help = takesPlainKeys ? "?" : "F1"
      notice = .init(
        "\(key.inGlyphs(settings.glyphs)) does nothing here; \(help) for help", isError: true)
      return true
    }
    guard knowsRow else {
      noteShownToKey()
      return false
    }
    if refusesForArrival(unlessTicked: true) { return true }
    perform(verdict, count: count)
    return true
  }
}
