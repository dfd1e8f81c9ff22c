import ListModel
import NameSearch
import TerminalText

// Review mode without a screen: a row is printed, and a letter and Enter answer it.

extension Browser.State {
  /// The prompt; in plain mode, the question if there is one.
  package var promptText: String {
    guard settings.isPlain else { return settings.prompt }
    if let question = cover.question { return question.text + Browser.Question.answers + " " }
    guard let review else { return settings.prompt }
    switch review.asking {
    case .snooze: return "snooze for 12h, 30d, 2w, 3m, or until a date: "
    case .note: return "note: "
    default:
      return settings.plainReviewPrompt(isChanged: selected?.flags.contains(.changed) == true)
    }
  }

  /// Whether a message is printed before the rows that are printed together with it.
  ///
  /// In review, it is about the last answer, and the row is what review asks about next.
  package var printsMessageFirst: Bool { settings.isPlain && review != nil }

  /// Whether plain mode still reads the list, or searches for the first row of the review.
  ///
  /// A prompt that was printed too early could not be removed.
  package var waitsToPrompt: Bool {
    guard settings.isPlain, intake.failure == nil else { return false }
    return review?.isOpening ?? (settings.browsesKeptList && !intake.isComplete)
  }

  /// Keys that need a screen.
  private static let screenKeys: Set<ReviewCommand> = [.find, .command, .tick, .range, .down, .up]

  /// Whether a line is a command such as `:undo`, and not an answer or an operand that an answer needs.
  func isCommandInReview(_ text: String) -> Bool {
    review?.asking == nil && text.hasPrefix(":") && text.dropFirst().contains { !$0.isWhitespace }
  }

  /// Whether an answer about the printed row is being typed, so that review stays at that row.
  var isTypingAnswer: Bool {
    settings.isPlain && review != nil && (!prompt.line.isEmpty || review?.asking != nil)
  }

  /// Performs an answer such as `d`, `m a note` or `z 30d`, which applies to the row that is shown.
  mutating func answerInReview(_ text: String) {
    let asking = review?.asking
    // The line is not the note that a prompt was opened for.
    prompt.asked = nil
    review?.isTyping = false
    if asking == nil, text == String(ReviewCommand.next.key), isPrintedRowGone {
      advanceIfDecidedElsewhere()
      return askForDecision()
    }
    if losesRow(of: text) {
      review?.asking = nil
      review?.isAnswerLost = true
      advanceIfDecidedElsewhere()
      if review?.isAnswerLost == true { notice = .nothingChanged }
      review?.isAnswerLost = false
      return askForDecision()
    }
    if let asking { return answer(text, to: asking) }
    if text.count == 1, let verdict = text.first.flatMap({ settings.verdict(ofKey: $0) }) {
      return perform(verdict, count: 1)
    }
    guard let key = text.first,
      let command = settings.reviewCommands.first(where: { $0.key == key }),
      !Self.screenKeys.contains(command)
    else {
      if !text.isEmpty {
        notice = .init("“\(text.prefix(20))” is not an answer; ? for help", isError: true)
      }
      return askForDecision()
    }
    let operand = String(text.dropFirst().drop { $0 == " " })
    guard operand.isEmpty || [.note, .snooze].contains(command) else {
      notice = .init("\(key) takes no argument", isError: true)
      return askForDecision()
    }
    perform(command, count: 1, operand: operand)
  }

  /// Whether an answer is about a row that others have dropped or decided since it was printed.
  ///
  /// News of others are printed only when the line has ended. A note is refused only if its row is gone.
  private func losesRow(of text: String) -> Bool {
    guard let key = text.first else { return false }
    let command = settings.reviewCommands.first { $0.key == key }
    let isDecision = text.count == 1 && settings.verdict(ofKey: key) != nil
    switch review?.asking ?? (isDecision ? .dead : command) {
    case .note: return isPrintedRowGone || selected == nil && review?.asking != nil
    case .dead, .ok, .confirm, .reopen, .snooze, .like, .again:
      return isPrintedRowGone || isSettledElsewhere || selected == nil && review?.asking != nil
    default: return false
    }
  }

  private var isPrintedRowGone: Bool {
    guard let printed = review?.printed, let selected else { return false }
    return printed.row.name != selected.name
  }

  /// Takes a line as the operand of a key; an empty line changes nothing.
  private mutating func answer(_ text: String, to asking: ReviewCommand) {
    review?.asking = nil
    if text.isEmpty {
      notice = .nothingChanged
    } else {
      perform(asking, count: 1, operand: text)
      // Asks again after an invalid time.
      if notice?.isError == true { review?.asking = asking }
    }
    askForDecision()
  }

  /// Cancels the question for the operand of a key; false if there is no question.
  mutating func cancelPlainQuestion() -> Bool {
    guard review?.asking != nil else { return false }
    review?.asking = nil
    notice = .nothingChanged
    return true
  }

  /// Prints the current row with the facts about it, unless they are printed already.
  ///
  /// While an edit is being stored, it waits, because the message about the edit is printed first; and while
  /// an answer is being typed.
  mutating func askForDecision() {
    guard settings.isPlain, review != nil, storing.edits.isEmpty, !isTypingAnswer else { return }
    guard let target = selected else {
      review?.printed = nil
      return
    }
    if isReadingCurrentRow || isSettledElsewhere { return }
    let facts = (row: target, remark: facts.remarks[target.name] ?? Remark())
    if let printed = review?.printed, printed == facts { return }
    review?.printed = facts
    session.order(.print(Printout(of: target, state: self)))
  }
}

extension Browser.Settings {
  /// The question about a row in plain mode.
  package func plainReviewPrompt(isChanged: Bool) -> String {
    let own = verdicts.map { (String($0.key), Optional($0.verdict.word)) }
    let all: [ReviewCommand] = [
      .dead, .ok, .confirm, .snooze, .note, .undo, .next, .leave, .help,
    ]
    let others = all.filter { reviewCommands.contains($0) && ($0 != .confirm || isChanged) }.map {
      (String($0.key), $0 == .help ? nil : $0.word ?? "as before")
    }
    let keys = own + others
    let words = keys.compactMap(\.1).joined(separator: ", ")
    return "\(words) [\(keys.map(\.0).joined(separator: ","))]? "
  }
}
