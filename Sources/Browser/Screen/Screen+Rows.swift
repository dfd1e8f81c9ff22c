import ListModel
import NameSearch
import SectionedData
import TerminalText

extension Screen {
  /// The rows in view; the last may be cut off.
  static func rows(of state: Browser.State, sign: String) -> [ScreenRow] {
    guard let listing = state.list.listing, listing.count > 0 else { return [] }
    let top = state.view.top.flatMap { listing.path(of: $0) } ?? Listing.start
    return RowsInView(of: state, listing, sign: sign).rows(from: top)
  }

  /// The lines of the rows, including deleted ones, in columns, with the index on the right.
  func list(_ rows: [ScreenRow], height: Int) -> [ScreenLine] {
    guard let listing = state.list.listing, height > 0 else { return [] }
    guard listing.count > 0 || motion != nil else { return emptiness }
    let geometry = ListGeometry(of: state, listing)
    var shown = rows
    if let (motion, now) = motion {
      let kept = state.selected.map { ScreenRow.ID.name($0.name) }
      shown = motion.frame(of: rows, height: geometry.lineCount, keeping: kept, at: now)
    }
    if shown.isEmpty { return emptiness }
    let top = state.view.top.flatMap { listing.path(of: $0) } ?? Listing.start
    let lines = Columns(geometry, listing, glyphs).lines(of: shown)
    let titles = index(listing, geometry, lit: top.section)
    return (0..<height).map { row in
      let body = row < lines.count ? lines[row].body : StyledText()
      return ScreenLine(body, trailing: row < titles.count ? titles[row] : nil)
    }
  }

  private var emptiness: [ScreenLine] {
    guard state.intake.isComplete else {
      let end = state.endLine(sign: pace.sign(state.settings.drawing), columns: columns)
      return end.map { [ScreenLine($0)] } ?? []
    }
    // The reason is only known when the search has ended.
    guard state.searchToMake == nil else { return [] }
    let text: String
    if !state.prompt.query.isEmpty {
      text = state.advice
    } else if state.list.show != .all {
      text = "no row is \(state.list.show.text); :show all to show all rows"
    } else if state.list.listing?.hiddenCount ?? 0 > 0 {
      text = "all rows are dropped; :show dropped to show them"
    } else if state.settings.browsesKeptList {
      text = "the list is empty: pipe names in, or type :add NAME"
    } else {
      text = "the input has no names" + (state.view.header.isEmpty ? "" : " below the header")
    }
    let line = DisplayText("  " + text, glyphs: glyphs).truncated(columns: columns, glyphs: glyphs)
    return [ScreenLine(StyledText(line, .status))]
  }
}

// MARK: Index titles

extension Screen {
  /// The lines of the index; section `lit` is highlighted, or all of them while a title must be typed.
  private func index(_ listing: Listing, _ geometry: ListGeometry, lit: Int) -> [StyledText] {
    let sections = listing.matches.sections
    return Self.sectionsInIndex(listing, geometry, lit: lit).map { number in
      let title = DisplayText(sections[number].title, glyphs: glyphs).truncated(
        columns: 4, glyphs: glyphs)
      let isLit = number == lit || state.view.isAskingForTitle
      return StyledText(title, isLit ? .indexTitleHere : .indexTitle)
    }
  }

  /// The sections whose titles are in the index, from the top.
  static func sectionsInIndex(
    _ listing: Listing, _ geometry: ListGeometry, lit: Int
  ) -> [Int] {
    guard geometry.indexColumns > 0 else { return [] }
    return thinned(listing.matches.sections.count, to: geometry.height, keeping: lit)
  }

  /// `height` of `count` titles, evenly spread, with `lit` in place of the nearest one.
  private static func thinned(_ count: Int, to height: Int, keeping lit: Int) -> [Int] {
    guard count > height else { return Array(0..<count) }
    guard height > 1 else { return [lit] }
    var kept = (0..<height).map { $0 * (count - 1) / (height - 1) }
    let nearest = kept.indices.min { abs(kept[$0] - lit) < abs(kept[$1] - lit) }
    if let nearest { kept[nearest] = lit }
    return kept
  }
}

extension Browser.State {
  var advice: String {
    if intake.isSearched { return "the source found no rows" }
    let reason = list.index.isEmpty ? "no rows yet" : "no row matches"
    let name = prompt.query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard settings.browsesKeptList, !settings.isReadOnly, !name.isEmpty || list.index.isEmpty else {
      return reason
    }
    return "\(reason); :add \(name.isEmpty ? "NAME" : name) to add \(name.isEmpty ? "one" : "it")"
  }
}
