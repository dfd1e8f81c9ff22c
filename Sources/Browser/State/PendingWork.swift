package import ListModel
import NameSearch

extension Browser {
  /// The row whose note was asked for, and the line that was given to be changed.
  struct NoteAsked: Equatable, Sendable {
    let name: Name
    let line: String
  }

  /// An edit that the store has not answered yet.
  package struct PendingEdit: Equatable, Sendable {
    package enum Operation: Equatable, Sendable {
      case edit(Edit)
      case many(Deed, ManyRows)
      /// Finds the step that an undo would take back.
      case findStep
      case undo(Step)
      case redo
    }

    /// Distinguishes equal edits.
    package let number: Int

    package let operation: Operation

    /// `nil` if it is of steps or of many rows.
    package var edit: Edit? { operation.edit }
  }

  /// What has come of an edit.
  package enum EditAnswer: Sendable {
    /// `mark` is the state of the list that the edit has led to; `nil` if it changed nothing.
    ///
    /// `step` is the number of the step that was made or redone.
    case stored(number: Int, EditResult?, mark: ListVersion? = nil, step: Int64? = nil)

    /// The step to undo; `nil` if nothing can be undone.
    case found(number: Int, Step?)

    /// `isFinal` if it cannot succeed later.
    case failed(number: Int, reason: String, isFinal: Bool = false)
  }

  /// A listing whose names are to be written to a file.
  package struct PendingSave: Equatable, Sendable {
    package let number: Int
    package let listing: Listing
    package let path: String

    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// An order that the session carries out once.
  package struct PendingOrder: Sendable {
    /// Distinguishes equal orders.
    package let number: Int

    package let order: Order
  }

  /// An instruction to the session, other than a search or an edit.
  package enum Order: Sendable {
    /// Removes this handled text from the start of the line; an empty rest becomes `leaving`.
    case consumeLine(String, leaving: String = "")

    case clearLine
    case setLine(String)

    /// Prints lines above the live screen, where they stay.
    case print(Printout)

    case remember(String)

    case redraw
    case leave(Outcome)
  }

  package enum PageCommand: Sendable {
    case more, retry, reload
  }
}
