package import ListModel
import NameSearch
package import TerminalText

extension Browser {
  /// The pane that shows the output of a command about the selected row.
  package struct Preview: Equatable, Sendable {
    /// How far the command is.
    package enum Progress: Equatable, Sendable {
      case running

      /// It has written nothing for a while.
      case silent

      /// It was ended, because it has written more than is shown.
      case cut

      /// How it failed, or `nil`.
      case ended(failure: String?)
    }

    /// All output of the command so far, which replaces the earlier output.
    package struct News: Equatable, Sendable {
      package var lines: [StyledText]
      package var progress: Progress

      package init(lines: [StyledText], progress: Progress) {
        self.lines = lines
        self.progress = progress
      }
    }

    /// The most lines of output.
    package static let mostLines = 5_000

    /// Whether the user wants the pane; a window without room has none.
    var isShown = true

    /// The request that the news belongs to; `nil` if no row is selected.
    private(set) var request: PreviewRequest?
    private(set) var news = News(lines: [], progress: .running)

    /// The number of lines scrolled down.
    private(set) var scroll = 0

    /// Starts with another request; output of the same row stays until there is new output.
    mutating func begin(_ new: PreviewRequest?) {
      guard new != request else { return }
      if new?.name != request?.name {
        news.lines = []
        scroll = 0
      }
      news.progress = .running
      request = new
    }

    /// Takes news, unless it is about another request.
    mutating func take(_ new: News, about other: PreviewRequest) {
      guard other == request else { return }
      let isBegun = new.lines.isEmpty && (new.progress == .running || new.progress == .silent)
      news = News(lines: isBegun ? news.lines : new.lines, progress: new.progress)
    }

    mutating func scroll(by lines: Int, most: Int) {
      scroll = min(max(scroll + lines, 0), max(most, 0))
    }
  }

  /// A command about a row, whose output is wanted.
  package struct PreviewRequest: Equatable, Sendable {
    /// A script for the shell, with placeholders.
    package let script: String

    /// The row with its note but without flags, so that a decision does not restart the command.
    package let row: Row

    /// The size of the pane.
    package let columns: Int
    package let lines: Int

    var name: Name { row.name }
  }
}
