package import NameSearch
import TerminalText

/// An edit that the store has not answered yet.
package struct PendingEdit: Equatable, Sendable {
  package enum Operation: Equatable, Sendable {
    case edit(Edit)
    case many(Decision, ManyRows)
    /// Finds the edit that an undo would revert.
    case findStep
    case undo(Step)
    case redo

    /// An edit of very many rows.
    package var many: (decision: Decision, rows: ManyRows)? {
      if case .many(let decision, let rows) = self { (decision, rows) } else { nil }
    }
  }

  /// Distinguishes equal edits.
  package let number: Int

  package let operation: Operation

  /// The identity of the list that was shown, so that no other list of its name is edited; empty for any list,
  /// if there was none.
  package let identity: String

  package init(number: Int, operation: Operation, identity: String = "") {
    self.number = number
    self.operation = operation
    self.identity = identity
  }

  /// The same edit with the revisions with which its rows were shown.
  package func seen(with revisions: ([Name]) -> SeenRevisions) -> PendingEdit {
    guard var edit else { return self }
    edit.revisions = revisions(edit.names)
    edit.keepsNames = edit.revisions == .ofList
    return PendingEdit(number: number, operation: .edit(edit), identity: identity)
  }

  /// `nil` if it concerns steps or many rows.
  package var edit: Edit? { if case .edit(let edit) = operation { edit } else { nil } }
}

/// The result of an edit.
package enum EditAnswer: Sendable {
  /// `mark` is the version of the list after the edit; `nil` if it changed nothing.
  ///
  /// `step` is the number of the step that was made or redone.
  case stored(number: Int, EditResult?, mark: ListVersion? = nil, step: Int64? = nil)

  /// The edit to undo; `nil` if nothing can be undone.
  case found(number: Int, Step?)

  /// `isFinal` if a retry cannot succeed.
  case failed(number: Int, reason: String, isFinal: Bool = false)
}

/// What is needed to undo a stored edit.
package struct Step: Equatable, Sendable {
  /// Its number in the list.
  package let number: Int64

  /// The change, as in `dead, 3 rows`.
  package let what: String

  /// The author and time, if they are worth mentioning after the undo.
  package let origin: String

  /// The question whether to undo it; empty if no question is needed.
  package let question: String

  /// Whether it is a decision or a note of this run of the program.
  package let isOwnDecision: Bool

  /// Whether someone else made it, so that the message about its undo names the author.
  package let isOfOther: Bool

  package init(
    number: Int64, what: String, origin: String = "", question: String = "", isOwnDecision: Bool,
    isOfOther: Bool = false
  ) {
    self.number = number
    self.what = what
    self.origin = origin
    self.question = question
    self.isOwnDecision = isOwnDecision
    self.isOfOther = isOfOther
  }

  /// The message about its undo or redo: `dead, 3 rows`, and the author if someone else made it.
  package var whatAndWhose: String { isOfOther ? "\(what),\(origin)" : what }

  /// Describes a change of rows, with the name if there is only one.
  package static func what(_ word: String, count: Int, name: @autoclosure () -> Name?) -> String {
    if count == 1, let name = name() { return "\(word), \(name.text)" }
    return "\(word), \(count.grouped) \(count.noun("row"))"
  }
}
