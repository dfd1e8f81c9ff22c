package import ListModel
import NameSearch
import SectionedData
import TerminalText

extension Browser {
  /// Applies one event to the state; pure and total.
  ///
  /// A user event on rows refers to the rows of the typed text. While these are being searched for,
  /// the event waits, and so do all later user events, in order.
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
      // The changes of this session's edits are shown already.
      guard state.apply(update, others, from: request, at: time) else { return }
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
    case .notesRead(let request, let notes):
      (state.noteTexts, state.noteMark) = (notes.isEmpty ? nil : notes, request.mark)
    case .progressCounted(let request, let count, let mark):
      guard state.takeDecidedToday(count, for: request, at: mark) else { return }
    case .snoozesEnded(let names):
      state.wake(names)
    case .dayEnded:
      state.endDay()
    case .reviewOpened(let name):
      state.openReview(after: name)
      state.askForDecision()
      state.handleWaiting()
    case .reported(let request, let lines):
      guard state.report == request.report else { return }
      state.report = nil
      // The report covers the rows that a question is about, so the next key must not answer it.
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
  /// The search that should be in progress, or `nil` if `listing` is its answer.
  package var searchToMake: SearchRequest? {
    let wanted = search
    return listing?.request == wanted ? nil : wanted
  }

  /// Whether the search should begin at once: keys wait for its rows, or it is not of a text that is
  /// being typed.
  package var isSearchUrgent: Bool {
    guard waiting.isEmpty, let listing else { return true }
    return listing.request.query == search.query
  }

  /// The search whose answer the screen should show.
  package var search: SearchRequest {
    SearchRequest(
      index: index,
      query: settings.nameQuery(textToNarrowBy),
      show: show, flags: flags, part: settings.part,
      named: settings.decidedAs?.rows, notes: noteTexts)
  }

  /// The save that should be in progress, or `nil`.
  package var listingToSave: Browser.PendingSave? { saves.first }

  /// Whether the listing is of the wanted query and filter, in whichever snapshot.
  ///
  /// Printed rows cannot be updated, so plain mode waits for all names that were reported as read.
  var listingIsCurrent: Bool {
    guard let listing, !awaitsSource else { return false }
    if settings.isPlain, intake.isComplete, listing.request.index.version != index.version {
      return false
    }
    let wanted = search
    return listing.request.query == wanted.query && listing.request.show == wanted.show
  }

  /// The row that edits work on: the one chosen; in a picker, else the first.
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
  /// The consequences of any event, in an order in which each step finds what it needs.
  fileprivate mutating func followUp() {
    // Edits that waited for the store come first, so that later steps do not take the store for
    // idle.
    giveEdits()
    let awaitedRow = awaitsRow
    // Review may select another row, and only then is it known which rows must be in view.
    advanceIfDecidedElsewhere()
    advanceIfRowsArrived()
    viewRevision += 1
    // A page is counted by the rows it has brought; whether to load another one depends on that, and
    // on whether the end of the rows is in view, which is known once the selection is in view.
    countPages()
    keepSelectionInView()
    dropStaleHint()
    wantPageInView()
    // Once no more pages are wanted, no key waits for their rows.
    if awaitedRow, !awaitsRow { handleWaiting() }
    // A picker may find that there is nothing to ask, and a session may end, only with all that was
    // asked for above: an edit or a page keeps it open.
    askIfNeeded()
    leaveIfDone()
    // The preview is of the row that is selected in the end.
    followPreview()
  }

  mutating func handle(_ event: Browser.Event) {
    isUntouched = false
    if case .interrupted = event, breakOffMany() {
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
      // The event may have cancelled all that wait.
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
      return accept(query, by: key)
    case .escaped where overlay == nil && expectedKey(.escape) != nil:
      return accept(query, by: expectedKey(.escape))
    case .inputEnded where expectedKey(.endOfInput) != nil:
      return accept(query, by: expectedKey(.endOfInput))
    case .commandGiven(let command, let count, let line):
      // Text typed together with the key has uncovered the rows.
      let cover = line == self.line ? overlay : nil
      edit(line: line)
      if command.edits, refuses(command.keyLabel, under: cover) { return true }
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
      // The row to begin with may still be looked for.
      guard listingIsCurrent, command == .leave || review?.isOpening != true,
        // Which decision is the last is known once it is stored.
        command != .undo || edits.isEmpty
      else { return false }
      guard takesPlainKeys else { return true }
      if command.edits, refuses(command.keyLabel, under: overlay) { return true }
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
      if line.isEmpty || settings.purpose == .picking { leave(.interrupted) }
      return true
    case .inputEnded:
      leave(.left)
      return true
    default:
      return true
    }
  }

  /// Takes the edited line; a colon command does not change the query or the selection.
  private mutating func edit(line: String) {
    if case .completions = overlay { overlay = nil }
    if overlay.isForReading, line == self.line + "q" {
      overlay = nil
      return order(.setLine(self.line))
    }
    let isSame = line == self.line
    self.line = line
    // In plain mode an answer is typed as a line, which means nothing before Enter.
    if settings.isPlain, review != nil || question != nil { return }
    if !line.hasPrefix(Self.noteCommand) { noteAsked = nil }
    if isCommand(line) {
      // A new command removes the last message, which may be why the same one was refused.
      if !isSame, !line.dropFirst().isEmpty { notice = nil }
      return
    }
    guard line != query else { return }
    query = line
    selection = nil
    top = nil
    overlay = nil
    notice = nil
  }

  private mutating func escape() {
    noteAsked = nil
    review?.count = 1
    if cancelPlainQuestion() { return }
    if overlay != nil {
      overlay = nil
    } else if review?.isTyping ?? false {
      notice = nil
      endTyping()
    } else if isCommand(line) {
      notice = nil
      order(.setLine(query))
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
  /// Takes a key of review mode that is bound to nothing; false while it has to wait.
  private mutating func handleKey(_ key: String, _ count: Int) -> Bool {
    if takesPlainKeys, refuses(key, under: overlay) { return true }
    guard let verdict = key.first.flatMap({ settings.verdict(ofKey: $0) }), takesPlainKeys else {
      notice = .init("\(key) does nothing here; ? for help", isError: true)
      return true
    }
    guard listingIsCurrent, review?.isOpening != true else { return false }
    perform(verdict, count: count)
    return true
  }
}
