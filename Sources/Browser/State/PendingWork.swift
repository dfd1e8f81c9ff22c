package import ListModel
import NameSearch

extension Browser {
  /// The row whose note is being typed, and the line that the prompt started with.
  struct NoteAsked: Equatable, Sendable {
    let name: Name
    let line: String
  }

  /// A listing whose names wait to be written to a file.
  package struct PendingSave: Equatable, Sendable {
    package let number: Int
    package let listing: Listing
    package let path: String

    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// An instruction that the session carries out once.
  package struct PendingOrder: Sendable {
    /// Distinguishes equal orders.
    package let number: Int

    package let order: Order
  }

  /// An instruction to the session, other than a search or an edit.
  package enum Order: Sendable {
    /// Removes this text from the start of the line, since it was handled; an empty rest becomes `leaving`.
    case consumeLine(String, leaving: String = "")

    case clearLine
    case setLine(String)

    /// Prints lines above the live screen, where they stay.
    case print(Printout)

    /// Prints all rows of a listing, with their numbers.
    case printAll(Listing)

    case remember(String)

    case redraw
    case leave(Outcome)
  }

  package enum PageCommand: Sendable {
    case more, retry, reload
  }
}

extension Browser.Order {
  /// Whether it changes the prompt line or the history.
  var changesLine: Bool {
    switch self {
    case .consumeLine, .clearLine, .setLine, .remember: true
    case .print, .printAll, .redraw, .leave: false
    }
  }
}
