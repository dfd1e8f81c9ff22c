import Edits
import NameIndex

extension Browser {
  /// The rows of a source that were dropped, and the order in which undo brings them back.
  ///
  /// The store keeps names, not their absence: of a row that it does not know only this session knows that it was
  /// dropped. So undo may have to do with the one or the other, and this knows with which.
  struct Drops: Sendable {
    /// Something that undo takes back.
    enum Step: Equatable, Sendable {
      /// The store knows of it.
      case stored
      /// A row was dropped that the store does not know.
      case row(Name)
    }

    /// What no page brings back.
    private(set) var names: Set<Name> = []

    private var done: [Step] = []
    private var undone: [Step] = []

    /// The row that an undo or a redo is about, if the store does not know it.
    func row(for operation: PendingEdit.Operation) -> Name? {
      let step: Step? =
        switch operation {
        case .undo: done.last
        case .redo: undone.last
        case .edit: nil
        }
      if case .row(let name)? = step { return name }
      return nil
    }

    /// Undoes or redoes the drop of such a row.
    mutating func takeStep(_ operation: PendingEdit.Operation, of name: Name) {
      if operation == .undo {
        undone.append(done.removeLast())
        names.remove(name)
      } else {
        done.append(undone.removeLast())
        names.insert(name)
      }
    }

    /// Takes in what the store has done.
    mutating func take(_ operation: PendingEdit.Operation, _ result: EditResult) {
      let changes = result.changes
      switch operation {
      case .edit(let edit) where edit.action == .drop:
        names.formUnion(edit.names)
        if changes.isEmpty { done += edit.names.map(Step.row) } else { done.append(.stored) }
        undone = []
      case .edit:
        if changes.isEmpty { return }
        names.subtract(changes.map(\.name))
        done.append(.stored)
        undone = []
      case .undo:
        names.subtract(changes.filter { $0.after != nil }.map(\.name))
        if !changes.isEmpty { undone.append(done.popLast() ?? .stored) }
      case .redo:
        names.formUnion(changes.filter { $0.after == nil }.map(\.name))
        if !changes.isEmpty { done.append(undone.popLast() ?? .stored) }
      }
    }
  }
}

extension Browser.State {
  /// Takes in what the store has done to rows that may be dropped, or dropped no more.
  mutating func takeDrops(_ operation: Browser.PendingEdit.Operation, _ result: EditResult) {
    drops.take(operation, result)
    if case .edit(let edit) = operation, edit.action == .drop, let name = edit.names.first {
      notice = .init("\(name.text) dropped; C-x u undoes")
    }
  }

  /// Undoes and redoes what the store does not know of, as soon as all before it is stored.
  mutating func takeLocalSteps() {
    while let edit = edits.first, let name = drops.row(for: edit.operation) {
      edits.removeFirst()
      drops.takeStep(edit.operation, of: name)
      notice = .init(
        edit.operation == .undo ? "undone: \(name.text) is back" : "redone: \(name.text) dropped")
    }
  }
}
