import ListModel
import NameSearch
import TerminalText

extension Browser.Notice {
  init(
    after operation: PendingEdit.Operation, _ result: EditResult?,
    in settings: Browser.Settings, inReview: Bool = false
  ) {
    // A row's flags give the class of its verdict, but not its word.
    let verdict =
      if case .edit(let edit) = operation { edit.decision.verdict } else { Verdict?.none }
    let summary =
      result.map { Self.summary($0, verdict, showsKeptList: settings.browsesKeptList) } ?? ""
    switch operation {
    case .undo(let step):
      self.init(result == nil ? "already undone: \(step.what)" : "undone: \(step.whatAndWhose)")
    case .redo: self.init(result == nil ? "nothing to redo" : "redone: \(summary)")
    case .many, .findStep: self.init("")
    case .edit(let edit):
      let result = result ?? EditResult()
      if let name = result.unknown.first {
        self.init("\(name.text) is not in list “\(settings.listName)”", isError: true)
      } else if let id = result.unknownIDs.first {
        self.init("no row has the ID “\(id)”", isError: true)
      } else if result.changes.isEmpty {
        self.init(Self.nothingDone(edit, result))
      } else {
        let key = Self.keyToUndo(edit, in: settings, inReview: inReview)
        let parts = [summary, result.running.first?.text]
        self.init(parts.compactMap { $0 }.joined(separator: "; "), hint: key)
      }
    }
  }

  /// In review mode, `u` undoes decisions; its plain form has no other key to undo.
  private static func keyToUndo(
    _ edit: Edit, in settings: Browser.Settings, inReview: Bool
  ) -> String? {
    if inReview, edit.action.isUndoneInReview { return "u to undo" }
    if !settings.isPlain { return "C-x u to undo" }
    return inReview ? nil : ":undo to undo"
  }

  private static func nothingDone(_ edit: Edit, _ result: EditResult) -> String {
    if let name = result.refused.first {
      return "\(name.text) was dropped since it was shown; check it again"
    }
    let name = (result.unchanged.first ?? edit.names.first)?.text ?? "the row"
    switch edit.action.kind {
    case .decide: return (edit.decision.verdict ?? .dead).alreadyText(name)
    case .reopen: return "\(name) has no decision"
    case .confirm: return "\(name) is not a changed row"
    case .snooze: return "\(name) is already snoozed until then"
    case .wake: return "\(name) is not snoozed"
    case .note:
      return "\(name) \(edit.decision.note == nil ? "has no note" : "already has that note")"
    case .mark(let flag): return "\(name) is already \(flag.word)"
    case .unmark(let flag): return "\(name) is not \(flag.word)"
    case .add: return "\(name) is already in the list"
    case .drop: return "\(name) is not in the list"
    case .hide: return "\(name) is already dropped"
    }
  }

  private static func summary(
    _ result: EditResult, _ verdict: Verdict?, showsKeptList: Bool
  ) -> String {
    guard let change = result.changes.first, result.changes.count == 1 else {
      return "\(result.changeCount.grouped) rows changed"
    }
    if let verdict {
      let isAboutOlder = change.after?.contains(.changed) == true
      return "\(change.name.text) decided: \(verdict.word)"
        + (isAboutOlder ? ", but it has changed meanwhile and is open" : "")
    }
    let isDropped = showsKeptList && !change.after.isListed
    return "\(change.name.text) \(isDropped ? "dropped" : words(for: change))"
  }

  /// Flags come first: in a list from an input, a name that is no longer stored has lost its flags.
  private static func words(for change: EditResult.Change) -> String {
    let (before, after) = (change.before ?? [], change.after ?? [])
    let (gained, lost) = (after.subtracting(before), before.subtracting(after))
    if gained.contains(.dropped) { return "dropped" }
    if lost.contains(.dropped) { return "is back" }
    let marks = Edit.Action.marks + [.snoozed]
    let gains: [(Flags, String)] =
      [(.dead, "decided: dead"), (.ok, "decided: ok")] + marks.map { (Flags($0), $0.word) }
    let losses: [(Flags, String)] =
      [(.dead, "is open again"), (.ok, "is open again")]
      + marks.map { (Flags($0), "no longer \($0.word)") } + [(.noted, "no longer has a note")]
    if let gain = gains.first(where: { gained.contains($0.0) }) { return gain.1 }
    if let loss = losses.first(where: { lost.contains($0.0) }) { return loss.1 }
    if change.before != nil, change.after != nil {
      return after.contains(.noted) ? "noted" : after.contains(.snoozed) ? "snoozed" : "changed"
    }
    return change.after.isListed ? "added" : "dropped"
  }
}
