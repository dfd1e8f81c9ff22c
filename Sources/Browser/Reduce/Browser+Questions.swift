import ListModel
import NameSearch
import TerminalText

extension Browser {
  /// A question that is answered by `y`; anything else leaves all as it is.
  package struct Question: Sendable {
    enum Operation: Sendable {
      case undo(Step)
      case edit(Decision, ManyRows)
      /// In review mode.
      case decide(Decision, [Name])
    }

    let operation: Operation

    static let answers = " [y,n]"

    /// What is asked, without the answers.
    package var text: String {
      switch operation {
      case .undo(let step): "undo: \(step.what)\(step.origin)?"
      case .edit(let decision, let rows): Self.text(decision, rows.count)
      case .decide(let decision, let names): Self.text(decision, names.count)
      }
    }

    private static func text(_ decision: Decision, _ count: Int) -> String {
      decision.action.question("\(count.grouped) \(count.noun("row"))")
    }
  }
}

extension Browser.State {
  /// Up to this many rows are edited without a question.
  static let mostUnasked = 20

  /// Whether what is typed is text for the prompt, and not keys or answers.
  package var takesText: Bool { !takesPlainKeys && (question == nil || settings.isPlain) }

  mutating func ask(about operation: Browser.Question.Operation) {
    question = .init(operation: operation)
    notice = nil
  }

  /// Answers the question with an event; false if the event is not an answer.
  mutating func takeAnswer(_ event: Browser.Event) -> Bool {
    guard let question else { return false }
    var isYes = false
    switch event {
    case .commandGiven(let command, let count, let text) where isAnswer(text):
      // The answer was typed together with the key.
      _ = takeAnswer(.lineEdited(text))
      handle(.commandGiven(command, count: count, line: query))
      return true
    case .lineEdited(let text):
      guard isAnswer(text) else { return false }
      isYes = text == line + "y" || text == query + "y"
      order(.setLine(query))
    case .submitted(let text):
      isYes = settings.isPlain ? ["y", "yes"].contains(text.lowercased()) : text == query + "y"
      if isAnswer(text) { order(.setLine(query)) }
    case .commandGiven, .reviewKeyPressed, .unknownKeyPressed, .titleChosen, .escaped, .interrupted,
      .clicked:
      break
    default: return false
    }
    self.question = nil
    if isYes { carryOut(question.operation) } else { notice = .init("nothing was changed") }
    askForDecision()
    return true
  }

  /// Whether a text is typed, and not the line that the browser itself has brought back.
  private func isAnswer(_ text: String) -> Bool {
    !settings.isPlain && text != line && text != query
  }

  private mutating func carryOut(_ operation: Browser.Question.Operation) {
    switch operation {
    case .undo(let step): ask(.undo(step))
    case .edit(let decision, let rows): edit(decision, rows)
    case .decide(let decision, let names):
      // What somebody else has decided meanwhile was not asked about.
      decide(decision, rows: names.filter { flags[$0].isOpen || $0 == names[0] })
    }
  }
}
