import ListModel
import NameSearch
import SectionedData
import TerminalText
import Substrings

extension Browser.State {
  /// Covers the rows, or prints the overlay in plain mode.
  mutating func cover(with overlay: Browser.Overlay) {
    guard settings.isPlain else { return self.overlay = overlay }
    order(.print(Printout(lines: overlay.lines(for: self))))
  }

  mutating func showSections() {
    guard let listing, listing.count > 0 else {
      notice = .init("no rows")
      return
    }
    let grid = SectionGrid(of: self, listing)
    let scroll = grid.line(of: sectionInView) - listLines / 2
    cover(with: .sections(scroll: min(max(scroll, 0), max(grid.height - listLines, 0))))
  }

  mutating func askForTitle() {
    isAskingForTitle = true
    notice = .init("jump to section: type a letter")
  }

  mutating func showWhole() {
    guard let target = selected ?? onlyMatch else { return askForRow() }
    cover(with: .name(target.name, scroll: 0))
  }

  /// Scrolls the overlay within its limits; false if no overlay can scroll.
  mutating func scrollOverlay(by lines: Int) -> Bool {
    guard let overlay else { return false }
    let limit = max(overlay.lines(for: self).count - listLines, 0)
    func scrolled(_ scroll: Int) -> Int { min(max(scroll + lines, 0), limit) }
    switch overlay {
    case .help(let scroll): self.overlay = .help(scroll: scrolled(scroll))
    case .sections(let scroll): self.overlay = .sections(scroll: scrolled(scroll))
    case .name(let name, let scroll): self.overlay = .name(name, scroll: scrolled(scroll))
    case .report(let lines, let scroll):
      self.overlay = .report(lines, scroll: scrolled(scroll))
    case .completions: return false
    }
    return true
  }

  /// Refuses a key with a notice if its rows are covered.
  mutating func refuses(_ key: String, under cover: Browser.Overlay?) -> Bool {
    guard let cover, !settings.isPlain else { return false }
    let keys = key.parts(separatedBy: ", ")
    let way = Optional(cover).isForReading ? "q" : "Esc"
    let does = "\(keys.joined(separator: " and ")) \(keys.count == 1 ? "does" : "do")"
    overlay = cover
    review?.count = 1
    coverNotice = .init("\(does) nothing here; \(way) to close", isError: true)
    return true
  }

  /// The section of the selected row, or else of the first row in view.
  var sectionInView: Int {
    guard let listing else { return 0 }
    return (selected?.name ?? top).flatMap { listing.path(of: $0)?.section } ?? 0
  }
}

extension Browser.Overlay {
  /// All lines of the overlay, as wide as the window.
  func lines(for state: Browser.State) -> [StyledText] {
    switch self {
    case .help:
      HelpText.lines(state.settings, columns: state.size.columns)
    case .sections: state.listing.map { SectionGrid(of: state, $0).lines } ?? []
    case .name(let name, _): Self.lines(of: name, in: state)
    case .report(let lines, _):
      lines.flatMap { $0.wrapped(columns: state.size.columns, glyphs: state.settings.glyphs) }
    case .completions: []
    }
  }

  private static func lines(of name: Name, in state: Browser.State) -> [StyledText] {
    let painter = RowPainter(
      glyphs: state.settings.glyphs, columns: state.size.columns,
      query: state.lit(state.search.query), isColored: state.settings.isColored)
    let detail = state.index.row(of: name).flatMap { state.index.detail(at: $0) }
    let target = Row(name: name, flags: state.flags[name])
    let lines = painter.lines(of: target, isSelected: false, most: .max)
    let indent = DisplayText.blank(columns: RowPainter.markColumns)
    let texts = [detail] + state.facts(of: target)
    return lines
      + texts.compactMap { $0 }.flatMap { text in
        StyledText(DisplayText(text, glyphs: painter.glyphs), .status).wrapped(
          columns: max(painter.columns - indent.columns, 1), most: .max, glyphs: painter.glyphs)
      }.map { StyledText(indent, .status) + $0 }
  }
}

extension Optional<Browser.Overlay> {
  /// Whether typing `q` closes it.
  var isForReading: Bool {
    switch self {
    case .help, .sections, .name, .report: true
    case .completions, nil: false
    }
  }

  var isHelp: Bool { if case .help = self { true } else { false } }
  var isName: Bool { name != nil }

  /// The name that is shown in full.
  var name: Name? { if case .name(let name, _) = self { name } else { nil } }
}

extension Command {
  /// More rows than any list has.
  static let mostRows = 1_000_000_000

  /// The lines by which it scrolls an overlay, or `nil`.
  func lines(page: Int) -> Int? {
    switch self {
    case .nextRow: 1
    case .previousRow: -1
    case .nextPage: page
    case .previousPage: -page
    case .firstRow: -Self.mostRows
    case .lastRow: Self.mostRows
    default: nil
    }
  }
}
