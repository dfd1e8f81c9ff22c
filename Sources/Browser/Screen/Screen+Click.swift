import ListModel
import NameSearch
import TerminalText

extension Screen {
  /// The part of the frame that was clicked.
  enum Part: Equatable {
    case row(Name)

    /// The number of the section whose index title was clicked.
    case section(Int)
  }

  /// The part at a position of the frame; `nil` where nothing can be clicked.
  static func part(at row: Int, _ column: Int, of state: Browser.State) -> Part? {
    let layout = Layout(of: state)
    let above =
      state.settings.isReversed ? state.view.size.rows - layout.listRows : layout.headerRows
    let line = row - above
    guard state.cover.overlay == nil, let listing = state.list.listing, listing.count > 0,
      (0..<state.listArea.rows).contains(line), (0..<state.listArea.columns).contains(column)
    else { return nil }
    let geometry = ListGeometry(of: state, listing)
    let rows = Screen.rows(of: state, sign: " ")
    if geometry.indexColumns > 0, column >= state.listArea.columns - geometry.indexColumns {
      let lit = rows.first?.section ?? 0
      let titles = sectionsInIndex(listing, geometry, lit: lit)
      return line < titles.count ? .section(titles[line]) : nil
    }
    var flow = ColumnFlow(geometry)
    for shown in rows {
      guard let place = flow.place(shown.lines.count) else { return nil }
      let start = place.column * (geometry.columnWidth + ListGeometry.gap)
      let isHit =
        (place.line..<place.line + shown.lines.count).contains(line)
        && (start..<start + geometry.columnWidth).contains(column)
      if isHit { return shown.target.map { .row($0.name) } }
    }
    return nil
  }
}
