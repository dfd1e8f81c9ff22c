import ListModel
import NameSearch
import SectionedData
import Substrings
import TerminalText

// MARK: Commands

extension Browser.State {
  /// Performs a key command; `count` repeats movements.
  mutating func perform(_ command: Command, count: Int = 1) {
    let count = min(max(count, -Command.mostRows), Command.mostRows)
    if let lines = command.lines(page: listLines), scrollOverlay(by: lines * count) { return }
    let covering = overlay
    overlay = nil
    notice = nil
    if command.needsStore, !settings.usesStore { return askForList() }
    review?.count = 1
    switch command {
    case .nextRow: moveSelection(by: count)
    case .previousRow: moveSelection(by: -count)
    case .nextPage: moveSelection(by: max(rowsInView - 1, 1) * count)
    case .previousPage: moveSelection(by: -max(rowsInView - 1, 1) * count)
    case .firstRow: select(Listing.start)
    case .lastRow: select(lastPath)
    case .nextSection: moveSection(by: count)
    case .previousSection: moveSection(by: -count)
    case .pickNext: pickSelected(times: count, step: 1)
    case .pickPrevious: pickSelected(times: count, step: -1)
    case .pickAll: pick(true, .all)
    case .jump: askForTitle()
    case .whole: if !covering.isName { showWhole() }
    case .dead: editSubject(.init(.dead), .selected)
    case .ok: editSubject(.init(.ok), .selected)
    case .note: askForNote()
    case .snooze: askForSnooze()
    case .review: beginReview()
    case .like: toggleLike()
    case .drop: toggleDrop()
    case .undo: ask(.findStep)
    case .redo: ask(.redo)
    case .toggleIndex: showsIndex.toggle()
    case .cycleShow: showOnly(show.next)
    case .more: perform(Browser.PageCommand.more)
    case .preview: togglePreview()
    case .previewUp: scrollPreview(by: -count)
    case .previewDown: scrollPreview(by: count)
    case .help: if !covering.isHelp { overlay = .help(scroll: 0) }
    case .redraw: order(.redraw)
    case .abort: abort()
    }
  }

  mutating func perform(_ command: ColonCommand) {
    notice = nil
    if command.needsStore, !settings.usesStore { return askForList() }
    switch command {
    case .edit(let decision, let subject): editSubject(decision, subject)
    case .decide(let word, let subject):
      guard let verdict = settings.verdicts.verdict(called: word) else {
        let words = settings.verdictWords
        let hint =
          Spelling.suggestion(for: word, among: words) ?? "the list has "
          + words.joined(separator: ", ")
        notice = .init("no verdict “\(word)”; \(hint)", isError: true)
        return
      }
      editSubject(.init(giving: verdict), subject)
    case .pick(let isPicked, let subject): pick(isPicked, subject)
    case .review(let query): beginReview(of: query)
    case .report(let wanted): report = wanted
    case .undo: ask(.findStep)
    case .redo: ask(.redo)
    case .jump(let title?): jump(to: title)
    case .jump(nil): showSections()
    case .index(let isOn): showsIndex = isOn ?? !showsIndex
    case .show(let wanted) where reportsDropped(wanted): report = .dropped
    case .show(let wanted): showOnly(wanted)
    case .pages(let wanted): perform(wanted)
    case .list(let name): open(name)
    case .print:
      if let listing { printRows(of: listing) }
    case .save(let path):
      if let listing { save(listing, to: path) }
    case .shell(let script): runInShell(script)
    case .help(let topic?): notice = HelpText.notice(on: topic, settings)
    case .help(nil): cover(with: .help(scroll: 0))
    case .quit: leave(.left)
    }
  }

  /// Whether a filter is answered by a report, since a list does not read its dropped rows.
  func reportsDropped(_ wanted: Show) -> Bool {
    wanted.contains(.dropped) && settings.browsesKeptList
  }

  private mutating func showOnly(_ wanted: Show) {
    // The start of a range may no longer be listed after this.
    endRange()
    show = wanted
  }

  private mutating func askForList() {
    notice = .init(
      "nothing is stored without a list; start targets with --list NAME", isError: true)
  }

  private mutating func open(_ list: Name) {
    if !settings.browsesKeptList {
      notice = .init(
        "these rows do not belong to a list; start targets with --list \(list.text)", isError: true)
    } else if list.text == settings.listName {
      notice = .init("already in list “\(list.text)”")
    } else {
      leave(.opened(list))
    }
  }

  private mutating func save(_ listing: Listing, to path: String) {
    saves.append(.init(number: nextNumber, listing: listing, path: path))
    nextNumber += 1
  }

  /// Jumps to the section of an index title, or to the nearest section with rows.
  mutating func jump(to title: String) {
    guard let listing, listing.count > 0 else {
      notice = .init("no rows")
      return
    }
    guard let section = listing.section(nearestTo: title) else {
      notice = .init("no section named \(title)", isError: true)
      return
    }
    goTo(section: section)
  }
}

// MARK: Edits

extension Browser.State {
  /// Requests an edit of the rows that a command names, or reports why it found none.
  mutating func editSubject(_ decision: Decision, _ subject: ColonCommand.Subject) {
    switch subject {
    case .selected:
      if let target = selected ?? onlyMatch {
        _ = edit(decision, target)
      } else {
        askForRow()
      }
    case .number(let number):
      if let target = rowsAtHand?.target(number: number), number <= numbersAtHand {
        _ = edit(decision, target)
      } else {
        notice = .init("no row #\(number)", isError: true)
      }
    case .name(let name):
      if settings.isPlain, decision.action != .add, let number = Int(name.text) {
        return editSubject(decision, .number(number))
      }
      editRow(called: name, decision)
    case .id(let id): editRow(withID: id, decision)
    case .all: editMany(decision, ofSection: nil)
    case .section: editMany(decision, ofSection: sectionInView)
    }
  }

  /// The rows that the user sees; in plain mode, the rows that were printed last.
  var rowsAtHand: Listing? { settings.isPlain ? printed : listing }

  /// The highest row number that the user can have seen.
  var numbersAtHand: Int {
    settings.isPlain && !settings.isScripted ? Printout.room(in: size) : .max
  }

  mutating func askForRow() {
    let help =
      settings.isPlain ? "type its number, as in :dead 3" : "↓ to select".inGlyphs(settings.glyphs)
    notice = .init("select a row first: \(help)", isError: true)
  }

  var onlyMatch: Row? {
    rowsAtHand?.count == 1 ? rowsAtHand?.target(at: Listing.start) : nil
  }

  private mutating func toggleLike() {
    guard let target = selected ?? onlyMatch else {
      return editSubject(.init(.like), .selected)
    }
    _ = edit(.init(target.isLiked ? .unlike : .like), target)
  }

  private mutating func toggleDrop() {
    guard let target = selected ?? onlyMatch else { return askForRow() }
    let isDropped = settings.isPaged && flags[target.name].contains(.dropped)
    if isDropped, selection == target.name { selection = rowBeside(target.name) }
    _ = edit(.init(isDropped ? .add : .drop), target)
  }

  /// Why rows cannot be dropped: the input, and not the list, has them; `nil` if they can.
  var refusalOfDrop: String? {
    settings.browsesKeptList || settings.isPaged
      ? nil : "rows of an input cannot be dropped; :reopen removes a decision, :note a note"
  }

  /// Why an action is invalid for a row; `nil` if it is valid.
  func refusal(of decision: Decision, _ target: Row) -> String? {
    if decision.action == .confirm, !target.flags.contains(.changed) {
      return target.flags.decision == nil
        ? "\(target.name.text) has no decision"
        : "\(target.name.text) has not changed since it was decided"
    }
    guard let verdict = decision.verdict, verdict.word == word(ofDecisionOn: target) else {
      return nil
    }
    return verdict.alreadyText(target.name.text)
  }

  /// Requests an edit of one row; false if it is invalid.
  mutating func edit(_ decision: Decision, _ target: Row) -> Bool {
    if decision.action == .drop, let reason = refusalOfDrop {
      notice = .init(reason, isError: true)
      return false
    }
    if let reason = refusal(of: decision, target) {
      notice = .init(reason)
      return false
    }
    if review != nil {
      if decision.action == .note { noteWritten(decision.note, on: target.name) }
      if decision.action.settles, target.name == selection {
        decide(decision, count: review?.count ?? 1)
        return true
      }
    }
    if decision.action == .drop, settings.browsesKeptList || settings.isPaged,
      selection == target.name
    {
      selection = rowBeside(target.name)
    }
    ask(decision, rows: [target.name])
    return true
  }

  /// Requests an edit of rows; a row of a paged source is hidden instead of dropped from the list.
  mutating func ask(_ decision: Decision, rows names: [Name]) {
    let action = decision.action == .drop && settings.isPaged ? .hide : decision.action
    // A row that a mirror has dropped meanwhile must not come back because it was still shown.
    var edit = Edit(
      action, names, ofSingleRows: true,
      addsUnknown: !settings.browsesKeptList || action == .add)
    edit.decision = decision
    edit.decision.action = action
    edit.decision.seen = decision.seen ?? seen
    for name in names { edit.flagsOfSource[name] = flags.flagsOfSource(for: name) }
    ask(.edit(edit))
  }

  /// The version of the list that has been shown; `nil` if the rows are not those of a list.
  var seen: Int64? { settings.browsesKeptList ? storeFollowing.mark.version : nil }

  private func rowBeside(_ name: Name) -> Name? {
    guard let listing, let path = listing.path(of: name) else { return nil }
    return (listing.path(after: path) ?? listing.path(before: path))
      .flatMap { listing.target(at: $0)?.name }
  }

  mutating func ask(_ operation: PendingEdit.Operation) {
    edits.append(
      .init(
        number: nextNumber, operation: operation, identity: storeFollowing.mark.identity))
    nextNumber += 1
  }

  mutating func updateListings() {
    listing?.update(from: flags)
    printed?.update(from: flags)
  }
}
