package import Edits
package import NameSearch

extension Browser {
  /// An edit that the store has yet to answer.
  package struct PendingEdit: Hashable, Sendable {
    /// What is asked of the store.
    package enum Operation: Hashable, Sendable {
      case edit(Edit)
      case undo
      case redo
    }

    /// Tells this edit from an equal one.
    package let number: Int

    /// What is asked of the store.
    package let operation: Operation
  }

  /// A listing whose names are to be written to a file.
  package struct PendingSave: Equatable, Sendable {
    let number: Int

    /// The names.
    package let listing: Listing

    /// The file.
    package let path: String

    /// Whether both are the same task.
    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// Something the session is to do, once.
  package struct PendingOrder: Sendable {
    /// Tells this order from an equal one.
    package let number: Int

    /// What to do.
    package let order: Order
  }

  /// What the browser wants done that is neither a search nor an edit.
  package enum Order: Sendable {
    /// Takes this text off the front of the line: it has been dealt with. Where nothing was typed behind it,
    /// the line is then what is left.
    case consumeLine(String, leaving: String = "")

    /// Takes everything off the line.
    case clearLine

    /// Puts another text in place of what is typed.
    case setLine(String)

    /// Writes lines above the live screen, where they stay.
    case print(Printout)

    /// Keeps a line for the history of the line editor.
    case remember(String)

    /// Paints the whole screen again.
    case redraw

    /// Ends the session.
    case leave(Outcome)
  }

  /// What can be asked of the source of the pages.
  package enum PageCommand: Sendable {
    case more, retry, reload
  }

  /// How the session ended.
  package enum Outcome: Equatable, Sendable {
    /// The user left; in a picker without a choice.
    case left
    /// The user broke off.
    case interrupted
    /// The user chose this row.
    case picked(Name)
    /// There was nothing to choose.
    case pickedNothing
    /// The user goes on to another kept list.
    case opened(Name)
    /// Something was left out of the names where nothing may be.
    case refused(String)
  }

  /// One line for the user.
  package struct Notice: Equatable, Sendable {
    /// The line, still untrusted.
    package var text: String

    /// Whether it tells of something that went wrong.
    package var isError: Bool

    /// Makes a notice.
    package init(_ text: String, isError: Bool = false) {
      self.text = text
      self.isError = isError
    }
  }

  /// What covers the rows.
  package enum Overlay: Equatable, Sendable {
    /// The keys and commands, scrolled down by so many lines.
    case help(scroll: Int)
    /// The sections with their counts, scrolled down by so many lines.
    case sections(scroll: Int)
    /// A name on as many lines as it needs, scrolled down by so many of them.
    case name(Name, scroll: Int)
    /// What the line could be completed to.
    case completions([String])
  }
}
