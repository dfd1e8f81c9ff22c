import ListModel
import NameSearch

// The current row of review mode, and what others do to it meanwhile.

extension Browser {
  /// The selected row, in the state when it was selected, or after this session's last decision on it.
  struct CurrentRow: Sendable {
    let name: Name

    /// `nil` while an edit of this session changes the flags in a way that is not known yet.
    var flags: Flags?

    /// Whether someone else decided the row while the user was typing about it, or this session dropped it.
    var isLeft = false

    /// Whether a message has said that someone else dropped the row.
    var isDropTold = false
  }

  /// Waits until the user has had time to see which row follows one that others have settled.
  package struct Arrival: Equatable, Sendable {
    let name: Name

    /// Distinguishes it from other rows that came meanwhile.
    let revision: Int
  }

  /// The store's last report about the current row.
  struct Settling: Sendable {
    /// Who decided, snoozed or dropped the row; `nil` if no one did.
    let settled: RowSettling?

    /// The message about rows that have lost their ticks.
    let lost: String?
  }
}

extension Browser.State {
  /// Selects the next row when someone else has decided the current one, however the user reached it.
  mutating func advanceIfDecidedElsewhere() {
    // The answer that is being typed must not be about a row that is not printed yet.
    if isTypingAnswer { return }
    advanceIfDropped()
    guard let review, !review.isOpening else { return }
    guard let name = selected?.name else {
      // While rows are being read again, the row may still arrive.
      let isBehind = !intake.isComplete || searchToMake != nil
      if isBehind, review.current?.name == view.selection { return }
      self.review?.current = nil
      return
    }
    guard review.current?.name == name, let before = review.current?.flags else {
      // The changes of an edit of very many rows must first be read from the store.
      let isKnown = review.current?.name != name || storing.edits.isEmpty && changesToRead == nil
      if isKnown { self.review?.current = .init(name: name, flags: list.flags[name]) }
      if review.current?.name != name { self.review?.settling = nil }
      return
    }
    guard storing.edits.isEmpty else { return }
    guard isSettledElsewhere else {
      if before.settled != nil, list.flags[name].isOpen {
        self.review?.current = .init(name: name, flags: list.flags[name])
      }
      return
    }
    let settled = review.settling?.settled
    let text = settled?.text(of: name) ?? "\(name.text) is no longer open"
    let said =
      settled?.isOwn == true
      ? nil
      : [text, review.settling?.lost, lostAnswer()].compactMap { $0 }.joined(separator: "; ")
    if review.isTyping {
      // The user is typing about this row, so it is left only after that.
      if review.current?.isLeft == false, let said { notice = .init(said) }
      self.review?.current?.isLeft = true
      return
    }
    self.review?.open = nil
    goToNextOpen(from: name)
    if let said { notice = .init(said) }
    tellIfNothingIsOpen(after: notice)
    let current = selected.map { Browser.CurrentRow(name: $0.name, flags: list.flags[$0.name]) }
    self.review?.current = current
    self.review?.settling = nil
    noteArrival()
    askForDecision()
  }

  /// Selects the next row after someone else dropped the current one, so that another one is
  /// selected already.
  private mutating func advanceIfDropped() {
    guard let review, !review.isOpening, settings.browsesKeptList, intake.isComplete,
      let current = review.current, current.flags != nil, current.name != selected?.name,
      searchToMake == nil, list.index.row(of: current.name) == nil
    else { return }
    self.review?.current = nil
    // This session dropped the row itself, or is about to report the drop.
    guard !current.isLeft, storing.edits.isEmpty else { return }
    let settled = review.settling?.settled
    self.review?.settling = nil
    let text = settled?.text(of: current.name) ?? "\(current.name.text) was dropped"
    let told = current.isDropTold ? nil : text
    let parts = [told, review.settling?.lost, lostAnswer()].compactMap { $0 }
    let said = Browser.Notice(parts.joined(separator: "; "))
    if !review.isTyping {
      self.review?.open = nil
      if let selected, selected.flags.isOpen {
        self.review?.open = selected.name
      } else {
        goToNextOpen(from: selected?.name ?? review.decided.last)
      }
    }
    if settled?.isOwn != true, !parts.isEmpty { notice = said }
    tellIfNothingIsOpen(after: parts.isEmpty ? notice : said)
    noteArrival()
    askForDecision()
  }

  /// Remembers that the selected row was not chosen by the user.
  private mutating func noteArrival() {
    let arrival = selected.map { Browser.Arrival(name: $0.name, revision: viewRevision) }
    review?.arrival = arrival
  }

  /// The row that the user may not have seen yet, so that a key of review may be about the previous one.
  package var arrivalToSee: Browser.Arrival? {
    review?.arrival?.name == view.selection && !settings.isPlain ? review?.arrival : nil
  }

  /// Ends the wait for a row to be seen, unless another one has come meanwhile.
  mutating func see(_ arrival: Browser.Arrival) {
    if review?.arrival == arrival { review?.arrival = nil }
  }

  /// Whether a key of review is refused, because the row that it would be about was not shown when the user
  /// decided to press it.
  ///
  /// A key that decides the ticked rows is about these.
  mutating func refusesForArrival(unlessTicked decidesTicks: Bool) -> Bool {
    guard arrivalToSee != nil, !decidesTicks || review?.ticks.isEmpty == true else { return false }
    guard let news = notice else {
      notice = .nothingChanged
      return true
    }
    let nothingChanged = Browser.Notice.nothingChanged.text
    if !news.text.hasSuffix(nothingChanged) {
      notice = .init("\(news.text); \(nothingChanged)", isError: news.isError)
      notice?.own = news.own
    }
    return true
  }

  /// Whether someone else has decided or snoozed the selected row since it was selected.
  var isSettledElsewhere: Bool {
    guard let current = review?.current, current.name == selected?.name,
      let before = current.flags
    else { return false }
    let now = list.flags[current.name].settled
    return now != nil && before.settled != now
  }

  /// What is added to the news about a row for which an answer came too late.
  private mutating func lostAnswer() -> String? {
    guard review?.isAnswerLost == true else { return nil }
    review?.isAnswerLost = false
    return Browser.Notice.nothingChanged.text
  }

  /// Records the current row, as an edit of this session left it, as seen.
  mutating func noteOwnEdit(of names: [Name]) {
    guard let current = review?.current, names.contains(current.name) else { return }
    review?.current = .init(name: current.name, flags: list.flags[current.name])
  }

  /// Records a drop of the current row by this session as seen.
  mutating func noteOwnDrop(in changes: [EditResult.Change]) {
    if changes.contains(where: { !$0.after.isListed && $0.name == review?.current?.name }) {
      review?.current?.isLeft = true
    }
  }

  /// Does the same for an edit of very many rows, whose changes may be read from the store only later.
  mutating func noteOwnEditOfMany() {
    guard let current = review?.current else { return }
    review?.current = .init(name: current.name, flags: nil)
  }
}

extension Flags {
  /// Why the row is not open; `nil` if it is open.
  fileprivate var settled: String? { isOpen ? nil : decision ?? RowFlag.snoozed.word }
}
