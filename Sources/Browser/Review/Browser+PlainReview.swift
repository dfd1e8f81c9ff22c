import NameSearch
import TerminalText

// Review mode without a screen: a row is printed, and a letter and Enter answer it.

extension Browser.State {
  /// The prompt: in plain mode a question in review mode.
  package var prompt: String {
    settings.isPlain && review != nil ? Self.plainReviewPrompt : Self.usualPrompt
  }

  package static let usualPrompt = "targets> "

  /// The question about the current row.
  package static var plainReviewPrompt: String {
    let letters = plainReviewKeys.map { String($0.key) }.joined(separator: ",")
    let words = plainReviewKeys.filter { $0 != .help }
      .compactMap { $0 == .leave ? "quit" : $0.word }.joined(separator: ", ")
    return "\(words) [\(letters)]? "
  }

  private static let plainReviewKeys: [ReviewCommand] = [
    .dead, .spare, .like, .snooze, .note, .undo, .next, .leave, .help,
  ]

  /// Performs an answer such as `d`, `12 s`, `m a note` or `z 30d`.
  mutating func answerInReview(_ text: String) {
    let count = Int(text.prefix { $0.isASCII && $0.isNumber })
    let rest = text.drop { $0.isASCII && $0.isNumber }.drop { $0 == " " }
    guard let key = rest.first,
      let command = ReviewCommand.allCases.first(where: { $0.key == key }),
      [.find, .command].contains(command) == false
    else {
      if !text.isEmpty { notice = .init("no answer begins with \(text.prefix(20))", isError: true) }
      return askForDecision()
    }
    let operand = String(rest.dropFirst().drop { $0 == " " })
    guard operand.isEmpty || [.note, .snooze].contains(command) else {
      notice = .init("\(key) takes nothing after it", isError: true)
      return askForDecision()
    }
    perform(command, count: count ?? 1, operand: operand)
  }

  /// Prints the current row, with what is known of it.
  mutating func askForDecision() {
    guard settings.isPlain, review != nil, let target = selected, printedInReview != target else {
      return
    }
    printedInReview = target
    order(.print(Printout(of: target, state: self)))
  }
}
