package import ListModel
package import NameSearch
import Substrings

extension Browser {
  /// What the session must do once, and how it ends.
  package struct Session: Sendable {
    /// The orders for the session, oldest first.
    package var orders: [PendingOrder] = []

    /// The shell commands that wait for the terminal, oldest first.
    var shellCommands: [PendingShellCommand] = []

    /// The outcome once all edits and saves are done; `nil` while the session continues.
    var leaving: Outcome?

    /// The number of the next edit, save, order or shell command.
    private(set) var nextNumber = 1

    package enum Event: Sendable {
      case orderDone(number: Int)
      case shellCommandEnded(number: Int, Notice?)

      /// Another list can be opened, unless there is a reason against it.
      case listFound(Name, refusal: String?)
    }

    mutating func takeNumber() -> Int {
      defer { nextNumber += 1 }
      return nextNumber
    }

    mutating func order(_ order: Order) {
      orders.append(.init(number: takeNumber(), order: order))
    }
  }
}

extension Browser {
  /// An instruction that the session carries out once.
  package struct PendingOrder: Sendable {
    /// Distinguishes equal orders.
    package let number: Int

    package let order: Order
  }

  /// An instruction to the session, other than a search or an edit.
  package enum Order: Sendable {
    /// Removes this text from the start of the line, since it was handled; an empty rest becomes `leaving`.
    case consumeLine(String, leaving: String = "")

    case clearLine
    case setLine(String)

    /// Prints lines above the live screen, where they stay.
    case print(Printout)

    /// Prints all rows of a listing, with their numbers.
    case printAll(Listing)

    case remember(String)

    case redraw
    case leave(Outcome)
  }

  /// A shell command that waits for the terminal.
  package struct PendingShellCommand: Equatable, Sendable {
    /// Distinguishes equal commands.
    package let number: Int

    /// A script for the shell, with placeholders.
    package let script: String

    /// The row for the placeholders; `nil` if none is selected.
    package let row: Row?
  }

  /// How the session ended.
  package enum Outcome: Equatable, Sendable {
    /// The user left; in a picker, without picking rows.
    case left
    case interrupted
    /// The user left without waiting for the store, which may still have stored an edit.
    case cutOff
    /// Enter picked rows; empty if there were no rows.
    case picked(PickedRows)
    /// The user switched to another list.
    case opened(Name)
    /// A line was skipped in strict mode, or the names are too long for one list.
    case refused(String)
  }
}

extension Browser.Order {
  /// Whether it changes the prompt line or the history.
  var changesLine: Bool {
    switch self {
    case .consumeLine, .clearLine, .setLine, .remember: true
    case .print, .printAll, .redraw, .leave: false
    }
  }
}

// MARK: Queries

extension Browser.State {
  /// Whether the session is ending, so that keys typed now are not meant for it.
  package var isLeaving: Bool {
    session.leaving != nil
      || session.orders.contains { if case .leave = $0.order { true } else { false } }
  }

  private var hasDoneAll: Bool {
    storing.edits.isEmpty && storing.saves.isEmpty && session.shellCommands.isEmpty
  }

  /// The list to open next; it must be found first, so that a typing mistake makes no new list.
  package var listToFind: Name? {
    if case .opened(let list) = session.leaving, hasDoneAll { list } else { nil }
  }

  /// The command that should have the terminal, or `nil`.
  package var shellCommandToRun: Browser.PendingShellCommand? { session.shellCommands.first }

  /// Whether everything that was requested is done, so that the next line of a script finds its rows.
  package var isAtRest: Bool {
    let hasWork =
      !prompt.waiting.isEmpty || !session.orders.isEmpty || !storing.edits.isEmpty
      || !storing.saves.isEmpty
      || !session.shellCommands.isEmpty || session.leaving != nil || cover.report != nil
      || picking.waitsForFirstResult
    if hasWork || !intake.isAtRest || pageToRetry != nil || changesToRead != nil { return false }
    if isReadingCurrentRow { return false }
    // A failed input is reported, and not waited for.
    if intake.failure != nil { return true }
    return list.listing != nil && searchToMake == nil && intake.firstQuery == nil
      && review?.isOpening != true
  }
}

// MARK: Transitions

extension Browser.State {
  mutating func apply(_ event: Browser.Session.Event) {
    switch event {
    case .orderDone(let number): session.orders.removeAll { $0.number == number }
    case .shellCommandEnded(let number, let result): endShellCommand(number, result)
    case .listFound(let list, let refusal): endFinding(list, refusal: refusal)
    }
  }

  /// Ends the session once edits and saves are on the disk; an interrupt waits only for edits.
  mutating func leave(_ outcome: Browser.Outcome) {
    if outcome == .interrupted, storing.edits.isEmpty {
      session.order(.leave(outcome))
    } else {
      session.leaving = outcome
    }
  }

  /// Ends the session by an interrupt during an edit: the first waits for the store's answer, so that the user learns
  /// whether the edit is stored, the second does not.
  ///
  /// False without such an edit, and if the interrupt clears a line or cancels a question.
  mutating func interruptEdits(line: String) -> Bool {
    if breakOffMany() { return true }
    let leaves = cover.question == nil && (line.isEmpty || settings.purpose == .picking)
    guard leaves, !storing.edits.isEmpty else { return false }
    if session.leaving == .interrupted || storing.editToCancel != nil {
      session.order(.leave(.cutOff))
    } else {
      leave(.interrupted)
      notice = .init("waiting for the store; C-c again to leave without its answer")
    }
    return true
  }

  mutating func leaveIfDone() {
    let isDone = session.leaving == .interrupted ? storing.edits.isEmpty : hasDoneAll
    guard let outcome = session.leaving, isDone, listToFind == nil else { return }
    session.leaving = nil
    session.order(.leave(outcome))
  }

  /// Leaves for another list, or says why it cannot be opened.
  mutating func endFinding(_ list: Name, refusal: String?) {
    guard list == listToFind else { return }
    session.leaving = nil
    guard let refusal else { return session.order(.leave(.opened(list))) }
    notice = .init(refusal, isError: true)
    // On a screen the line comes back, so that it can be corrected.
    guard !settings.isPlain else { return }
    // A line that is already known removes no message.
    prompt.line = ":switch \(list.text)"
    session.order(.setLine(prompt.line))
  }

  /// Performs C-g: leaves a picker, cancels what is being typed, or deselects the row.
  mutating func abort() {
    if breakOffMany() { return prompt.waiting = [] }
    if settings.purpose == .picking {
      leave(.left)
    } else if review?.isTyping == true || review?.asking != nil || isCommand(prompt.line) {
      escape()
    } else if review == nil {
      view.selection = nil
      notice = nil
    }
  }

  mutating func runInShell(_ script: String) {
    if !settings.allowsShell {
      notice = .init(":! requires --allow-shell", isError: true)
      return
    }
    session.shellCommands.append(
      .init(
        number: session.takeNumber(), script: script, row: (selected ?? onlyMatch).map(shellRow)))
  }

  mutating func endShellCommand(_ number: Int, _ result: Browser.Notice?) {
    session.shellCommands.removeAll { $0.number == number }
    if let result { notice = result }
  }
}
