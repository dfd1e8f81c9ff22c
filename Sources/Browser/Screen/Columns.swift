import ListModel
import NameSearch
import TerminalText

/// Lays rows out in the columns of a screen.
///
/// The margin shows the title of a section beside its first row and at the top of each column. The
/// number of its names is at the right, dim.
struct Columns {
  private let geometry: ListGeometry
  private let listing: Listing
  private let glyphs: Glyphs

  init(_ geometry: ListGeometry, _ listing: Listing, _ glyphs: Glyphs) {
    self.geometry = geometry
    self.listing = listing
    self.glyphs = glyphs
  }

  /// The lines of the rows, as many as fit.
  func lines(of rows: [ScreenRow]) -> [ScreenLine] {
    var columns = [[StyledText]](repeating: [], count: geometry.columnCount)
    var flow = ColumnFlow(geometry)
    var titled: (section: Int, column: Int)?
    for row in rows {
      guard let place = flow.place(row.lines.count) else { break }
      var isFirst = false
      if let section = row.section {
        isFirst = titled?.section != section || titled?.column != place.column
        titled = (section, place.column)
      }
      let missing = place.line - columns[place.column].count
      columns[place.column] += Array(repeating: StyledText(), count: missing)
      columns[place.column] += row.lines.prefix(geometry.height - place.line).enumerated().map {
        line($0.element, of: isFirst && $0.offset == 0 ? row.section : nil)
      }
    }
    return (0..<(columns.map(\.count).max() ?? 0)).map { ScreenLine(joined(columns, at: $0)) }
  }

  private func joined(_ columns: [[StyledText]], at line: Int) -> StyledText {
    var joined = StyledText()
    for (number, column) in columns.enumerated() where line < column.count {
      let start = number * (geometry.columnWidth + ListGeometry.gap)
      joined.append(DisplayText.blank(columns: start - joined.columns))
      joined.append(column[line])
    }
    return joined
  }

  private func line(_ text: StyledText, of section: Int?) -> StyledText {
    let text = text.prefix(columns: geometry.rowWidth)
    guard let section, listing.matches.sections.indices.contains(section) else {
      return StyledText(DisplayText.blank(columns: geometry.marginColumns)) + text
    }
    let matched = listing.matches.sections[section]
    return margin(matched.title) + text.with(count(of: matched), in: geometry.rowWidth)
  }

  private func margin(_ title: String) -> StyledText {
    guard geometry.titleColumns > 0 else { return StyledText() }
    let title = DisplayText(title, glyphs: glyphs).truncated(
      columns: geometry.titleColumns, glyphs: glyphs)
    let rest = geometry.marginColumns - title.columns
    return StyledText(title, .header) + StyledText(DisplayText.blank(columns: rest))
  }

  private func count(of section: NameMatches.Section) -> DisplayText {
    section.title.isEmpty ? .empty : DisplayText(section.count.grouped)
  }
}

extension StyledText {
  /// The text with a number at the end of a line of `columns`, if there is room for a space between them.
  fileprivate func with(_ number: DisplayText, in columns: Int) -> StyledText {
    var style = Style.status
    var text = self
    if let last = runs.last, last.style.isReversed {
      style = Style(isReversed: true)
      text = text.withoutTrailingBlanks
    }
    let gap = columns - text.columns - number.columns
    guard !number.isEmpty, gap > 0 else { return self }
    let blank = style.isReversed ? style : Style()
    return text + StyledText(DisplayText.blank(columns: gap), blank) + StyledText(number, style)
  }
}
