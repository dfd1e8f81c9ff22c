import ListModel
import NameSearch
import SectionedData

// MARK: Selection

extension Browser.State {
  /// Moves the selection; without a selection, starts at the first row in view, or going up, at the last.
  mutating func moveSelection(by rows: Int) {
    guard let listing, listing.count > 0 else { return }
    guard let selected, let path = listing.path(of: selected.name) else {
      let path =
        rows > 0
        ? listing.path(firstPathInView, movedBy: rows - 1)
        : listing.path(lastPath, movedBy: rows + 1)
      return select(path)
    }
    select(listing.path(path, movedBy: rows))
  }

  private var firstPathInView: ItemPath {
    if let top, let path = listing?.path(of: top) { return path }
    return Listing.start
  }

  var lastPath: ItemPath { listing?.end ?? Listing.start }

  mutating func select(_ path: ItemPath) {
    guard let target = listing?.target(at: path) else { return }
    selection = target.name
  }

  /// Selects the first row of the next section; going up, of the current section first.
  mutating func moveSection(by step: Int) {
    guard let listing, listing.count > 0 else { return }
    let here = selected.flatMap { listing.path(of: $0.name) } ?? firstPathInView
    var section = here.section + step
    if step < 0, here.item > 0 { section += 1 }
    goTo(section: min(max(section, 0), listing.matches.sections.count - 1))
  }

  mutating func goTo(section: Int) {
    select(ItemPath(section: section, item: 0))
    top = selection
  }
}

// MARK: Scrolling

extension Browser.State {
  /// Scrolls by a number of rows; the selection moves with them if it would leave the view.
  mutating func scroll(by rows: Int) {
    guard !scrollOverlay(by: rows), let listing, listing.count > 0 else { return }
    let viewport = RowsInView(of: self, listing)
    let last = viewport.top(showing: lastPath, from: Listing.start, &heights)
    let here = top.flatMap { listing.path(of: $0) } ?? Listing.start
    let start = min(listing.path(here, movedBy: rows), last)
    top = listing.target(at: start)?.name
    guard let selected, let path = listing.path(of: selected.name) else { return }
    let names = viewport.rows(from: start).compactMap(\.target?.name)
    if path < start {
      select(start)
    } else if !names.contains(selected.name), let lowest = names.last {
      selection = lowest
    }
  }

  /// Selects the row at a place of the frame, or jumps to the section of an index title there.
  mutating func click(row: Int, column: Int) {
    switch Screen.part(at: row, column, of: self) {
    case .row(let name): selection = name
    case .section(let number): goTo(section: number)
    case nil: return
    }
    notice = nil
    isAskingForTitle = false
  }

  /// Scrolls just far enough to show the whole selected row.
  mutating func keepSelectionInView() {
    endIsInView = true
    guard let listing, listing.count > 0 else { return }
    // The first row in view may not be loaded yet.
    if let top, selected == nil, !intake.isComplete, listing.path(of: top) == nil { return }
    let viewport = RowsInView(of: self, listing)
    let first = Listing.start
    var start = top.flatMap { listing.path(of: $0) } ?? first
    if let selected, let path = listing.path(of: selected.name) {
      start = viewport.top(showing: path, from: start, &heights)
    }
    // Removed rows must not leave the view half empty.
    let last = viewport.top(showing: lastPath, from: first, &heights)
    endIsInView = start >= last
    start = min(start, last)
    top = start == first && selection == nil ? nil : listing.target(at: start)?.name
  }

  /// Whether the terminal's cursor is on the selected row, as it is while no text is being typed.
  var cursorIsOnRow: Bool {
    guard settings.cursorIsOnRow, question == nil, line == query, !isAskingForTitle else {
      return false
    }
    return selection != nil || isPicker && line.isEmpty
  }

  var listLines: Int { Screen.Layout(of: self).listRows }

  /// The number of one-line rows that fit.
  var rowsInView: Int { listing.map { ListGeometry(of: self, $0).lineCount } ?? listLines }
}
