import Browser
import Edits
import NameSearch
import TargetStore

extension TargetStore {
  /// Carries out edits, undo or redo, and tells what has come of each.
  func answers(to edits: [Browser.PendingEdit], in list: Name) -> [Browser.EditAnswer] {
    let simple = edits.compactMap(\.edit)
    if edits.count > 1, simple.count == edits.count {
      do throws(StoreError) {
        return zip(edits, try apply(simple, to: list)).map { edit, made in
          .stored(number: edit.number, made.result, mark: made.mark)
        }
      } catch {
        // What is wrong with one of them does not concern the others.
        guard error.leavesOthersToTry else {
          return edits.map { .failed(number: $0.number, reason: error.description) }
        }
      }
    }
    return edits.map { edit in
      do {
        let result = try carryOut(edit.operation, in: list)
        let mark = result?.changes.isEmpty ?? true ? nil : newestMark
        return .stored(number: edit.number, result, mark: mark)
      } catch {
        return .failed(number: edit.number, reason: "\(error)")
      }
    }
  }

  /// The result is `nil` if there is nothing to undo or redo.
  private func carryOut(
    _ operation: Browser.PendingEdit.Operation, in list: Name
  ) throws -> EditResult? {
    switch operation {
    case .many: preconditionFailure("an edit of many rows has no result of single ones")
    case .edit(let edit): try apply(edit, to: list)
    case .undo: try undo(in: list)
    case .redo: try redo(in: list)
    }
  }

  /// The mark is `nil` if nothing was changed.
  func carryOut(
    _ deed: Browser.Deed, on many: Browser.ManyRows, in list: Name
  ) throws -> (EditSummary, ListMark?) {
    let edit = Edit(deed.action, [], ofSingleRows: true, note: deed.note, until: deed.until)
    let summary = try apply(edit, toEach: many.names, of: list)
    return (summary, summary.changeCount == 0 ? nil : newestMark)
  }
}

extension StoreError {
  /// Whether another edit may be possible, and it is certain that this one was not made.
  fileprivate var leavesOthersToTry: Bool {
    switch self {
    case .unusable, .damaged, .full: true
    default: false
    }
  }
}
