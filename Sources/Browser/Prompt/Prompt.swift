import ListModel
import NameSearch
import Substrings
import TerminalText

extension Browser {
  /// The line at the prompt, and the keys that wait for their rows.
  package struct Prompt: Sendable {
    /// The line, as of the last event.
    var line = ""

    /// The text to search for.
    package var query = ""

    /// Keys that wait for the rows of a search, oldest first.
    package var waiting: [Event] = []

    /// The note or snooze that is being typed in the prompt that the program opened for it.
    var asked: AskedOperand?

    /// Whether C-x was typed, so that the status line shows the keys that can follow.
    var isTypingPrefix = false

    /// Whether no key was pressed yet.
    var isUntouched = true

    /// Something that the user did.
    package enum Event: Sendable {
      case lineEdited(String)
      case submitted(String)
      case commandGiven(Command, count: Int = 1, line: String)
      case reviewKeyPressed(ReviewCommand, count: Int = 1)

      /// A key of `--expect`, with the line when it was pressed.
      case expectedKeyPressed(ExpectedKey, line: String)

      /// A key without a binding in review mode; it may give a verdict of the list.
      case unknownKeyPressed(String, count: Int = 1)
      case titleChosen(String?)
      case escaped

      /// Row and column of the frame, from 0.
      case clicked(row: Int, column: Int)
      case wheelTurned(lines: Int)
      case interrupted(line: String)
      case inputEnded

      /// Whether C-x was typed and waits for its next key.
      case prefixChanged(isTyped: Bool)
      case pasteIgnored(characters: Int)
    }
  }

  /// A command that the program has put into the prompt, whose operand the user is typing.
  struct AskedOperand: Equatable, Sendable {
    /// The row that it is for.
    let name: Name

    /// The command, without a space after it.
    let command: String

    /// The line that the prompt started with.
    let line: String

    /// The note that was shown to the user, in this line or later; `nil` for none.
    var note: Note?

    /// The line with the command, if an edit such as C-u has removed it; `nil` if it is there, or if
    /// the line is another command.
    func restored(_ line: String) -> String? {
      if command.hasPrefix(line), line != command { return command + " " }
      if line.hasPrefix(":") { return nil }
      let start = "\(command) "
      guard let place = line.firstRange(ofText: start) else { return start + line }
      return start + line[..<place.lowerBound] + line[place.upperBound...]
    }
  }
}

// MARK: Keys

extension Browser.State {
  mutating func apply(_ event: Browser.Prompt.Event) {
    switch event {
    case .prefixChanged(let isTyped): prompt.isTypingPrefix = isTyped
    case .pasteIgnored(let count):
      notice = .init(
        "\(count.grouped) \(count.noun("character")) pasted: ignored", isError: true)
    case .lineEdited, .submitted, .commandGiven, .reviewKeyPressed, .titleChosen, .escaped,
      .unknownKeyPressed, .interrupted, .inputEnded, .clicked, .wheelTurned, .expectedKeyPressed:
      handle(event)
    }
  }

  /// Takes a key.
  ///
  /// A key about rows refers to the rows that match the typed text. While these are being searched for, the key
  /// waits, and so do all later keys, in order.
  mutating func handle(_ event: Browser.Prompt.Event) {
    prompt.isUntouched = false
    if case .interrupted(let line) = event, interruptEdits(line: line) {
      prompt.waiting = []
      return
    }
    guard prompt.waiting.isEmpty else {
      prompt.waiting.append(event)
      if keyToLeaveBy != nil { handleWaiting() }
      return
    }
    if !act(on: event) { prompt.waiting.append(event) }
  }

  mutating func handleWaiting() {
    while let event = prompt.waiting.first {
      guard act(on: event) else { break }
      // The event may have cancelled all waiting events.
      if !prompt.waiting.isEmpty { prompt.waiting.removeFirst() }
    }
    guard let key = keyToLeaveBy else { return }
    prompt.waiting = []
    _ = act(on: key)
  }

  /// Performs a key; false if it must wait.
  private mutating func act(on event: Browser.Prompt.Event) -> Bool {
    if storing.edits.contains(where: { $0.operation == .findStep }) { return false }
    if takeAnswer(event) { return true }
    switch event {
    case .lineEdited(let text):
      edit(line: text)
      if let known = list.known(for: search) { show(known) }
      return true
    case .submitted(let text):
      return submit(text, by: expectedKey(.enter))
    case .expectedKeyPressed(let key, let line):
      edit(line: line)
      return accept(textToAccept, by: key)
    case .escaped where cover.overlay == nil && expectedKey(.escape) != nil:
      return accept(textToAccept, by: expectedKey(.escape))
    case .inputEnded where expectedKey(.endOfInput) != nil:
      return accept(textToAccept, by: expectedKey(.endOfInput))
    case .commandGiven(let command, let count, let line):
      // Text that was typed with the key has closed the overlay.
      let overlay = line == prompt.line ? cover.overlay : nil
      edit(line: line)
      if command.edits, refuses(command.keyLabel, under: overlay) { return true }
      if command.edits, ![.undo, .redo].contains(command),
        refusesForArrival(unlessTicked: command.editsTicks)
      {
        return true
      }
      guard listingIsCurrent || !command.needsRows, command != .undo || storing.edits.isEmpty else {
        return false
      }
      if command.picks, awaitsRow { return false }
      if command == .cycleShow, settings.isPlain, review == nil { return printNextShow() }
      perform(command, count: count)
      return true
    case .reviewKeyPressed(let command, let count)
    where !settings.reviewCommands.contains(command):
      return handleKey(String(command.key), count)
    case .reviewKeyPressed(let command, let count):
      guard !command.needsRow || knowsRow,
        // The last decision is only known once it is stored.
        command != .undo || storing.edits.isEmpty
      else {
        noteShownToKey()
        return false
      }
      guard takesPlainKeys else { return true }
      if command.edits, refuses(command.keyLabel, under: cover.overlay) { return true }
      if command.edits, command != .undo, refusesForArrival(unlessTicked: command.editsTicks) {
        return true
      }
      perform(command, count: count)
      return true
    case .unknownKeyPressed(let key, let count):
      return handleKey(key, count)
    case .titleChosen(let title):
      guard listingIsCurrent else { return false }
      notice = nil
      view.isAskingForTitle = false
      if let title { jump(to: title) }
      return true
    case .clicked(let row, let column):
      guard listingIsCurrent else { return false }
      click(row: row, column: column)
      return true
    case .wheelTurned(let lines):
      guard listingIsCurrent else { return false }
      scroll(by: lines)
      return true
    case .escaped:
      escape()
      return true
    case .interrupted(let line):
      if cancelPlainQuestion() { return true }
      if prompt.asked != nil {
        escape()
        return true
      }
      if line.isEmpty || settings.purpose == .picking { leave(.interrupted) }
      return true
    case .inputEnded:
      leave(.left)
      return true
    default:
      return true
    }
  }

  /// The text that is accepted by a key: in plain mode, the query is that of the rows printed before.
  private var textToAccept: String { settings.isPlain ? prompt.line : prompt.query }

  /// Takes the edited line; a colon command does not change the query or the selection.
  private mutating func edit(line: String) {
    if case .completions = cover.overlay, line != prompt.line { cover.overlay = nil }
    if cover.overlay.isForReading, line == prompt.line + "q" {
      cover.overlay = nil
      return session.order(.setLine(prompt.line))
    }
    let isSame = line == prompt.line
    prompt.line = line
    // In plain mode, an answer is typed as a line, which has no effect before Enter.
    if settings.isPlain, review != nil || cover.question != nil { return askForDecision() }
    if let asked = prompt.asked {
      if let whole = asked.restored(line) {
        // Without the command, Enter would decide the row.
        prompt.line = whole
        return session.order(.setLine(whole))
      }
      if !line.hasPrefix(asked.command) { prompt.asked = nil }
    }
    if isCommand(line) {
      // Typing a command removes the last message, so that a message about it is new.
      if !isSame, !line.dropFirst().isEmpty { notice = nil }
      return
    }
    if settings.isPlain {
      // Enter sets the query: then the line is empty again, but the rows of the query are those that were
      // printed.
      if !line.isEmpty { notice = nil }
      return
    }
    guard line != prompt.query else { return }
    prompt.query = line
    view.selection = nil
    view.top = nil
    cover.overlay = nil
    notice = nil
  }

  mutating func escape() {
    prompt.asked = nil
    review?.count = 1
    if cancelPlainQuestion() { return }
    if cover.overlay != nil {
      cover.overlay = nil
    } else if review?.isTyping ?? false {
      notice = nil
      if let before = review?.beforeFinding, before.query != prompt.query {
        (prompt.query, view.selection, view.top) = (before.query, before.selection, nil)
      }
      endTyping()
    } else if isCommand(prompt.line) {
      notice = nil
      session.order(.setLine(lineBeforeCommand))
    } else if review != nil {
      notice = nil
      _ = dropTicks()
    } else if settings.purpose == .picking {
      leave(.left)
    } else if view.selection != nil {
      view.selection = nil
    } else {
      notice = nil
      session.order(.clearLine)
    }
  }
}

extension Browser.State {
  /// Whether the row is known that a key of review mode is about.
  private var knowsRow: Bool { listingIsCurrent && review?.isOpening != true }

  /// Takes a key of review mode that has no binding; false while it must wait.
  private mutating func handleKey(_ key: String, _ count: Int) -> Bool {
    if takesPlainKeys, refuses(key, under: cover.overlay) { return true }
    let letter = key.count == 1 ? key.first : nil
    guard let verdict = letter.flatMap({ settings.verdict(ofKey: $0) }), takesPlainKeys else {
      let help = takesPlainKeys ? "?" : "F1"
      notice = .init(
        "\(key.inGlyphs(settings.glyphs)) does nothing here; \(help) for help", isError: true)
      return true
    }
    guard knowsRow else {
      noteShownToKey()
      return false
    }
    if refusesForArrival(unlessTicked: true) { return true }
    perform(verdict, count: count)
    return true
  }
}
