package import ListModel
import NameSearch
import TerminalText

extension Browser {
  /// The decisions and notes of this session: those that can be undone, and those that were undone.
  struct Decisions {
    private(set) var stored: [Step] = []
    private var undone: [Step] = []

    /// The numbers of those that cannot be undone, because their rows were changed later.
    private var refused: Set<Int64> = []

    /// The decision that would be undone next.
    var next: Step? { stored.last { !refused.contains($0.number) } }

    mutating func add(_ step: Step) { stored.append(step) }

    /// Removes the newest ones that can be undone, and returns them, newest first.
    mutating func takeLast(_ count: Int) -> [Step] {
      var taken: [Step] = []
      while taken.count < count, let step = next {
        stored.removeAll { $0.number == step.number }
        taken.append(step)
      }
      return taken
    }

    /// Keeps a step whose undo was refused, and skips it from now on.
    mutating func refuse(_ step: Step) {
      putBack(step)
      refused.insert(step.number)
    }

    /// Allows refused steps again: the edits after them may be undone by now.
    mutating func retryRefused() { refused = [] }

    /// Puts back a step whose undo failed.
    mutating func putBack(_ step: Step) {
      guard step.isOwnDecision, !stored.contains(step) else { return }
      let place = stored.firstIndex { $0.number > step.number } ?? stored.endIndex
      stored.insert(step, at: place)
    }

    mutating func noteUndo(of step: Step) {
      stored.removeAll { $0.number == step.number }
      if step.isOwnDecision { undone.append(step) }
    }

    mutating func noteRedo(of number: Int64) {
      guard let place = undone.lastIndex(where: { $0.number == number }) else { return }
      putBack(undone.remove(at: place))
    }
  }
}

extension Edit.Action {
  /// The change to a row, in one word.
  fileprivate var word: String {
    switch kind {
    case .decide(let verdict): verdict.rawValue
    case .reopen: "reopened"
    case .confirm: "confirmed"
    case .mark(let flag): flag.word
    case .unmark(let flag): "no longer \(flag.word)"
    case .snooze: "snoozed"
    case .wake: "woken"
    case .note: "noted"
    case .add: "added"
    case .drop, .hide: "dropped"
    }
  }

  /// Whether `u` undoes it in review: a decision, or its note.
  var isUndoneInReview: Bool { isDecision || self == .note }

  /// Whether it decides or reopens rows.
  package var isDecision: Bool {
    switch kind {
    case .decide, .reopen, .confirm, .snooze, .wake: true
    case .mark, .unmark, .note, .add, .drop, .hide: false
    }
  }
}

extension Decision {
  /// The change to a row, in one word.
  var word: String { verdict?.word ?? action.word }

  /// The question whether to change rows in this way.
  func question(_ rows: String) -> String {
    switch action.kind {
    case .decide: "decide \(rows) \(word)?"
    case .reopen: "reopen \(rows)?"
    case .confirm: "decide \(rows) as before?"
    case .mark, .unmark: "\(action.rawValue) \(rows)?"
    case .snooze: "snooze \(rows)?"
    case .wake: "wake \(rows)?"
    case .note: "change the note of \(rows)?"
    case .add: "add \(rows)?"
    case .drop, .hide: "drop \(rows)?"
    }
  }
}

extension Verdict {
  /// Reports that a row already has this state.
  func alreadyText(_ name: String) -> String {
    "\(name) is already \(word)" + (`class` == .dead ? "; :reopen to open it again" : "")
  }
}
