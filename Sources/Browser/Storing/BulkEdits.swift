import ListModel
import NameSearch
import TerminalText

extension Browser.State {
  /// The maximum number of rows that are edited by name.
  private static let mostByName = 1_000

  /// Records when the rows shown are all rows.
  mutating func noteShownRows() {
    guard intake.isComplete, !intake.areShown else { return }
    intake.areShown = list.listing?.matches.index.version == list.index.version
  }

  /// Why a command for all rows cannot be carried out: some are still to come; `nil` if it can.
  ///
  /// The rows of a paged source are those that were loaded.
  var reasonToWait: String? {
    if settings.isPaged || intake.areShown { return nil }
    guard let failure = intake.failure else { return "wait until all rows are loaded" }
    return "not all rows could be loaded\(failure.advice)"
  }

  /// Requests an edit of all rows that are shown, or of those in one section; asks first if there are many.
  mutating func editMany(_ decision: Decision, ofSection section: Int?) {
    guard let listing = list.listing, listing.count > 0 else {
      notice = .init("no rows", isError: true)
      return
    }
    if let reason = decision.action == .drop ? refusalOfDrop : nil {
      notice = .init(reason, isError: true)
      return
    }
    var rows = listing.rows(ofSection: section)
    if decision.action == .confirm {
      // No other row can be confirmed, and the question names their number.
      rows.formIntersection(list.flags.rows(with: .changed, in: listing.matches.index))
      if rows.count == 0 {
        notice = .init("no row here has changed since it was decided")
        return
      }
    }
    let many = ManyRows(index: listing.matches.index, rows: rows)
    if rows.count > Self.mostUnasked {
      ask(about: .edit(decision, many))
    } else {
      edit(decision, many)
    }
  }

  mutating func edit(_ decision: Decision, _ names: [Name]) {
    if names.count <= Self.mostByName { return ask(decision, rows: names) }
    let index = list.listing?.matches.index ?? list.index
    edit(decision, ManyRows(index: index, rows: index.rows(of: names)))
  }

  mutating func edit(_ decision: Decision, _ many: ManyRows) {
    guard settings.browsesKeptList, many.count > Self.mostByName, decision.action != .drop else {
      return ask(decision, rows: Array(many.names))
    }
    var decision = decision
    decision.seen = decision.seen ?? seen
    ask(.many(decision, many))
  }

  /// Puts a text into the prompt line; the user may change it, and Enter carries it out.
  mutating func askInLine(_ text: String) {
    review?.isTyping = true
    session.order(.setLine(text))
  }

  static let noteCommand = ":note"
  static let snoozeCommand = ":snooze"

  /// The format of the operand that the user must type; `nil` if there is none.
  var formatHint: Browser.Notice? {
    if prompt.asked?.command == Self.noteCommand {
      return .init("Enter to store the note, C-c to cancel")
    }
    guard prompt.line.hasPrefix(Self.snoozeCommand + " "), !settings.isPlain, cover.overlay == nil
    else {
      return nil
    }
    return .init(
      "30d, 12h, 2w, 3m or a date", hint: prompt.asked == nil ? "Esc to cancel" : "C-c to cancel")
  }

  mutating func askForNote() {
    guard let target = selected ?? onlyMatch else { return askForRow() }
    let note = facts.remarks[target.name]?.note
    let line = "\(Self.noteCommand) \(note?.typed ?? "")"
    prompt.asked = .init(name: target.name, command: Self.noteCommand, line: line, note: note)
    askInLine(line)
  }

  mutating func askForSnooze() {
    guard let target = selected ?? onlyMatch else { return askForRow() }
    let line = Self.snoozeCommand + " "
    prompt.asked = .init(name: target.name, command: Self.snoozeCommand, line: line)
    askInLine(line)
  }

  /// Shows an edit of many rows that the store has completed.
  mutating func finishMany(_ number: Int, _ summary: EditSummary, mark: ListVersion?) {
    guard case .many(let decision, let many)? = storing.end(number)?.operation else { return }
    let isLate = storing.endCancelling(number)
    if decision.action == .confirm {
      // The earlier state of each row is not known here, so it is read from the store.
      following.signalChange()
    } else if let mark, followOwnEdit(to: mark) {
      let before = list.flags
      list.flags.apply(decision, to: many)
      storing.newestMany = .init(step: mark.version, before: before, revision: list.flags.revision)
    }
    noteOwnEditOfMany()
    facts.decidedToday.isCurrent = false
    list.updateListings()
    facts.forgetRemarks(on: nil)
    noteStep(mark?.version, decision, count: summary.changeCount, name: nil)
    let rows = "\(summary.changeCount.grouped) \(summary.changeCount.noun("row"))"
    let running = summary.running.first.map { "; \($0.text)" } ?? ""
    notice =
      summary.changeCount == 0
      ? .init("nothing to change")
      : .init(
        "\(isLate ? "too late to cancel: " : "")\(rows) changed\(running)", hint: "C-x u to undo")
  }

  /// Shows the undo or redo of an edit of very many rows.
  ///
  /// The last edit restores the flags that were shown before it; for other edits, all flags are read again.
  mutating func finishManyAgain(
    _ pending: PendingEdit, _ result: EditResult?, mark: ListVersion?, step: Int64?
  ) {
    let operation = pending.operation
    if case .undo(let undone) = operation, let many = storing.newestMany,
      many.step == undone.number,
      many.revision == list.flags.revision, let mark, followOwnEdit(to: mark),
      following.mark == mark
    {
      list.flags.goBack(to: many.before)
    } else {
      following.signalChange()
    }
    storing.newestMany = nil
    switch operation {
    case .undo(let step): storing.decisions.noteUndo(of: step)
    case .redo: if let step { storing.decisions.noteRedo(of: step) }
    case .edit, .many, .findStep: break
    }
    noteOwnEditOfMany()
    facts.decidedToday.isCurrent = false
    list.updateListings()
    facts.forgetRemarks(on: nil)
    noteAnswer(to: pending, result)
  }

  /// Cancels an edit of many rows unless it is stored already; false without such an edit.
  ///
  /// The store then answers whether the edit was stored. If it does not answer, cancelling again ends
  /// the session.
  mutating func breakOffMany() -> Bool {
    guard let pending = storing.edits.first(where: { $0.operation.isOfMany }),
      storing.editToCancel != pending.number
    else { return false }
    storing.editToCancel = pending.number
    notice = .init("cancelling the edit")
    return true
  }
}

extension Browser {
  /// The last edit of very many rows, which can be undone on the screen without visiting each row.
  struct ManyEdit {
    let step: Int64

    /// The flags before the edit.
    let before: FlagTable

    /// The revision of the flag table after the edit.
    let revision: Int
  }
}

extension PendingEdit.Operation {
  fileprivate var isOfMany: Bool { if case .many = self { true } else { false } }
}
