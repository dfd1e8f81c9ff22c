package import ListModel
package import NameSearch
package import TargetStore
import TerminalText

extension TargetStore {
  /// Carries out edits, undo or redo, and returns the result of each.
  package func answers(to edits: [PendingEdit], in list: ListName) -> [EditAnswer] {
    let simple = edits.compactMap(\.edit)
    if edits.count > 1, simple.count == edits.count, Set(edits.map(\.identity)).count == 1 {
      expectedIdentity = edits[0].identity
      defer { expectedIdentity = "" }
      do throws(StoreError) {
        return zip(edits, try apply(simple, to: list)).map { edit, made in
          .stored(number: edit.number, made.result, mark: made.mark, step: made.mark?.version)
        }
      } catch {
        // An error in one of them does not affect the others.
        guard error.leavesOthersToTry else {
          return edits.map { .failed(number: $0.number, reason: error.description) }
        }
      }
    }
    return edits.map { edit in
      expectedIdentity = edit.identity
      defer { expectedIdentity = "" }
      do {
        return try answer(to: edit, in: list)
      } catch StoreError.changedSince(let name) {
        return .failed(number: edit.number, reason: laterEdit(of: name, in: list), isFinal: true)
      } catch StoreError.ambiguous(let row) {
        return .failed(number: edit.number, reason: row.refusalOfLine)
      } catch StoreError.stepForgotten {
        return .failed(number: edit.number, reason: forgotten(edit.operation), isFinal: true)
      } catch StoreError.otherList(let name) {
        let reason = "\(StoreError.otherList(name))"
        return .failed(number: edit.number, reason: reason, isFinal: true)
      } catch {
        return .failed(number: edit.number, reason: "\(error)")
      }
    }
  }

  /// Reports that an edit cannot be undone because it is no longer stored.
  private func forgotten(_ operation: PendingEdit.Operation) -> String {
    guard case .undo(let step) = operation else { return "\(StoreError.stepForgotten)" }
    return "can no longer be undone: \(step.what); the store keeps only the last edits"
  }

  /// Names the later edit of a row that an undo or a redo would overwrite.
  package func laterEdit(of name: Name, in list: ListName) -> String {
    let newest = try? log(of: list, LogRequest(names: [name], limit: 1)).first
    guard let newest else { return StoreError.changedSince(name).description }
    let known = AuthorText.of(newest.author ?? "", role: newest.role)
    let author = known.isEmpty ? "" : " by \(known)"
    let what = newest.verdict ?? newest.kind.word
    return "\(name.original) was edited since: \(what)\(author); nothing was changed"
  }

  private func answer(
    to pending: PendingEdit, in list: ListName
  ) throws -> EditAnswer {
    func stored(_ result: EditResult?, step: Int64? = nil) -> EditAnswer {
      let mark = result?.changeCount ?? 0 == 0 ? nil : newestMark
      return .stored(number: pending.number, result, mark: mark, step: step ?? mark?.version)
    }
    switch pending.operation {
    case .many: preconditionFailure("an edit of many rows has no result of single ones")
    case .edit(let edit): return stored(try apply(edit, to: list))
    case .findStep:
      return .found(number: pending.number, try nextStep(in: list).map { Step($0) })
    case .undo(let step): return stored(try undo(step.number, in: list))
    case .redo:
      let redone = try redoStep(in: list)
      return stored(redone?.result, step: redone?.step.number)
    }
  }

  /// The version is `nil` if nothing was changed.
  package func carryOut(
    _ decision: Decision, on many: ManyRows, in list: ListName, of identity: String = ""
  ) throws -> (EditSummary, ListVersion?) {
    expectedIdentity = identity
    defer { expectedIdentity = "" }
    var edit = Edit(decision.action, [], ofSingleRows: true)
    edit.decision = decision
    edit.keepsNames = true
    let summary = try apply(edit, toEach: many.names, of: list)
    return (summary, summary.changeCount == 0 ? nil : newestMark)
  }
}

extension Step {
  package init(_ step: UndoStep) {
    let decisions: [LogEntry.Kind] = [.dead, .ok, .reopened, .snoozed, .woken, .noted]
    let parts = step.kinds.map { _, word, count in
      step.kinds.count == 1
        ? Self.what(word, count: count, name: step.name)
        : "\(count.grouped) \(word)"
    }
    let author = step.author.map { $0.isEmpty ? "" : " by \($0)" } ?? ""
    let time = step.time.map { " on \($0.local)" } ?? ""
    self.init(
      number: step.number, what: parts.joined(separator: ", "), origin: author + time,
      question: Self.question(step, by: author),
      isOwnDecision: step.isOwn && step.kinds.allSatisfy { decisions.contains($0.kind) },
      isOfOther: step.isOfOther)
  }
}

extension Step {
  /// The question that describes the undo, as in `undo import --mirror of 19 Nov, 291 rows?`.
  private static func question(_ step: UndoStep, by author: String) -> String {
    let what = step.command ?? step.kinds.map(\.word).joined(separator: " and ")
    let time = step.time.map { " of \($0.shortDate())" } ?? ""
    let count = step.kinds.map(\.count).reduce(0, +)
    let name = step.command == nil && count == 1 ? step.name?.text : nil
    return "undo \(what)\(author)\(time), \(name ?? "\(count.grouped) \(count.noun("row"))")?"
  }
}

extension StoreError {
  /// Whether other edits may succeed, and this one was certainly not made.
  fileprivate var leavesOthersToTry: Bool {
    switch self {
    case .unusable, .inapplicable, .damaged, .full, .ambiguous: true
    default: false
    }
  }
}
