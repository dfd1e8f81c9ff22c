import ListModel
package import TerminalText

/// The browser as terminal lines: a pure function of the state and the edited line.
package struct Screen {
  let state: Browser.State
  let line: EditorLine

  /// The rows in view; empty under the help.
  let rowsInView: [ScreenRow]

  /// The animation, and the time of this frame.
  var motion: (Motion, ContinuousClock.Instant)?

  let pace: LoadingPace

  package init(of state: Browser.State, line: EditorLine) {
    self.init(of: state, line: line, pace: LoadingPace())
  }

  init(of state: Browser.State, line: EditorLine, pace: LoadingPace) {
    self.state = state
    self.line = line
    self.pace = pace
    rowsInView =
      state.cover.overlay.isHelp
      ? [] : Self.rows(of: state, sign: pace.sign(state.settings.drawing))
  }

  /// The rows of the window: the header, the list, a rule, the status, the prompt.
  ///
  /// In a low window the rule is omitted first, then the status. The header leaves one row to the list.
  struct Layout {
    let headerRows: Int
    let listRows: Int
    let hasRule: Bool
    let hasStatus: Bool

    init(of state: Browser.State) {
      let size = state.view.size
      hasStatus = size.rows >= 3
      hasRule = size.rows >= 6
      let rows = size.rows - 1 - (hasStatus ? 1 : 0) - (hasRule ? 1 : 0)
      headerRows = min(state.view.header.count, max(rows - 1, 0))
      listRows = rows - headerRows
    }
  }

  /// All lines: as many as the window has rows, or fewer with `takesOnlyRowsNeeded`.
  ///
  /// - Complexity: Depends on the rows on the screen, not on the size of the list.
  package var frame: Frame {
    let layout = Layout(of: state)
    let fitted = line.fitted(columns: columns, glyphs: glyphs)
    let prompt = ScreenLine(StyledText(fitted.prompt, .prompt) + StyledText(fitted.line))
    let hints = state.takesPlainKeys ? reviewHints : nil
    var foot = [hints.map { ScreenLine($0) } ?? prompt]
    if layout.hasStatus { foot.insert(ScreenLine(status), at: 0) }
    if layout.hasRule { foot.insert(ScreenLine(rule), at: 0) }
    let header = header(layout.headerRows)
    let rows = header + list(layout.listRows)
    let isReversed = state.settings.isReversed
    let lines = isReversed ? foot.reversed() + rows : rows + foot
    let row = isReversed ? 0 : lines.count - 1
    let prompted = Frame.Position(row: row, column: hints == nil ? fitted.cursorColumn : 0)
    let first = (isReversed ? foot.count : 0) + header.count
    let isOnRow = hints != nil || state.cursorIsOnRow
    return Frame(
      lines: lines, cursor: isOnRow ? positionOfSelection(below: first) ?? prompted : prompted)
  }

  /// Where the name of the selected row begins in the frame, whose list begins at a row.
  ///
  /// `nil` if the row is not visible. Screen readers read the line of the cursor.
  private func positionOfSelection(below first: Int) -> Frame.Position? {
    guard state.cover.overlay == nil, let listing = state.list.listing,
      let selected = state.selected
    else {
      return nil
    }
    let geometry = ListGeometry(of: state, listing)
    var flow = ColumnFlow(geometry)
    for row in rowsInView {
      guard let place = flow.place(row.lines.count) else { return nil }
      guard row.id == .name(selected.name) else { continue }
      let column = place.column * (geometry.columnWidth + ListGeometry.gap) + geometry.marginColumns
      return .init(
        row: first + place.line, column: column + RowPainter.markColumns(of: state))
    }
    return nil
  }

  var glyphs: Glyphs { state.settings.glyphs }
  var columns: Int { state.view.size.columns }

  /// The lines of `cover`, below as many rows as there is room for.
  private func below(_ cover: [ScreenLine], height: Int) -> [ScreenLine] {
    let room = height - cover.count - 1
    guard room > 0 else { return cover }
    var lines = Array(list(rowsInView, height: height).prefix(room))
    lines += Array(repeating: ScreenLine(StyledText()), count: room - lines.count)
    return lines + [ScreenLine(rule)] + cover
  }

  var rule: StyledText {
    let sign = state.settings.drawing == .unicode ? "─" : "-"
    return StyledText(DisplayText(String(repeating: sign, count: columns)), .rule)
  }

  private func list(_ height: Int) -> [ScreenLine] {
    var lines: [ScreenLine]
    switch state.cover.overlay {
    case .help(let scroll)?: lines = overlay(scroll: scroll, height: height)
    case .sections(let scroll)?, .name(_, let scroll)?, .report(_, let scroll)?:
      lines = below(overlay(scroll: scroll, height: height), height: height)
    case .completions(let candidates):
      lines = below(completions(candidates, height: height), height: height)
    case nil: lines = rowsAndPreview(height: height)
    }
    lines = Array(lines.prefix(height))
    if state.settings.takesOnlyRowsNeeded, PreviewLayout(of: state) == nil {
      while let last = lines.last, last == ScreenLine(StyledText()) { lines.removeLast() }
      return lines
    }
    return lines + Array(repeating: ScreenLine(StyledText()), count: height - lines.count)
  }
}
