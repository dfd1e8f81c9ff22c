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
    let covering = cover.overlay
    cover.overlay = nil
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
    case .toggleIndex: view.showsIndex.toggle()
    case .cycleShow: showOnly(list.show.next)
    case .more: perform(Browser.PageCommand.more)
    case .preview: togglePreview()
    case .previewUp: scrollPreview(by: -count)
    case .previewDown: scrollPreview(by: count)
    case .help: if !covering.isHelp { cover.overlay = .help(scroll: 0) }
    case .redraw: session.order(.redraw)
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
    case .report(let wanted): cover.report = wanted
    case .undo: ask(.findStep)
    case .redo: ask(.redo)
    case .jump(let title?): jump(to: title)
    case .jump(nil): showSections()
    case .index(let isOn): view.showsIndex = isOn ?? !view.showsIndex
    case .show(let wanted) where reportsDropped(wanted): cover.report = .dropped
    case .show(let wanted): showOnly(wanted)
    case .pages(let wanted): perform(wanted)
    case .list(let name): open(name)
    case .print:
      if let listing = list.listing { printRows(of: listing) }
    case .save(let path):
      if let listing = list.listing { save(listing, to: path) }
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
    list.show = wanted
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
    storing.add(Browser.PendingSave(number: session.takeNumber(), listing: listing, path: path))
  }

  /// Jumps to the section of an index title, or to the nearest section with rows.
  mutating func jump(to title: String) {
    guard let listing = list.listing, listing.count > 0 else {
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
