import ListModel
package import NameSearch
import SectionedData
package import TerminalText

extension Browser {
  /// What of the rows is on the screen, and which row is selected.
  package struct View: Sendable {
    /// The row the user selected, or `nil`; a name, since row numbers change.
    package var selection: Name?

    /// The first row in view; `nil` for the start of the list, whatever its first row is.
    package var top: Name?

    package var size = ScreenSize(columns: 80, rows: 24)

    /// The lines above the rows: those of the options, then the first lines of the input.
    var header: [StyledText]

    /// Whether the column of index titles is shown.
    package var showsIndex = true

    /// Whether the next character typed is an index title to jump to.
    var isAskingForTitle = false

    /// The row that an undo changed, to be selected once it is listed.
    var rowToLookAt: Name?

    var endIsInView = false
    var heights = RowHeights()

    init(header: [StyledText]) { self.header = header }

    package enum Event: Sendable {
      case resized(ScreenSize)
    }

    mutating func apply(_ event: Event) {
      switch event {
      case .resized(let size): self.size = size
      }
    }
  }
}

// MARK: Selection

extension Browser.State {
  /// Moves the selection; without a selection, starts at the first row in view, or going up, at the last.
  mutating func moveSelection(by rows: Int) {
    guard let listing = list.listing, listing.count > 0 else { return }
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
    if let top = view.top, let path = list.listing?.path(of: top) { return path }
    return Listing.start
  }

  var lastPath: ItemPath { list.listing?.end ?? Listing.start }

  mutating func select(_ path: ItemPath) {
    guard let target = list.listing?.target(at: path) else { return }
    view.selection = target.name
  }

  /// Selects the first row of the next section; going up, of the current section first.
  mutating func moveSection(by step: Int) {
    guard let listing = list.listing, listing.count > 0 else { return }
    let here = selected.flatMap { listing.path(of: $0.name) } ?? firstPathInView
    var section = here.section + step
    if step < 0, here.item > 0 { section += 1 }
    goTo(section: min(max(section, 0), listing.matches.sections.count - 1))
  }

  mutating func goTo(section: Int) {
    select(ItemPath(section: section, item: 0))
    view.top = view.selection
  }
}

// MARK: Scrolling

extension Browser.State {
  /// Scrolls by a number of rows; the selection moves with them if it would leave the view.
  mutating func scroll(by rows: Int) {
    guard !scrollOverlay(by: rows), let listing = list.listing, listing.count > 0 else { return }
    let viewport = RowsInView(of: self, listing)
    let last = viewport.top(showing: lastPath, from: Listing.start, &view.heights)
    let here = view.top.flatMap { listing.path(of: $0) } ?? Listing.start
    let start = min(listing.path(here, movedBy: rows), last)
    view.top = listing.target(at: start)?.name
    guard let selected, let path = listing.path(of: selected.name) else { return }
    let names = viewport.rows(from: start).compactMap(\.target?.name)
    if path < start {
      select(start)
    } else if !names.contains(selected.name), let lowest = names.last {
      view.selection = lowest
    }
  }

  /// Selects the row at a place of the frame, or jumps to the section of an index title there.
  mutating func click(row: Int, column: Int) {
    switch Screen.part(at: row, column, of: self) {
    case .row(let name): view.selection = name
    case .section(let number): goTo(section: number)
    case nil: return
    }
    notice = nil
    view.isAskingForTitle = false
  }

  /// Scrolls just far enough to show the whole selected row.
  mutating func keepSelectionInView() {
    view.endIsInView = true
    guard let listing = list.listing, listing.count > 0 else { return }
    // The first row in view may not be loaded yet.
    if let top = view.top, selected == nil, !intake.isComplete, listing.path(of: top) == nil {
      return
    }
    let viewport = RowsInView(of: self, listing)
    let first = Listing.start
    var start = view.top.flatMap { listing.path(of: $0) } ?? first
    if let selected, let path = listing.path(of: selected.name) {
      start = viewport.top(showing: path, from: start, &view.heights)
    }
    // Removed rows must not leave the view half empty.
    let last = viewport.top(showing: lastPath, from: first, &view.heights)
    view.endIsInView = start >= last
    start = min(start, last)
    view.top = start == first && view.selection == nil ? nil : listing.target(at: start)?.name
  }

  /// Whether the terminal's cursor is on the selected row, as it is while no text is being typed.
  var cursorIsOnRow: Bool {
    guard settings.cursorIsOnRow, cover.question == nil, prompt.line == prompt.query,
      !view.isAskingForTitle
    else {
      return false
    }
    return view.selection != nil || isPicker && prompt.line.isEmpty
  }

  var listLines: Int { Screen.Layout(of: self).listRows }

  /// The number of one-line rows that fit.
  var rowsInView: Int { list.listing.map { ListGeometry(of: self, $0).lineCount } ?? listLines }
}
