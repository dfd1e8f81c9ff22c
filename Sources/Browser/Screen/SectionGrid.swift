import ListModel
import NameSearch
import TerminalText

/// All section titles with their counts, side by side, for lists of hundreds of sections.
struct SectionGrid {
  private let sections: [NameMatches.Section]
  private let current: Int
  private let columns: Int
  private let glyphs: Glyphs

  private let titleColumns: Int
  private let countColumns: Int

  /// The number of sections per line.
  private let across: Int

  init(of state: Browser.State, _ listing: Listing) {
    sections = listing.matches.sections
    current = state.sectionInView
    columns = state.view.size.columns
    glyphs = state.settings.glyphs
    titleColumns = min(sections.map { ColumnWidth.of($0.title) }.max() ?? 1, 12)
    countColumns = sections.map { $0.count.grouped.count }.max() ?? 1
    across = max(columns / (titleColumns + countColumns + 4), 1)
  }

  var height: Int { (sections.count + across - 1) / across }

  func line(of section: Int) -> Int { section / across }

  var lines: [StyledText] {
    (0..<height).map { row in
      let shown = row * across..<min((row + 1) * across, sections.count)
      return shown.reduce(into: StyledText()) { $0.append(cell($1)) }
        .truncated(columns: columns, glyphs: glyphs)
    }
  }

  private func cell(_ number: Int) -> StyledText {
    let section = sections[number]
    let title = DisplayText(section.title, glyphs: glyphs).truncated(
      columns: titleColumns, glyphs: glyphs)
    let count = DisplayText(section.count.grouped)
    let gap = titleColumns - title.columns + countColumns - count.columns + 1
    let mark = FlagGlyphs(glyphs: glyphs).selected
    return StyledText(DisplayText(number == current ? mark : " "), .selectionMark)
      + StyledText(title, .header) + StyledText(DisplayText.blank(columns: gap))
      + StyledText(count, .status) + StyledText(DisplayText("  "))
  }
}
