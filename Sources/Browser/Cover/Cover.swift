package import ListModel
package import NameSearch
import SectionedData
import Substrings
package import TerminalText

extension Browser {
  /// What covers the rows, and the question that the next key answers.
  package struct Cover: Sendable {
    package var overlay: Overlay? { didSet { coverNotice = nil } }

    /// Explains that the last key had no effect under the overlay, until the overlay changes.
    var coverNotice: Notice?

    /// The question that the next key answers.
    package var question: Question?

    /// The report that is requested from the store.
    package var report: Report?

    package enum Event: Sendable {
      case completionsListed([String])
      case reported(ReportRequest, [StyledText])
    }
  }
}

extension Browser {
  /// A text that covers the rows; `scroll` is the number of lines scrolled down.
  package enum Overlay: Equatable, Sendable {
    case help(scroll: Int)
    case sections(scroll: Int)
    /// A name on as many lines as it needs.
    case name(Name, scroll: Int)
    case completions([String])
    /// A report from the store.
    case report([StyledText], scroll: Int)
  }

  /// A report on a list that the store can make.
  package enum Report: Hashable, Sendable {
    case stats
    case log

    /// The rows that were dropped from a list, which are not among its rows.
    case dropped
  }

  package struct ReportRequest: Equatable, Sendable {
    package let report: Report

    /// The counts of the browsed rows; `nil` if they belong to the list in the store.
    package let rows: RowCounts?
  }
}

extension Browser.State {
  mutating func apply(_ event: Browser.Cover.Event) {
    switch event {
    case .completionsListed(let candidates): cover.overlay = .completions(candidates)
    case .reported(let request, let lines): show(lines, of: request)
    }
  }

  private mutating func show(_ lines: [StyledText], of request: Browser.ReportRequest) {
    guard cover.report == request.report else { return mayLookDifferent = false }
    cover.report = nil
    // The report covers the rows of the question, so the next key must not answer it.
    if cover.question != nil, !settings.isPlain {
      (cover.question, notice) = (nil, .nothingChanged)
    }
    cover(with: .report(lines, scroll: 0))
  }

  /// Covers the rows, or prints the overlay in plain mode.
  mutating func cover(with overlay: Browser.Overlay) {
    guard settings.isPlain else { return cover.overlay = overlay }
    session.order(.print(Printout(lines: overlay.lines(for: self))))
  }

  mutating func showSections() {
    guard let listing = list.listing, listing.count > 0 else {
      notice = .init("no rows")
      return
    }
    let grid = SectionGrid(of: self, listing)
    let scroll = grid.line(of: sectionInView) - listLines / 2
    cover(with: .sections(scroll: min(max(scroll, 0), max(grid.height - listLines, 0))))
  }

  mutating func askForTitle() {
    view.isAskingForTitle = true
    notice = .init("jump to section: type a letter")
  }

  mutating func showWhole() {
    guard let target = selected ?? onlyMatch else { return askForRow() }
    cover(with: .name(target.name, scroll: 0))
  }

  /// Scrolls the overlay within its limits; false if no overlay can scroll.
  mutating func scrollOverlay(by lines: Int) -> Bool {
    guard let overlay = cover.overlay else { return false }
    let limit = max(overlay.lines(for: self).count - listLines, 0)
    func scrolled(_ scroll: Int) -> Int { min(max(scroll + lines, 0), limit) }
    switch overlay {
    case .help(let scroll): cover.overlay = .help(scroll: scrolled(scroll))
    case .sections(let scroll): cover.overlay = .sections(scroll: scrolled(scroll))
    case .name(let name, let scroll): cover.overlay = .name(name, scroll: scrolled(scroll))
    case .report(let lines, let scroll):
      cover.overlay = .report(lines, scroll: scrolled(scroll))
    case .completions: return false
    }
    return true
  }

  /// Refuses a key with a notice if its rows are covered.
  mutating func refuses(_ key: String, under overlay: Browser.Overlay?) -> Bool {
    guard let overlay, !settings.isPlain else { return false }
    let keys = key.parts(separatedBy: ", ")
    let way = Optional(overlay).isForReading ? "q" : "Esc"
    let does = "\(keys.joined(separator: " and ")) \(keys.count == 1 ? "does" : "do")"
    cover.overlay = overlay
    review?.count = 1
    cover.coverNotice = .init("\(does) nothing here; \(way) to close", isError: true)
    return true
  }

  /// The section of the selected row, or else of the first row in view.
  var sectionInView: Int {
    guard let listing = list.listing else { return 0 }
    return (selected?.name ?? view.top).flatMap { listing.path(of: $0)?.section } ?? 0
  }
}

extension Browser.Overlay {
  /// All lines of the overlay, as wide as the window.
  func lines(for state: Browser.State) -> [StyledText] {
    switch self {
    case .help:
      HelpText.lines(state.settings, columns: state.view.size.columns)
    case .sections: state.list.listing.map { SectionGrid(of: state, $0).lines } ?? []
    case .name(let name, _): Self.lines(of: name, in: state)
    case .report(let lines, _):
      lines.flatMap { $0.wrapped(columns: state.view.size.columns, glyphs: state.settings.glyphs) }
    case .completions: []
    }
  }

  private static func lines(of name: Name, in state: Browser.State) -> [StyledText] {
    let painter = RowPainter(
      glyphs: state.settings.glyphs, columns: state.view.size.columns,
      query: state.lit(state.search.query), isColored: state.settings.isColored)
    let detail = state.list.index.row(of: name).flatMap { state.list.index.detail(at: $0) }
    let target = Row(name: name, flags: state.list.flags[name])
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
