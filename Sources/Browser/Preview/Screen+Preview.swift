import TerminalText

extension Screen {
  /// The rows, with the preview on their right or below them.
  func rowsAndPreview(height: Int) -> [ScreenLine] {
    let area = state.listArea
    let rows = list(rowsInView, height: area.rows)
    guard let pane = PreviewLayout(of: state) else { return rows }
    let preview = state.preview.lines(columns: pane.columns, glyphs: glyphs)
      .dropFirst(state.preview.scroll).prefix(pane.rows)
    let blank = StyledText()
    if pane.isBeside {
      return (0..<height).map { row in
        let left = row < rows.count ? rows[row].joined(columns: area.columns) : blank
        let line = row < preview.count ? preview[preview.startIndex + row] : blank
        return ScreenLine(left, trailing: verticalRule + line.filled(columns: pane.columns))
      }
    }
    let missing = Array(repeating: ScreenLine(blank), count: max(area.rows - rows.count, 0))
    return rows + missing + [ScreenLine(rule)] + preview.map { ScreenLine($0) }
  }

  private var verticalRule: StyledText {
    StyledText(DisplayText(state.settings.drawing == .unicode ? "│" : "|"), .rule)
  }
}

extension Browser.Preview {
  /// The output and the notice about it, each line cut to the width of the pane.
  func lines(columns: Int, glyphs: Glyphs) -> [StyledText] {
    let output = news.lines.map { $0.truncated(columns: columns, glyphs: glyphs) }
    guard let (text, style) = remark else { return output }
    let remark = StyledText(DisplayText(text, glyphs: glyphs), style)
    return output + remark.wrapped(columns: columns, glyphs: glyphs)
  }

  private var remark: (String, Style)? {
    guard request != nil else { return ("no row is selected", .status) }
    switch news.progress {
    case .running: return nil
    case .silent: return news.lines.isEmpty ? ("no answer yet", .status) : nil
    case .cut: return ("output truncated", .status)
    case .ended(nil): return news.lines.isEmpty ? ("no output", .status) : nil
    case .ended(let failure?): return (failure, .error)
    }
  }
}

extension ScreenLine {
  /// A line of the pane: the text, and the notice after it, in at most `columns` columns.
  fileprivate func joined(columns: Int) -> StyledText {
    guard let trailing else { return body.prefix(columns: columns) }
    let end = trailing.prefix(columns: columns)
    return body.prefix(columns: columns - end.columns).filled(columns: columns - end.columns) + end
  }
}

extension StyledText {
  fileprivate func filled(columns: Int) -> StyledText {
    self + StyledText(DisplayText.blank(columns: columns - self.columns))
  }
}
