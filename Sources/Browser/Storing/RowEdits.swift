import ListModel
import NameSearch
import SectionedData
import TerminalText

// Edits of rows, as commands and keys ask for them.

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
  var rowsAtHand: Listing? { settings.isPlain ? list.printed : list.listing }

  /// The highest row number that the user can have seen.
  var numbersAtHand: Int {
    settings.isPlain && !settings.isScripted ? Printout.room(in: view.size) : .max
  }

  mutating func askForRow() {
    let help =
      settings.isPlain ? "type its number, as in :dead 3" : "↓ to select".inGlyphs(settings.glyphs)
    notice = .init("select a row first: \(help)", isError: true)
  }

  var onlyMatch: Row? {
    rowsAtHand?.count == 1 ? rowsAtHand?.target(at: Listing.start) : nil
  }

  mutating func toggleLike() {
    guard let target = selected ?? onlyMatch else {
      return editSubject(.init(.like), .selected)
    }
    _ = edit(.init(target.isLiked ? .unlike : .like), target)
  }

  mutating func toggleDrop() {
    guard let target = selected ?? onlyMatch else { return askForRow() }
    let isDropped = settings.isPaged && list.flags[target.name].contains(.dropped)
    if isDropped, view.selection == target.name { view.selection = rowBeside(target.name) }
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
      if decision.action.settles, target.name == view.selection {
        decide(decision, count: review?.count ?? 1)
        return true
      }
    }
    if decision.action == .drop, settings.browsesKeptList || settings.isPaged,
      view.selection == target.name
    {
      view.selection = rowBeside(target.name)
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
    for name in names { edit.flagsOfSource[name] = list.flags.flagsOfSource(for: name) }
    ask(.edit(edit))
  }

  /// The version of the list that has been shown; `nil` if the rows are not those of a list.
  var seen: Int64? { settings.browsesKeptList ? following.mark.version : nil }

  private func rowBeside(_ name: Name) -> Name? {
    guard let listing = list.listing, let path = listing.path(of: name) else { return nil }
    return (listing.path(after: path) ?? listing.path(before: path))
      .flatMap { listing.target(at: $0)?.name }
  }

  mutating func ask(_ operation: PendingEdit.Operation) {
    storing.add(
      PendingEdit(
        number: session.takeNumber(), operation: operation, identity: following.mark.identity))
  }
}
