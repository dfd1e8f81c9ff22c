package import ListModel
package import NameSearch
package import TerminalText

extension Browser {
  /// A text that covers the rows; `scroll` is the number of lines scrolled down.
  package enum Overlay: Equatable, Sendable {
    case help(scroll: Int)
    case sections(scroll: Int)
    /// A name on as many lines as it needs.
    case name(Name, scroll: Int)
    case completions([String])
    /// A report from the store.
    case report([StyledText], scroll: Int)
  }

  /// A report on a list that the store can make.
  package enum Report: Hashable, Sendable {
    case stats
    case log

    /// The rows that were dropped from a list, which are not among its rows.
    case dropped
  }

  package struct ReportRequest: Equatable, Sendable {
    package let report: Report

    /// The counts of the browsed rows; `nil` if they belong to the list in the store.
    package let rows: RowCounts?
  }

  package struct Notice: Sendable {
    /// The text, which may still contain control characters.
    package var text: String

    package var isError: Bool

    /// The part that answers an undo or redo of this session, which news of others must not replace.
    var own: String?

    /// The text without the hint at its end, for a line with little room.
    var brief: String

    package init(_ text: String, hint: String? = nil, isError: Bool = false) {
      self.text = [text, hint].compactMap { $0 }.joined(separator: "; ")
      self.isError = isError
      brief = text
    }

    static let nothingChanged = Notice("nothing was changed")
  }
}

extension Browser.Notice: Equatable {
  /// Notices with the same text are equal, wherever their hints begin.
  package static func == (left: Self, right: Self) -> Bool {
    (left.text, left.isError) == (right.text, right.isError)
  }
}
