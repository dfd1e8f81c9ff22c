extension Browser.State {
  /// Ends the session once edits and saves are on the disk; an interrupt ends it at once.
  mutating func leave(_ outcome: Browser.Outcome) {
    if outcome == .interrupted { order(.leave(outcome)) } else { leaving = outcome }
  }

  /// If a file could not be written, the session does not end.
  mutating func endSave(_ number: Int, _ result: Browser.Notice) {
    guard saves.contains(where: { $0.number == number }) else { return }
    saves.removeAll { $0.number == number }
    notice = result
    if result.isError { leaving = nil }
  }

  mutating func leaveIfDone() {
    guard let outcome = leaving, edits.isEmpty, saves.isEmpty, shellCommands.isEmpty else { return }
    leaving = nil
    order(.leave(outcome))
  }

  /// Performs C-g: leaves a picker, or deselects the row.
  mutating func abort() {
    if breakOffMany() { return waiting = [] }
    if settings.purpose == .picking {
      leave(.left)
    } else {
      selection = nil
      notice = nil
    }
  }

  mutating func order(_ order: Browser.Order) {
    orders.append(.init(number: nextNumber, order: order))
    nextNumber += 1
  }
}
