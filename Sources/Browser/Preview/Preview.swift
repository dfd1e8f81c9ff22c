package import ListModel
import NameSearch
package import TerminalText

extension Browser {
  /// The pane that shows the output of a command about the selected row.
  package struct Preview: Equatable, Sendable {
    /// The progress of the command.
    package enum Progress: Equatable, Sendable {
      case running

      /// It has not written anything for a while.
      case silent

      /// It was ended, because its output is longer than the limit.
      case cut

      /// It has ended; `nil` if it succeeded.
      case ended(failure: String?)
    }

    /// All output of the command so far, which replaces earlier output.
    package struct News: Equatable, Sendable {
      package var lines: [StyledText]
      package var progress: Progress

      package init(lines: [StyledText], progress: Progress) {
        self.lines = lines
        self.progress = progress
      }
    }

    /// The maximum number of lines of output.
    package static let mostLines = 5_000

    /// Whether the user wants the pane; a window without room has none.
    var isShown = true

    /// The request to which the output belongs; `nil` if no row is selected.
    private(set) var request: PreviewRequest?
    private(set) var news = News(lines: [], progress: .running)

    /// The number of lines scrolled down.
    private(set) var scroll = 0

    package enum Event: Sendable {
      case previewChanged(PreviewRequest, News)
    }

    mutating func apply(_ event: Event) {
      switch event {
      case .previewChanged(let request, let news): take(news, about: request)
      }
    }

    /// Starts another request; output for the same row stays until there is new output.
    mutating func begin(_ new: PreviewRequest?) {
      guard new != request else { return }
      if new?.name != request?.name {
        news.lines = []
        scroll = 0
      }
      news.progress = .running
      request = new
    }

    /// Shows output, unless it belongs to another request.
    private mutating func take(_ new: News, about other: PreviewRequest) {
      guard other == request else { return }
      let isBegun = new.lines.isEmpty && (new.progress == .running || new.progress == .silent)
      news = News(lines: isBegun ? news.lines : new.lines, progress: new.progress)
    }

    mutating func scroll(by lines: Int, most: Int) {
      scroll = min(max(scroll + lines, 0), max(most, 0))
    }
  }

  /// A command for a row, whose output is wanted.
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

extension Browser.State {
  /// The preview that should be running, or `nil`.
  package var previewToRun: Browser.PreviewRequest? {
    guard let script = settings.preview, let layout = PreviewLayout(of: self), let selected else {
      return nil
    }
    return .init(
      script: script, row: shellRow(selected), columns: layout.columns, lines: layout.rows)
  }

  /// A row with the values for placeholders of commands.
  func shellRow(_ row: Row) -> Row {
    var shellRow = Row(
      name: row.name, detail: row.detail, note: facts.remarks[row.name]?.note?.text)
    shellRow.revision =
      settings.browsesKeptList
      ? facts.remarks[row.name]?.revision
      : list.index.row(of: row.name).flatMap { list.index.revision(at: $0) }
    shellRow.line = settings.lineForm.map { $0.bytes(of: row) }
    return shellRow
  }

  /// Makes the pane show the selected row.
  mutating func followPreview() {
    // A pane without room keeps its content.
    if PreviewLayout(of: self) != nil || !preview.isShown { preview.begin(previewToRun) }
  }

  mutating func togglePreview() {
    guard settings.preview != nil else {
      let reason =
        settings.previewRefusal ?? "no preview command; start with targets --preview 'COMMAND {}'"
      notice = .init(reason, isError: true)
      return
    }
    preview.isShown.toggle()
    if preview.isShown, PreviewLayout(of: self) == nil {
      notice = .init("the window is too small for a preview")
    }
  }

  mutating func scrollPreview(by lines: Int) {
    guard let layout = PreviewLayout(of: self) else { return }
    let count = preview.lines(columns: layout.columns, glyphs: settings.glyphs).count
    preview.scroll(by: lines, most: count - layout.rows)
  }
}
