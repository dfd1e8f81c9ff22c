package import ListModel
import NameSearch
import SectionedData
package import TerminalText

/// Lines that are printed once and never redrawn.
package struct Printout: Sendable {
  /// Lines without control characters.
  package let lines: [StyledText]

  let rowCount: Int

  package init(lines: [StyledText]) {
    self.lines = lines
    rowCount = 0
  }

  /// At most a screenful of rows under their section titles, then the number of further rows.
  ///
  /// - Complexity: O(*h*) for a window of *h* rows, whatever the size of the listing.
  init(of listing: Listing, title: String, state: Browser.State) {
    let glyphs = state.settings.glyphs
    let room = Self.room(in: state.view.size)
    var lines: [StyledText] = []
    if !state.settings.isPlain {
      lines.append(
        StyledText(DisplayText(state.settings.prompt, glyphs: glyphs), .prompt)
          + StyledText(DisplayText(title, glyphs: glyphs), Style()))
    }
    var path: ItemPath? = listing.path(at: 0)
    var printed = 0
    while let here = path, let target = listing.target(at: here), printed < room {
      if here.item == 0, case let title = listing.matches.sections[here.section].title,
        !title.isEmpty
      {
        lines.append(StyledText(DisplayText(title, glyphs: glyphs), .header))
      }
      let number = state.settings.isPlain ? printed + 1 : nil
      lines.append(Self.row(target, number: number, glyphs: glyphs))
      printed += 1
      path = listing.path(after: here)
    }
    if printed < listing.count {
      let more = glyphs == .unicode ? "…" : "..."
      lines.append(
        StyledText(DisplayText("\(more) \((listing.count - printed).grouped) more"), .status))
    } else if printed == 0 {
      lines.append(StyledText(DisplayText(state.noMatch), .status))
    }
    self.lines = lines
    rowCount = printed
  }

  /// All rows of a listing with their numbers under their section titles, one line at a time.
  ///
  /// - Complexity: O(*n*) for *n* rows, one of which is in memory at a time.
  package static func forEachLine(
    of listing: Listing, in state: Browser.State, _ body: (StyledText) throws -> Void
  ) rethrows {
    let glyphs = state.settings.glyphs
    if listing.count == 0 { try body(StyledText(DisplayText(state.noMatch), .status)) }
    var number = 0
    var path: ItemPath? = listing.count == 0 ? nil : listing.path(at: 0)
    while let here = path, let target = listing.target(at: here) {
      if here.item == 0, case let title = listing.matches.sections[here.section].title,
        !title.isEmpty
      {
        try body(StyledText(DisplayText(title, glyphs: glyphs), .header))
      }
      number += 1
      try body(row(target, number: number, glyphs: glyphs))
      path = listing.path(after: here)
    }
  }

  /// A single row with all facts about it.
  init(of target: Row, state: Browser.State) {
    let glyphs = state.settings.glyphs
    let row = Self.row(target, number: nil, glyphs: glyphs)
    let facts = state.facts(of: target).map { fact in
      StyledText(DisplayText("    " + fact, glyphs: glyphs), .status)
    }
    self.init(lines: [row] + facts)
  }

  /// The maximum number of rows printed.
  static func room(in size: ScreenSize) -> Int { max(size.rows - 3, 1) }

  private static func row(_ target: Row, number: Int?, glyphs: Glyphs) -> StyledText {
    let label = number.map { number in
      String(repeating: " ", count: max(3 - String(number).count, 0)) + "\(number) "
    }
    return StyledText(DisplayText(label ?? ""), .status)
      + FlagGlyphs(glyphs: glyphs).text(of: target)
      + StyledText(
        DisplayText(target.name.original, glyphs: glyphs), target.isDead ? .dead : Style())
      + StyledText(DisplayText(target.detail.map { "  " + $0 } ?? "", glyphs: glyphs), .status)
  }
}
