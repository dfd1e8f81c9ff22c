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
    /// A report of the store.
    case report([StyledText], scroll: Int)
  }

  /// A report on a list that the store can make.
  package enum Report: Hashable, Sendable {
    case stats
    case log
  }

  package struct ReportRequest: Equatable, Sendable {
    package let report: Report

    /// The rows that are browsed; `nil` if they are those of the list in the store.
    package let rows: RowCounts?
  }

  package struct Notice: Equatable, Sendable {
    /// Not sanitized yet.
    package var text: String

    package var isError: Bool

    package init(_ text: String, isError: Bool = false) {
      self.text = text
      self.isError = isError
    }

    static let nothingChanged = Notice("nothing was changed")
  }
}
