import ListModel
import NameSearch
import TerminalText

extension Browser {
  /// A question that is answered by `y`; any other answer changes nothing.
  package struct Question: Sendable {
    enum Operation: Sendable {
      case undo(Step)
      case edit(Decision, ManyRows)
      /// A decision of review mode.
      case decide(Decision, [Name])
    }

    let operation: Operation

    /// How many of the rows are already decided.
    var decidedCount = 0

    /// How many of the rows are ticked but not shown.
    var hiddenCount = 0

    /// The flags when the question was asked.
    let flags: FlagTable

    static let answers = " [y,n]"

    /// The question, without the possible answers.
    package var text: String {
      switch operation {
      case .undo(let step): step.question
      case .edit(let decision, let rows): text(decision, rows.count)
      case .decide(let decision, let names): text(decision, names.count)
      }
    }

    private func text(_ decision: Decision, _ count: Int) -> String {
      let rows = "\(count.grouped) \(count.noun("row"))"
      let decided =
        decidedCount == 0
        ? "" : " (\(decidedCount.grouped) already decided)"
      let hidden =
        hiddenCount == 0
        ? "" : "\(count.grouped) ticked, \(hiddenCount.grouped) of them not shown: "
      return hidden + decision.question(rows + decided)
    }
  }
}

extension Browser.State {
  /// Up to this many rows are edited without a question.
  static let mostUnasked = 20

  /// Whether what is typed is text for the prompt, and not keys or answers.
  package var takesText: Bool { !takesPlainKeys && (cover.question == nil || settings.isPlain) }

  /// The answer applies to the rows as they are shown now.
  mutating func ask(about operation: Browser.Question.Operation, hiddenCount: Int = 0) {
    switch operation {
    case .undo: cover.question = .init(operation: operation, flags: list.flags)
    case .edit(var decision, let rows):
      decision.seen = seen
      cover.question = .init(
        operation: .edit(decision, rows), decidedCount: list.flags.decidedCount(among: rows),
        flags: list.flags)
    case .decide(var decision, let names):
      decision.seen = seen
      cover.question = .init(
        operation: .decide(decision, names),
        decidedCount: names.count { list.flags[$0].decision != nil }, hiddenCount: hiddenCount,
        flags: list.flags)
    }
    notice = nil
    guard settings.isScripted, let question = cover.question else { return }
    cover.question = nil
    carryOut(question)
  }

  /// Answers the question with an event; false if the event is not an answer.
  mutating func takeAnswer(_ event: Browser.Prompt.Event) -> Bool {
    guard let question = cover.question else { return false }
    var isYes = false
    switch event {
    case .commandGiven(let command, let count, let text) where isAnswer(text):
      // The answer was typed together with the key.
      _ = takeAnswer(.lineEdited(text))
      handle(.commandGiven(command, count: count, line: prompt.query))
      return true
    case .lineEdited(let text):
      guard isAnswer(text) else { return false }
      isYes = text == prompt.line + "y" || text == prompt.query + "y"
      session.order(.setLine(prompt.query))
    case .submitted(let text):
      isYes =
        settings.isPlain ? ["y", "yes"].contains(text.lowercased()) : text == prompt.query + "y"
      if isAnswer(text) { session.order(.setLine(prompt.query)) }
    case .commandGiven, .reviewKeyPressed, .unknownKeyPressed, .titleChosen, .escaped, .interrupted,
      .clicked:
      break
    default: return false
    }
    cover.question = nil
    if isYes { carryOut(question) } else { notice = .nothingChanged }
    askForDecision()
    return true
  }

  /// Whether a text was typed, and is not the line that the browser itself restored.
  private func isAnswer(_ text: String) -> Bool {
    !settings.isPlain && text != prompt.line && text != prompt.query
  }

  private mutating func carryOut(_ question: Browser.Question) {
    switch question.operation {
    case .undo(let step): ask(.undo(step))
    case .edit(let decision, let rows):
      edit(
        decision,
        decision.action.decides ? rows.without(decidedSince(question, of: rows.names)) : rows)
    case .decide(let decision, let names):
      let decided = decidedSince(question, of: names)
      decide(decision, rows: names.filter { !decided.contains($0) })
    }
  }

  /// The rows that were decided after the question was asked, so the answer does not cover them.
  ///
  /// If the list has verdicts of its own, another verdict can have the same flags.
  private func decidedSince(
    _ question: Browser.Question, of names: some Sequence<Name>
  ) -> Set<Name> {
    let touched = list.flags.names(changedSince: question.flags.revision).map(Set.init)
    func isOther(_ name: Name) -> Bool {
      list.flags[name].decision != question.flags[name].decision
    }
    guard let touched else { return Set(names.filter(isOther)) }
    return settings.verdicts.isEmpty ? touched.filter(isOther) : touched
  }
}
