import ListModel
import NameSearch
import SectionedData
import TerminalText

// MARK: Enter

extension Browser.State {
  /// Handles Enter; returns false if that must wait for the search, so that it is tried again later.
  ///
  /// A picker reports `key` with the rows, if it is a key of `--expect`.
  mutating func submit(_ text: String, by key: ExpectedKey? = nil) -> Bool {
    // The editor has ended the line.
    if settings.isPlain { line = "" }
    if settings.isPlain, review != nil {
      guard listingIsCurrent, edits.isEmpty, !isReadingCurrentRow else { return wait(with: text) }
      if isCommandInReview(text) {
        guard submit(command: text) else { return wait(with: text) }
        askForDecision()
      } else {
        answerInReview(text)
      }
      return true
    }
    if let whole = asked?.restored(text) {
      order(.setLine(whole))
      return submit(command: whole)
    }
    if isCommand(text) { return submit(command: text) }
    if settings.isPlain, isPicker, answerInPlainPicker(text) { return true }
    if explainRowNumber(text) { return true }
    return accept(text, by: key)
  }

  func isCommand(_ line: String) -> Bool { settings.takesCommands && line.hasPrefix(":") }

  /// Performs Enter, or a key that does the same, on a line that is neither a command nor an answer.
  mutating func accept(_ text: String, by key: ExpectedKey?) -> Bool {
    let cover = text == query ? overlay : nil
    if text != query {
      query = text
      selection = nil
      top = nil
    }
    if enterTakesRow, refuses(key?.name ?? "Enter", under: cover) { return true }
    overlay = nil
    guard listingIsCurrent, let listing else { return false }
    if let review {
      if review.isTyping { endTyping() }
      // Nothing was typed, so the row stays selected.
      if selected?.flags.isOpen != true { openReview(after: nil) }
      return true
    }
    switch settings.purpose {
    case .picking where picks.isEmpty && awaitsRow:
      return false
    case .picking where !settings.isPlain:
      acceptingKey = key
      leave(outcome(picking: namesPicked))
    case .editing where selected != nil:
      crossOffSelected()
    case .editing where !text.isEmpty && !settings.isPlain:
      order(.remember(text))
      selectFirstLiving(in: listing)
    case .editing, .picking:
      if !text.isEmpty { order(.remember(text)) }
      printRows(of: listing)
      order(.consumeLine(text))
    }
    return true
  }

  /// Whether Enter edits or picks the row that it finds selected.
  private var enterTakesRow: Bool {
    review == nil && (settings.purpose == .picking || selection != nil)
  }

  private mutating func selectFirstLiving(in listing: Listing) {
    guard let path = listing.pathOfLiving(from: 0) else {
      let reason = intake.isComplete ? advice : noMatch
      notice = .init(listing.count > 0 ? "all these rows are dead" : reason)
      return
    }
    select(path)
    notice = selectionHint
  }

  /// What Enter does with the selected row; only valid while a row is selected.
  var selectionHint: Browser.Notice {
    .init("Enter marks it \(settings.firstDead.word)", hint: "Esc deselects it")
  }

  mutating func printRows(of listing: Listing) {
    if settings.isScripted {
      printed = listing
      return order(.printAll(listing))
    }
    let printout = Printout(of: listing, title: query, state: self)
    order(.print(printout))
    if settings.isPlain {
      printed = listing
    } else {
      let rows = "\(printout.rowCount.grouped) \(printout.rowCount.noun("row")) printed"
      notice = .init("\(rows)\(settings.printsAbove ? " above" : "; shown when you quit")")
    }
  }

  /// In plain mode, chooses the next filter and prints its rows; false while they are being searched for.
  mutating func printNextShow() -> Bool {
    if !isPrintingShow { perform(.cycleShow) }
    isPrintingShow = !listingIsCurrent
    guard listingIsCurrent, let listing else { return false }
    let name = show == .all ? "all rows" : "\(show.text) only"
    order(.print(Printout(lines: [StyledText(DisplayText(name, glyphs: settings.glyphs))])))
    printRows(of: listing)
    return true
  }

  /// In plain mode, explains what `#N` alone means; false if it is not the number of a printed row.
  private mutating func explainRowNumber(_ text: String) -> Bool {
    guard settings.isPlain, !isPicker, let printed, let number = ColonCommand.rowNumber(text)
    else { return false }
    order(.consumeLine(text))
    if number <= numbersAtHand, let row = printed.target(number: number) {
      notice = .init("\(text) is \(row.name.text); type a command, as in :dead \(text)")
    } else {
      notice = .init("no row \(text)", isError: true)
    }
    return true
  }

  /// Lets an answer wait as if it were still being typed, so that review stays at the row that it is about.
  private mutating func wait(with answer: String) -> Bool {
    line = answer
    return false
  }

  private mutating func submit(command text: String) -> Bool {
    if let asked, asked.command == Self.noteCommand {
      self.asked = nil
      if text.hasPrefix(Self.noteCommand) { return submit(note: text, for: asked) }
    }
    let command: ColonCommand
    do {
      command = try ColonCommand.parse(text)
    } catch {
      return refuse(text, error.reason)
    }
    if command.needsSight, refuses("Enter", under: overlay) { return true }
    if command.needsAllRows, let reason = reasonToWait { return refuse(text, reason) }
    let printsRows = printsRows(of: command)
    // The rows to print are searched for while the command waits.
    if printsRows, case .show(let wanted) = command { show = wanted }
    guard listingIsCurrent || !command.needsRows && !printsRows, command != .undo || edits.isEmpty
    else { return false }
    if command.picksListedRows, awaitsRow { return false }
    overlay = nil
    let (first, wasTyping, wasAsked) = (nextNumber, review?.isTyping, asked)
    asked = nil
    order(.remember(text))
    order(.consumeLine(text, leaving: lineAfter(command)))
    endTyping(leaving: lineAfter(command))
    // An error of an earlier command must not count as one of this.
    if notice?.isError == true { notice = nil }
    perform(command)
    if notice?.isError == true, !settings.isPlain, leaving == nil, command.canBeCorrected {
      // The mistaken line stays.
      orders.removeAll { $0.number >= first && $0.order.changesLine }
      line = text
      asked = wasAsked
      if let wasTyping { review?.isTyping = wasTyping }
    } else if let last = edits.last, last.number >= first, last.edit != nil {
      submitted = (last.number, text)
    } else if let last = saves.last, last.number >= first {
      submitted = (last.number, text)
    }
    if printsRows, let listing { printRows(of: listing) }
    review?.count = 1
    return true
  }

  /// Whether a command prints the rows of its filter, as in plain mode.
  private func printsRows(of command: ColonCommand) -> Bool {
    guard case .show(let wanted) = command, settings.isPlain, review == nil else { return false }
    return !reportsDropped(wanted)
  }

  /// Says what is wrong with a line; on a screen, the line stays so that it can be corrected.
  private mutating func refuse(_ text: String, _ reason: String) -> Bool {
    overlay = nil
    notice = .init(reason, isError: true)
    line = settings.isPlain ? "" : text
    if settings.isPlain { order(.consumeLine(text, leaving: lineBeforeCommand)) }
    return true
  }

  /// Puts a line back whose edit named no row, or whose file could not be written, unless something else is being typed
  /// by now.
  mutating func giveBackLine(of number: Int) {
    guard let submitted, submitted.number == number else { return }
    self.submitted = nil
    guard notice?.isError == true, !settings.isPlain, line == query, question == nil else { return }
    line = submitted.line
    if review != nil { review?.isTyping = true }
    order(.setLine(submitted.line))
  }

  /// Stores the whole line as a note on the row that the prompt was opened for.
  private mutating func submit(note line: String, for asked: Browser.AskedOperand) -> Bool {
    let text = String(line.dropFirst(Self.noteCommand.count))
    do throws(NoteError) {
      _ = try Note(typed: text)
    } catch {
      // A blank note removes the one that is there.
      if error != .empty {
        if !settings.isPlain { self.asked = asked }
        return refuse(line, "\(error)")
      }
    }
    if line != asked.line, let reason = reasonNotToReplace(asked) {
      guard settings.isPlain else { return refuse(line, reason) }
      // The line is shown again, as on a screen.
      notice = .init(reason, isError: true)
      order(.setLine(line))
      self.line = line
      return true
    }
    overlay = nil
    order(.remember(line))
    order(.consumeLine(line, leaving: lineBeforeCommand))
    endTyping()
    // A note of several lines is shown on one line.
    if line == asked.line { return true }
    write(
      text, on: Row(name: asked.name, flags: flags[asked.name]))
    return true
  }

  /// Why a note does not replace the present one of its row yet: the user has not seen that one.
  ///
  /// The next Enter replaces it.
  private mutating func reasonNotToReplace(_ asked: Browser.AskedOperand) -> String? {
    let (name, present) = (asked.name, remarks[asked.name]?.note)
    if present == nil, flags[name].contains(.noted) {
      self.asked = asked
      return "the note of \(name) is still being read; Enter to try again"
    }
    guard present != asked.note else { return nil }
    self.asked = asked
    self.asked?.note = present
    guard let present else { return "\(name) has no note any more; Enter to store this one" }
    return "\(name) has another note; Enter to replace it: \(present.oneLine)"
  }

  /// Sets the note of a row; a blank one removes it.
  mutating func write(_ text: String, on target: Row) {
    do {
      let note = text.allSatisfy(\.isWhitespace) ? nil : try Note(typed: text)
      _ = edit(.init(.note, note: note), target)
    } catch {
      notice = .init("\(error)", isError: true)
    }
  }

  /// The line after a command, which may set a query.
  private func lineAfter(_ command: ColonCommand) -> String {
    if case .review(let query) = command, !query.isEmpty, !settings.isPlain { return query }
    return lineBeforeCommand
  }

  /// The line after most commands: the query, or nothing in plain mode.
  var lineBeforeCommand: String { settings.isPlain ? "" : query }

  /// Marks the selected row dead unless it already is, and selects the next row that is not dead.
  private mutating func crossOffSelected() {
    guard let target = selected, let listing, let path = listing.path(of: target.name) else {
      return
    }
    let next = nextLiving(after: path, in: listing)
    if target.isEditable {
      if edit(.init(giving: settings.firstDead), target) { selection = next ?? target.name }
    } else if let next {
      selection = next
      notice = .init("\(target.name.text) is already dead; moved to the next row that is not")
    } else {
      notice = .init("\(target.name.text) is already dead, and so are all rows after it")
    }
  }

  /// The next row that is not dead and that no pending edit marks dead.
  private func nextLiving(after path: ItemPath, in listing: Listing) -> Name? {
    let marked = Set(edits.flatMap(\.operation.namesMarkedDead))
    var place = listing.place(of: path) + 1
    while let living = listing.pathOfLiving(from: place), let target = listing.target(at: living) {
      if !marked.contains(target.name) { return target.name }
      place = listing.place(of: living) + 1
    }
    return nil
  }
}

extension PendingEdit.Operation {
  fileprivate var namesMarkedDead: [Name] {
    if case .edit(let edit) = self, edit.action == .dead { return edit.names }
    return []
  }
}

extension ColonCommand {
  /// Whether it must wait for the current listing.
  var needsRows: Bool {
    switch self {
    case .edit(_, let rows), .decide(_, let rows), .pick(_, let rows): !rows.areNamed
    case .undo, .redo, .index, .show, .pages, .list, .help, .quit, .report: false
    case .jump, .save, .print, .shell: true
    case .review(let query): query.isEmpty
    }
  }

  /// Whether it picks rows of the listing.
  var picksListedRows: Bool {
    if case .pick(true, let rows) = self { !rows.areNamed } else { false }
  }

  /// Whether another operand, or another row, may make it right.
  var canBeCorrected: Bool {
    switch self {
    case .edit, .decide, .pick, .jump, .help: true
    default: false
    }
  }

  /// Whether it is about all rows, so that none may still be missing.
  var needsAllRows: Bool {
    switch self {
    case .edit(_, let rows), .decide(_, let rows): rows == .all || rows == .section
    case .save: true
    default: false
    }
  }

  /// Whether it applies to rows that the user must see, because it does not name them.
  var needsSight: Bool {
    switch self {
    case .edit(_, let rows), .decide(_, let rows), .pick(_, let rows): !rows.areNamed
    case .undo, .redo, .shell: true
    default: false
    }
  }

  /// Whether it edits or shows what the store has about rows.
  var needsStore: Bool {
    switch self {
    case .edit, .decide, .undo, .redo, .review, .report, .list: true
    default: false
    }
  }
}

extension ColonCommand.Subject {
  /// Whether it names its rows, so that these do not depend on what is shown.
  fileprivate var areNamed: Bool {
    switch self {
    case .name, .id: true
    case .selected, .number, .all, .section: false
    }
  }
}

extension Command {
  var needsRows: Bool {
    switch self {
    case .undo, .redo, .toggleIndex, .cycleShow, .more, .preview, .previewUp, .previewDown, .help,
      .redraw, .abort, .review:
      false
    default: true
    }
  }

  /// Whether it edits or picks rows.
  var edits: Bool {
    switch self {
    case .dead, .ok, .like, .note, .snooze, .drop, .undo, .redo: true
    default: picks
    }
  }

  /// Whether it edits the ticked rows, if there are any.
  var editsTicks: Bool { [.dead, .ok].contains(self) }

  /// Whether it picks rows.
  var picks: Bool { [.pickNext, .pickPrevious, .pickAll].contains(self) }
}

extension ReviewCommand {
  /// Whether it edits or ticks rows.
  var edits: Bool {
    switch self {
    case .dead, .ok, .confirm, .reopen, .snooze, .like, .note, .undo, .again, .tick, .range: true
    case .next, .back, .down, .up, .find, .command, .help, .leave: false
    }
  }

  /// Whether it edits the ticked rows, if there are any.
  var editsTicks: Bool { [.dead, .ok, .confirm, .reopen, .like, .again].contains(self) }
}
