package import ListModel
import NameSearch
import Substrings

extension Browser {
  /// A command that the program has put into the prompt, whose operand the user is typing.
  struct AskedOperand: Equatable, Sendable {
    /// The row that it is for.
    let name: Name

    /// The command, without a space after it.
    let command: String

    /// The line that the prompt started with.
    let line: String

    /// The note that was shown to the user, in this line or later; `nil` for none.
    var note: Note?

    /// The line with the command, if an edit such as C-u has removed it; `nil` if it is there, or if
    /// the line is another command.
    func restored(_ line: String) -> String? {
      if command.hasPrefix(line), line != command { return command + " " }
      if line.hasPrefix(":") { return nil }
      let start = "\(command) "
      guard let place = line.firstRange(ofText: start) else { return start + line }
      return start + line[..<place.lowerBound] + line[place.upperBound...]
    }
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
