import NameIndex
import SectionedData
import TerminalText

/// The part of a listing that a screen shows: which rows, from which first row, on how many lines.
///
/// The first line is always the header of the section in view; a row takes as many lines as its name needs.
struct Viewport {
  let source: DataSource<ListingSection, [StyledText]>
  let listing: Listing
  let columns: Int
  let height: Int
  let glyphs: Glyphs

  /// The line behind the last row, if there is one.
  let end: StyledText?

  /// The rows of the view from `top`, as many as the height has room for; the last may be cut off.
  func rows(from top: ItemPath) -> [ScreenRow] {
    var rows: [ScreenRow] = []
    var lines = 0
    var next: ItemPath? = top
    while let path = next, lines < height {
      if rows.isEmpty || path.item == 0, hasHeader(path.section) {
        rows.append(header(path.section))
        lines += 1
      }
      guard let text = try? source.row(at: path), let target = listing.target(at: path) else {
        break
      }
      rows.append(ScreenRow(id: .name(target.name), target: target, lines: text))
      lines += text.count
      next = listing.path(after: path)
    }
    if next == nil, lines < height, let end {
      rows.append(ScreenRow(id: .end, target: nil, lines: [end]))
    }
    return rows
  }

  /// A title, its count at the right, and dots between them.
  private func header(_ section: Int) -> ScreenRow {
    let matched = listing.matches.sections[section]
    let title = DisplayText(matched.title, glyphs: glyphs).truncated(
      columns: max(columns - 2, 1), glyphs: glyphs)
    let count = DisplayText(matched.count.grouped)
    let gap = columns - title.columns - count.columns - 2
    var line = StyledText(title, .header)
    if gap > 0 {
      let dots = String(repeating: glyphs == .unicode ? "·" : ".", count: gap)
      line = line + StyledText(DisplayText(" \(dots) "), .headerFill) + StyledText(count, .header)
    }
    return ScreenRow(id: .header(matched.title), target: nil, lines: [line])
  }

  /// The first row nearest to `start` from which `path` is wholly in view.
  ///
  /// - Complexity: O(*h*) rows looked at, for a view of *h* lines.
  func top(
    showing path: ItemPath, from start: ItemPath, _ heights: inout RowHeights
  ) -> ItemPath {
    if path <= start { return path }
    // Back from the row in question until the view is full: further down than that the top may be, not further up.
    var earliest = path
    var lines = (hasHeader(path.section) ? 1 : 0) + lineCount(at: path, &heights)
    if end != nil, listing.path(after: path) == nil { lines += 1 }
    while earliest > start, let before = listing.path(before: earliest) {
      lines += lineCount(at: before, &heights)
      if before.section != earliest.section, hasHeader(before.section) { lines += 1 }
      if lines > height { break }
      earliest = before
    }
    return max(earliest, start)
  }

  private func lineCount(at path: ItemPath, _ heights: inout RowHeights) -> Int {
    guard let name = listing.target(at: path)?.name else { return 1 }
    return heights.height(of: name, in: .init(columns: columns, lines: height)) {
      (try? source.row(at: path).count) ?? 1
    }
  }

  /// Without sections there is one, and it has no title; and the only line there is belongs to a row.
  private func hasHeader(_ section: Int) -> Bool {
    height > 1 && ((try? source.headerTitle(ofSection: section)) ?? nil) != nil
  }
}

extension Viewport {
  /// The view of a state's listing; without index titles where they are switched off or would be senseless.
  ///
  /// The sign is the spinner as it stands, at the end of rows that are still to come.
  init(of state: Browser.State, _ listing: Listing, sign: String = " ") {
    let layout = Screen.Layout(state.size)
    let selected = state.selected?.name
    columns = state.size.columns - Screen.indexColumns(of: listing, in: state)
    glyphs = state.settings.glyphs
    let painter = RowPainter(
      glyphs: glyphs, columns: columns,
      query: state.lit(listing.request.query), isColored: state.settings.isColored,
      details: state.details)
    source = DataSource(
      sections: listing.sections,
      configuration: .init(
        row: { target, _, _ in
          painter.lines(of: target, isSelected: target.name == selected, limit: layout.listRows)
        },
        headerTitle: { section, _ in section.title.isEmpty ? nil : section.title },
        canEdit: { target, _ in target.isEditable },
        indexTitles: { sections in sections.map(\.title) }))
    self.listing = listing
    height = layout.listRows
    end = state.endLine(sign: sign, columns: columns)
  }
}
