package import NameSearch

extension Browser.State {
  /// Ends the session once edits and saves are on the disk; an interrupt waits only for edits.
  mutating func leave(_ outcome: Browser.Outcome) {
    if outcome == .interrupted, edits.isEmpty { order(.leave(outcome)) } else { leaving = outcome }
  }

  /// Ends the session by an interrupt during an edit: the first waits for the store's answer, so that the user learns
  /// whether the edit is stored, the second does not.
  ///
  /// False without such an edit, and if the interrupt clears a line or cancels a question.
  mutating func interruptEdits(line: String) -> Bool {
    if breakOffMany() { return true }
    let leaves = question == nil && (line.isEmpty || settings.purpose == .picking)
    guard leaves, !edits.isEmpty else { return false }
    if leaving == .interrupted || editToCancel != nil {
      order(.leave(.cutOff))
    } else {
      leave(.interrupted)
      notice = .init("waiting for the store; C-c again to leave without its answer")
    }
    return true
  }

  /// If a file could not be written, the session does not end.
  mutating func endSave(_ number: Int, _ result: Browser.Notice) {
    guard saves.contains(where: { $0.number == number }) else { return }
    saves.removeAll { $0.number == number }
    notice = result
    giveBackLine(of: number)
    if result.isError { leaving = nil }
  }

  mutating func leaveIfDone() {
    let isDone = leaving == .interrupted ? edits.isEmpty : hasDoneAll
    guard let outcome = leaving, isDone, listToFind == nil else { return }
    leaving = nil
    order(.leave(outcome))
  }

  private var hasDoneAll: Bool { edits.isEmpty && saves.isEmpty && shellCommands.isEmpty }

  /// The list to open next; it must be found first, so that a typing mistake makes no new list.
  package var listToFind: Name? {
    if case .opened(let list) = leaving, hasDoneAll { list } else { nil }
  }

  /// Leaves for another list, or says why it cannot be opened.
  mutating func endFinding(_ list: Name, refusal: String?) {
    guard list == listToFind else { return }
    leaving = nil
    guard let refusal else { return order(.leave(.opened(list))) }
    notice = .init(refusal, isError: true)
    // On a screen the line comes back, so that it can be corrected.
    guard !settings.isPlain else { return }
    // A line that is already known removes no message.
    line = ":switch \(list.text)"
    order(.setLine(line))
  }

  /// Performs C-g: leaves a picker, cancels what is being typed, or deselects the row.
  mutating func abort() {
    if breakOffMany() { return waiting = [] }
    if settings.purpose == .picking {
      leave(.left)
    } else if review?.isTyping == true || review?.asking != nil || isCommand(line) {
      escape()
    } else if review == nil {
      selection = nil
      notice = nil
    }
  }

  mutating func order(_ order: Browser.Order) {
    orders.append(.init(number: nextNumber, order: order))
    nextNumber += 1
  }
}
