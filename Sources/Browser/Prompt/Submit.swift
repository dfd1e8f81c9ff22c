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
    if settings.isPlain { prompt.line = "" }
    if settings.isPlain, review != nil {
      guard listingIsCurrent, storing.edits.isEmpty, !isReadingCurrentRow else {
        return wait(with: text)
      }
      if isCommandInReview(text) {
        guard submit(command: text) else { return wait(with: text) }
        askForDecision()
      } else {
        answerInReview(text)
      }
      return true
    }
    if let whole = prompt.asked?.restored(text) {
      session.order(.setLine(whole))
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
    let overlay = text == prompt.query ? cover.overlay : nil
    if text != prompt.query {
      prompt.query = text
      view.selection = nil
      view.top = nil
    }
    if enterTakesRow, refuses(key?.name ?? "Enter", under: overlay) { return true }
    cover.overlay = nil
    guard listingIsCurrent, let listing = list.listing else { return false }
    if let review {
      if review.isTyping { endTyping() }
      // Nothing was typed, so the row stays selected.
      if selected?.flags.isOpen != true { openReview(after: nil) }
      return true
    }
    switch settings.purpose {
    case .picking where picking.picks.isEmpty && awaitsRow:
      return false
    case .picking where !settings.isPlain:
      picking.acceptingKey = key
      leave(outcome(picking: namesPicked))
    case .editing where selected != nil:
      crossOffSelected()
    case .editing where !text.isEmpty && !settings.isPlain:
      session.order(.remember(text))
      selectFirstLiving(in: listing)
    case .editing, .picking:
      if !text.isEmpty { session.order(.remember(text)) }
      printRows(of: listing)
      session.order(.consumeLine(text))
    }
    return true
  }

  /// Whether Enter edits or picks the row that it finds selected.
  private var enterTakesRow: Bool {
    review == nil && (settings.purpose == .picking || view.selection != nil)
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
      list.printed = listing
      return session.order(.printAll(listing))
    }
    let printout = Printout(of: listing, title: prompt.query, state: self)
    session.order(.print(printout))
    if settings.isPlain {
      list.printed = listing
    } else {
      let rows = "\(printout.rowCount.grouped) \(printout.rowCount.noun("row")) printed"
      notice = .init("\(rows)\(settings.printsAbove ? " above" : "; shown when you quit")")
    }
  }

  /// In plain mode, chooses the next filter and prints its rows; false while they are being searched for.
  mutating func printNextShow() -> Bool {
    if !list.isPrintingShow { perform(.cycleShow) }
    list.isPrintingShow = !listingIsCurrent
    guard listingIsCurrent, let listing = list.listing else { return false }
    let name = list.show == .all ? "all rows" : "\(list.show.text) only"
    session.order(.print(Printout(lines: [StyledText(DisplayText(name, glyphs: settings.glyphs))])))
    printRows(of: listing)
    return true
  }

  /// In plain mode, explains what `#N` alone means; false if it is not the number of a printed row.
  private mutating func explainRowNumber(_ text: String) -> Bool {
    guard settings.isPlain, !isPicker, let printed = list.printed,
      let number = ColonCommand.rowNumber(text)
    else { return false }
    session.order(.consumeLine(text))
    if number <= numbersAtHand, let row = printed.target(number: number) {
      notice = .init("\(text) is \(row.name.text); type a command, as in :dead \(text)")
    } else {
      notice = .init("no row \(text)", isError: true)
    }
    return true
  }

  /// Lets an answer wait as if it were still being typed, so that review stays at the row that it is about.
  private mutating func wait(with answer: String) -> Bool {
    prompt.line = answer
    return false
  }

  private mutating func submit(command text: String) -> Bool {
    if let asked = prompt.asked, asked.command == Self.noteCommand {
      prompt.asked = nil
      if text.hasPrefix(Self.noteCommand) { return submit(note: text, for: asked) }
    }
    let command: ColonCommand
    do {
      command = try ColonCommand.parse(text)
    } catch {
      return refuse(text, error.reason)
    }
    if command.needsSight, refuses("Enter", under: cover.overlay) { return true }
    if command.needsAllRows, let reason = reasonToWait { return refuse(text, reason) }
    let printsRows = printsRows(of: command)
    // The rows to print are searched for while the command waits.
    if printsRows, case .show(let wanted) = command { list.show = wanted }
    guard listingIsCurrent || !command.needsRows && !printsRows,
      command != .undo || storing.edits.isEmpty
    else { return false }
    if command.picksListedRows, awaitsRow { return false }
    cover.overlay = nil
    let (first, wasTyping, wasAsked) = (session.nextNumber, review?.isTyping, prompt.asked)
    prompt.asked = nil
    session.order(.remember(text))
    session.order(.consumeLine(text, leaving: lineAfter(command)))
    endTyping(leaving: lineAfter(command))
    // An error of an earlier command must not count as one of this.
    if notice?.isError == true { notice = nil }
    perform(command)
    if notice?.isError == true, !settings.isPlain, session.leaving == nil, command.canBeCorrected {
      // The mistaken line stays.
      session.orders.removeAll { $0.number >= first && $0.order.changesLine }
      prompt.line = text
      prompt.asked = wasAsked
      if let wasTyping { review?.isTyping = wasTyping }
    } else if let last = storing.edits.last, last.number >= first, last.edit != nil {
      storing.submitted = (last.number, text)
    } else if let last = storing.saves.last, last.number >= first {
      storing.submitted = (last.number, text)
    }
    if printsRows, let listing = list.listing { printRows(of: listing) }
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
    cover.overlay = nil
    notice = .init(reason, isError: true)
    prompt.line = settings.isPlain ? "" : text
    if settings.isPlain { session.order(.consumeLine(text, leaving: lineBeforeCommand)) }
    return true
  }

  /// Puts a line back whose edit named no row, or whose file could not be written, unless something else is being typed
  /// by now.
  mutating func giveBackLine(of number: Int) {
    guard let submitted = storing.submitted, submitted.number == number else { return }
    storing.submitted = nil
    guard notice?.isError == true, !settings.isPlain, prompt.line == prompt.query,
      cover.question == nil
    else { return }
    prompt.line = submitted.line
    if review != nil { review?.isTyping = true }
    session.order(.setLine(submitted.line))
  }

  /// Stores the whole line as a note on the row that the prompt was opened for.
  private mutating func submit(note line: String, for asked: Browser.AskedOperand) -> Bool {
    let text = String(line.dropFirst(Self.noteCommand.count))
    do throws(NoteError) {
      _ = try Note(typed: text)
    } catch {
      // A blank note removes the one that is there.
      if error != .empty {
        if !settings.isPlain { prompt.asked = asked }
        return refuse(line, "\(error)")
      }
    }
    if line != asked.line, let reason = reasonNotToReplace(asked) {
      guard settings.isPlain else { return refuse(line, reason) }
      // The line is shown again, as on a screen.
      notice = .init(reason, isError: true)
      session.order(.setLine(line))
      prompt.line = line
      return true
    }
    cover.overlay = nil
    session.order(.remember(line))
    session.order(.consumeLine(line, leaving: lineBeforeCommand))
    endTyping()
    // A note of several lines is shown on one line.
    if line == asked.line { return true }
    write(
      text, on: Row(name: asked.name, flags: list.flags[asked.name]))
    return true
  }

  /// Why a note does not replace the present one of its row yet: the user has not seen that one.
  ///
  /// The next Enter replaces it.
  private mutating func reasonNotToReplace(_ asked: Browser.AskedOperand) -> String? {
    let (name, present) = (asked.name, facts.remarks[asked.name]?.note)
    if present == nil, list.flags[name].contains(.noted) {
      prompt.asked = asked
      return "the note of \(name) is still being read; Enter to try again"
    }
    guard present != asked.note else { return nil }
    prompt.asked = asked
    prompt.asked?.note = present
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
  var lineBeforeCommand: String { settings.isPlain ? "" : prompt.query }

  /// Marks the selected row dead unless it already is, and selects the next row that is not dead.
  private mutating func crossOffSelected() {
    guard let target = selected, let listing = list.listing,
      let path = listing.path(of: target.name)
    else {
      return
    }
    let next = nextLiving(after: path, in: listing)
    if target.isEditable {
      if edit(.init(giving: settings.firstDead), target) { view.selection = next ?? target.name }
    } else if let next {
      view.selection = next
      notice = .init("\(target.name.text) is already dead; moved to the next row that is not")
    } else {
      notice = .init("\(target.name.text) is already dead, and so are all rows after it")
    }
  }

  /// The next row that is not dead and that no pending edit marks dead.
  private func nextLiving(after path: ItemPath, in listing: Listing) -> Name? {
    let marked = Set(storing.edits.flatMap(\.operation.namesMarkedDead))
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
