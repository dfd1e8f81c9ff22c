import ListModel
import NameSearch
import SectionedData
import TerminalText

/// The rows of a listing on a screen; a row takes as many lines as its name needs.
struct RowsInView {
  let source: DataSource<ListingSection, [StyledText]>
  let listing: Listing
  let geometry: ListGeometry
  private let painter: RowPainter
  private let selected: Name?

  /// The line after the last row, if there is one.
  let end: StyledText?

  /// As many rows from `top` as there is room for; the last may be cut off.
  func rows(from top: ItemPath) -> [ScreenRow] {
    var rows: [ScreenRow] = []
    let painter = painter.aligning(targets(from: top))
    var flow = ColumnFlow(geometry)
    var next: ItemPath? = top
    while let path = next {
      guard let target = listing.target(at: path),
        case let text = painter.lines(
          of: target, isSelected: target.name == selected, most: Self.mostLines(geometry)),
        flow.place(text.count) != nil
      else { return rows }
      rows.append(
        ScreenRow(id: .name(target.name), target: target, section: path.section, lines: text))
      next = listing.path(after: path)
    }
    if let end, flow.place(1) != nil {
      rows.append(ScreenRow(id: .end, target: nil, section: nil, lines: [end]))
    }
    return rows
  }

  /// The rows that may be in view, if there are columns to align.
  private func targets(from top: ItemPath) -> [Row] {
    guard listing.matches.index.hasDetails else { return [] }
    return sequence(first: top, next: { listing.path(after: $0) }).prefix(geometry.lineCount)
      .compactMap { listing.target(at: $0) }
  }

  private static func mostLines(_ geometry: ListGeometry) -> Int {
    max(min(geometry.height, RowPainter.mostLines), 1)
  }

  /// The first row in view, as near to `start` as possible, with the whole of `path` in view.
  ///
  /// - Complexity: O(*h*) for a view of *h* lines in one column; in several, O(*h*²) at worst.
  func top(
    showing path: ItemPath, from start: ItemPath, _ heights: inout RowHeights
  ) -> ItemPath {
    if path <= start { return path }
    // Going back from `path` until the view is full gives the earliest possible first row.
    var earliest = path
    let hasEnd = end != nil && listing.path(after: path) == nil
    var lines = lineCount(at: path, &heights) + (hasEnd ? 1 : 0)
    while earliest > start, let before = listing.path(before: earliest) {
      lines += lineCount(at: before, &heights)
      if lines > geometry.lineCount { break }
      earliest = before
    }
    var top = max(earliest, start)
    // A row that is not split may leave lines free at the end of a column.
    while geometry.columnCount > 1, top < path, !isWhole(path, from: top, hasEnd, &heights),
      let next = listing.path(after: top)
    {
      top = next
    }
    return top
  }

  private func isWhole(
    _ path: ItemPath, from top: ItemPath, _ hasEnd: Bool, _ heights: inout RowHeights
  ) -> Bool {
    var flow = ColumnFlow(geometry)
    var next: ItemPath? = top
    while let here = next, here <= path {
      let count = lineCount(at: here, &heights)
      guard let place = flow.place(count), place.line + count <= max(geometry.height, count) else {
        return false
      }
      next = listing.path(after: here)
    }
    return !hasEnd || flow.place(1) != nil
  }

  private func lineCount(at path: ItemPath, _ heights: inout RowHeights) -> Int {
    guard let name = listing.target(at: path)?.name else { return 1 }
    return heights.height(of: name, in: .init(columns: geometry.rowWidth, lines: geometry.height)) {
      (try? source.row(at: path).count) ?? 1
    }
  }
}

extension RowsInView {
  /// The view of a state's listing, with the spinner's current sign.
  init(of state: Browser.State, _ listing: Listing, sign: String = " ") {
    let geometry = ListGeometry(of: state, listing)
    let selected = state.selected?.name
    let painter = RowPainter(
      glyphs: state.settings.glyphs, columns: geometry.rowWidth,
      query: state.lit(listing.request.query), isColored: state.settings.isColored,
      colors: { [form = state.settings.lineForm] in form?.styles(of: $0) ?? [] },
      searchedParts: { [form = state.settings.lineForm] in form?.searchedParts(of: $0) },
      facts: { state.shortFacts(of: $0) },
      decision: { state.decisionColumns(of: $0) },
      verdictColumns: state.settings.verdictColumns,
      isPicked: state.marksPicks ? state.isPicked : nil)
    let most = Self.mostLines(geometry)
    (self.painter, self.selected) = (painter, selected)
    source = DataSource(
      sections: listing.sections,
      configuration: .init(
        row: { target, _, _ in
          painter.lines(of: target, isSelected: target.name == selected, most: most)
        },
        headerTitle: { section, _ in section.title.isEmpty ? nil : section.title },
        canEdit: { target, _ in target.isEditable },
        indexTitles: { sections in sections.map(\.title) }))
    self.listing = listing
    self.geometry = geometry
    end = state.endLine(sign: sign, columns: geometry.rowWidth)
  }
}
