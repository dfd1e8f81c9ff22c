import ListModel
import NameSearch

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
    var shellRow = Row(name: row.name, detail: row.detail, note: remarks[row.name]?.note?.text)
    shellRow.revision =
      settings.browsesKeptList
      ? remarks[row.name]?.revision : index.row(of: row.name).flatMap { index.revision(at: $0) }
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
