import TerminalText

/// The place of the preview: on the right in a wide window, otherwise below the rows.
struct PreviewLayout: Equatable {
  /// The minimum width of the window for a pane on the right.
  static let leastBeside = 100

  /// The minimum height of the window for a pane below.
  static let leastBelow = 10

  let isBeside: Bool
  let columns: Int
  let rows: Int

  /// Lays out the pane; `nil` if it is off or has no room.
  init?(of state: Browser.State) {
    guard state.settings.preview != nil, state.preview.isShown, !state.settings.isPlain else {
      return nil
    }
    let height = Screen.Layout(of: state).listRows
    isBeside = state.view.size.columns >= Self.leastBeside
    // One column or row is needed for the rule.
    columns = isBeside ? (state.view.size.columns - 1) / 2 : state.view.size.columns
    rows = isBeside ? height : (height - 1) / 2
    if rows < 1 || !isBeside && state.view.size.rows < Self.leastBelow { return nil }
  }
}

extension Browser.State {
  /// The size of the list, without the preview.
  var listArea: (columns: Int, rows: Int) {
    let height = Screen.Layout(of: self).listRows
    guard let pane = PreviewLayout(of: self) else { return (view.size.columns, height) }
    return pane.isBeside
      ? (view.size.columns - 1 - pane.columns, height) : (view.size.columns, height - 1 - pane.rows)
  }
}
