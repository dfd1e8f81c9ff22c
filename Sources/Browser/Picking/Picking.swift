import ListModel
package import NameSearch
import SectionedData
import TerminalText

extension Browser {
  /// The rows that a picker takes.
  package struct Picking: Sendable {
    /// The picked rows.
    package var picks = Picks()

    /// The key that accepted the rows; `nil` if it was Enter.
    var acceptingKey: ExpectedKey?

    /// Whether to show nothing and handle no key, until it is known whether the user must be asked.
    package var waitsForFirstResult: Bool

    init(waitsForFirstResult: Bool) { self.waitsForFirstResult = waitsForFirstResult }

    package enum Event: Sendable {
      /// The first row of a picker has been shown for a while.
      case rowSeen(Name)
    }
  }
}

// MARK: Queries

extension Browser.State {
  var isPicker: Bool { settings.purpose == .picking }

  /// Whether rows have a sign that shows whether they are picked, or ticked.
  var marksPicks: Bool { settings.mostPicks != nil || ticked != nil }

  /// Whether a row is picked, or ticked.
  var isPicked: @Sendable (Name) -> Bool {
    if let ticked { return ticked }
    return { [picks = picking.picks] in picks.contains($0) }
  }

  /// The key of `--expect` for a key press; `nil` if there is none.
  func expectedKey(_ press: ExpectedKey.Press) -> ExpectedKey? {
    settings.expectedKeys.last { $0.press == press }
  }

  /// The rows that Enter accepts: the picked ones, or else the selected one.
  var namesPicked: [Name] {
    picking.picks.isEmpty ? [selected?.name].compactMap { $0 } : picking.picks.names
  }

  /// The first row, which is selected by default, while other rows may still arrive before it.
  ///
  /// Once it has been shown long enough to be seen, it stays selected, so that Enter takes the row
  /// that was seen.
  package var rowToHold: Name? {
    guard isPicker, !settings.isPlain, !picking.waitsForFirstResult, view.selection == nil,
      !intake.isComplete,
      listingIsCurrent
    else { return nil }
    return firstTarget?.name
  }

  /// Whether a picker has no row to take yet, but may get one.
  package var awaitsRow: Bool {
    guard isPicker, !settings.isPlain, listingIsCurrent, list.listing?.count == 0 else {
      return false
    }
    return rowsMayCome
  }

  /// Whether a key leaves the picker, even while another one waits for a row.
  private func leavesPicker(_ event: Browser.Prompt.Event) -> Bool {
    switch event {
    case .interrupted, .commandGiven(.abort, _, _): true
    case .escaped: expectedKey(.escape) == nil
    case .inputEnded: expectedKey(.endOfInput) == nil
    default: false
    }
  }

  /// A key that leaves the picker and must not wait for rows that may never arrive.
  var keyToLeaveBy: Browser.Prompt.Event? {
    awaitsRow ? prompt.waiting.first(where: leavesPicker) : nil
  }

  /// The rows of these names with their sections, whether they match now or not.
  func outcome(picking names: [Name]) -> Browser.Outcome {
    var known = list.listing
    if names.contains(where: { list.listing?.path(of: $0) == nil }) {
      let all = NameQuery("", match: settings.match, sensitivity: settings.sensitivity)
      known = Listing(SearchRequest(index: list.index, query: all, show: .all, flags: list.flags))
    }
    // In plain mode, the line is the number of a printed row, or nothing.
    let printedQuery = settings.isPlain ? list.printed?.request.query.text : nil
    var picked = PickedRows(query: printedQuery ?? prompt.query, key: picking.acceptingKey?.name)
    picked.areOfColumn = known?.hasSectionsOfColumn ?? false
    for name in names {
      if let known, let path = known.path(of: name), let row = known.target(at: path) {
        picked.append(row, in: known.matches.sections[path.section].title)
      } else {
        picked.append(Row(name: name, flags: list.flags[name]), in: "")
      }
    }
    return .picked(picked)
  }

  /// How many rows are picked, for the status line.
  var picksSummary: String? {
    guard let most = settings.mostPicks, !picking.picks.isEmpty else { return nil }
    return "\(picking.picks.count.grouped)\(most == .max ? "" : " of \(most.grouped)") picked"
  }
}

// MARK: Transitions

extension Browser.State {
  mutating func apply(_ event: Browser.Picking.Event) {
    switch event {
    case .rowSeen(let name): hold(name)
    }
  }

  /// Picks or unpicks the selected row, and selects the next or the previous one.
  ///
  /// The selection stays if no more rows can be picked.
  mutating func pickSelected(times count: Int, step: Int) {
    guard settings.mostPicks != nil else { return refuseSeveralPicks() }
    let step = count < 0 ? -step : step
    for _ in 0..<min(abs(count), list.listing?.count ?? 0) {
      guard let target = selected, toggle(target.name) else { return }
      moveSelection(by: step)
    }
  }

  private mutating func refuseSeveralPicks() {
    notice = .init(
      isPicker
        ? "use targets pick -m to pick several rows" : "use targets pick to pick rows",
      isError: true)
  }

  /// Picks or unpicks the rows that a command names; a picker of one row then ends.
  mutating func pick(_ isPicked: Bool, _ subject: ColonCommand.Subject) {
    guard isPicker, isPicked || settings.mostPicks != nil else { return refuseSeveralPicks() }
    let names = names(of: subject)
    guard let first = names.first else { return }
    if settings.mostPicks == nil {
      return names.count == 1
        ? leave(outcome(picking: [first])) : refuseSeveralPicks()
    }
    if isPicked {
      for name in names { guard add(name) else { return } }
    } else {
      let given = Set(names)
      picking.picks.keep { !given.contains($0) }
    }
    tellPicks(names, isPicked: isPicked)
  }

  /// Picks or unpicks a row; false if no more rows can be picked.
  private mutating func toggle(_ name: Name) -> Bool {
    if picking.picks.contains(name) {
      picking.picks.keep { $0 != name }
      return true
    }
    return add(name)
  }

  private mutating func add(_ name: Name) -> Bool {
    guard let most = settings.mostPicks, picking.picks.count < most || picking.picks.contains(name)
    else {
      let most = settings.mostPicks ?? 1
      notice = .init("at most \(most.grouped) \(most.noun("row")) can be picked", isError: true)
      return false
    }
    picking.picks.add(name)
    return true
  }

  /// Reports picks in plain mode, where rows have no marks.
  private mutating func tellPicks(_ names: [Name], isPicked: Bool) {
    guard settings.isPlain, let first = names.first else { return }
    let rows = names.count == 1 ? first.text : "\(names.count.grouped) rows"
    notice = .init(
      "\(rows) \(isPicked ? "picked" : "unpicked"); \(picking.picks.count.grouped) in all")
  }

  /// The rows that a command names; if there are none, sets a notice with the reason.
  private mutating func names(of subject: ColonCommand.Subject) -> [Name] {
    switch subject {
    case .selected:
      if let target = selected { return [target.name] }
    case .number(let number):
      if let target = rowsAtHand?.target(number: number), number <= numbersAtHand {
        return [target.name]
      }
      notice = .init("no row #\(number)", isError: true)
      return []
    case .name(let name):
      if settings.isPlain, let number = Int(name.text) { return names(of: .number(number)) }
      let found = list.index.rows(called: name).map { list.index.name(at: $0) }
      if found.isEmpty { notice = .init("no row named \(name.text)", isError: true) }
      return onlyRow(of: found, called: name.original, isID: false)
    case .id(let id):
      let found = names(withID: id)
      if found.isEmpty { notice = .init("no row has the ID “\(id)”", isError: true) }
      return onlyRow(of: found, called: id, isID: true)
    case .all, .section:
      if let listing = list.listing {
        let section = if case .section = subject { sectionInView } else { Int?.none }
        return listing.rows(ofSection: section).map { listing.matches.index.name(at: $0) }
      }
    }
    notice = .init("no rows", isError: true)
    return []
  }

  /// The row that has a name or an ID; none if several have it, and then a notice.
  private mutating func onlyRow(of rows: [Name], called text: String, isID: Bool) -> [Name] {
    if rows.count < 2 { return rows }
    let shared = SharedText(text, isID: isID, of: rows)
    notice = .init(shared.refusalOfLine, isError: true)
    return []
  }

  /// Performs Enter in plain mode: a number picks a printed row, an empty line ends the session.
  ///
  /// False if the text is a query, whose rows must be printed.
  mutating func answerInPlainPicker(_ text: String) -> Bool {
    guard let printed = list.printed else { return false }
    if text.isEmpty {
      let first = printed.target(at: Listing.start).map { [$0.name] } ?? []
      // No row could be printed before, but some may have arrived.
      if first.isEmpty, picking.picks.isEmpty, list.listing?.count != 0 || rowsMayCome {
        return false
      }
      leave(outcome(picking: picking.picks.isEmpty ? first : picking.picks.names))
      return true
    }
    guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text),
      number <= numbersAtHand, let target = printed.target(number: number)
    else { return false }
    session.order(.consumeLine(text))
    if settings.mostPicks == nil {
      leave(outcome(picking: [target.name]))
    } else if toggle(target.name) {
      tellPicks([target.name], isPicked: picking.picks.contains(target.name))
    }
    return true
  }

  /// Explains how to pick a row, before the first query is typed.
  mutating func explainPlainPicker() {
    guard isPicker, settings.isPlain, !settings.isScripted else { return }
    let number = settings.mostPicks == nil ? "picks" : "picks or unpicks"
    let enter = settings.mostPicks == nil ? "picks the first" : "prints what is picked"
    let text =
      "type a query, or Enter for all rows; then a number \(number) a row, and Enter alone \(enter)"
    print(lines: [StyledText(DisplayText(text, glyphs: settings.glyphs))])
  }

  /// Selects the first row of a picker, because it has been seen.
  mutating func hold(_ name: Name) {
    if rowToHold == name { view.selection = name }
  }

  /// Forgets picked rows that are not in the complete list any more.
  mutating func releaseMissingPicks() {
    if picking.picks.isEmpty || !intake.isComplete
      || picking.picks.names.allSatisfy({ list.index.row(of: $0) != nil })
    {
      return
    }
    picking.picks.keep { list.index.row(of: $0) != nil }
  }

  /// Whether skipped lines might be matching rows.
  private var missesLines: Bool { settings.lineForm != nil && intake.report.leftOutCount > 0 }

  /// Asks the user if necessary; otherwise the session ends.
  mutating func askIfNeeded() {
    guard picking.waitsForFirstResult, !isLeaving, let listing = list.listing, listingIsCurrent
    else { return }
    let isSettled = searchToMake == nil && intake.isComplete
    let isAtRest = searchToMake == nil && intake.isAtRest
    if isSettled, listing.count == 0, settings.endsWithoutMatch {
      leave(outcome(picking: []))
    } else if isSettled, listing.count == 1, settings.takesSingleMatch, !missesLines,
      let target = firstTarget
    {
      leave(outcome(picking: [target.name]))
    } else if isAtRest || listing.count > (settings.takesSingleMatch ? 1 : 0) {
      picking.waitsForFirstResult = false
      explainPlainPicker()
      submitFirstQuery()
    }
  }
}

extension Browser {
  /// The picked rows, in the order in which they were picked.
  package struct Picks: Equatable, Sendable {
    package private(set) var names: [Name] = []
    private var known: Set<Name> = []

    var count: Int { names.count }
    var isEmpty: Bool { names.isEmpty }

    func contains(_ name: Name) -> Bool { known.contains(name) }

    /// Adds a name at the end; a name that is picked already keeps its place.
    mutating func add(_ name: Name) {
      if known.insert(name).inserted { names.append(name) }
    }

    /// Removes the names that do not satisfy a condition, in O(*n*) for *n* picked rows.
    mutating func keep(where condition: (Name) -> Bool) {
      names = names.filter(condition)
      known = Set(names)
    }
  }
}
