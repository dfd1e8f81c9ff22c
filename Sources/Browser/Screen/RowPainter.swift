import ListModel
import NameSearch
import TerminalText

/// Makes the lines of a row: marks, then the name, wrapped with a hanging indent.
///
/// The detail follows a name that leaves room for it.
struct RowPainter {
  /// The width of the signs for selection, decision and like, and a space.
  static let markColumns = 4

  /// The width of the marks, including the sign for picked rows if several can be picked.
  static func markColumns(of state: Browser.State) -> Int {
    markColumns + (state.marksPicks ? 1 : 0)
  }

  let glyphs: Glyphs
  let columns: Int

  /// The query whose matches are highlighted.
  let query: NameQuery

  let isColored: Bool

  /// The colors that the name of a row has in the input, each with the offset at which it starts.
  var colors: @Sendable (Row) -> [(offset: Int, style: Style)] = { _ in [] }

  /// The parts of a name that are searched, as offsets in UTF-8; `nil` for all of it.
  var searchedParts: @Sendable (Row) -> [Range<Int>]? = { _ in nil }

  /// The facts shown after a row's detail.
  var facts: @Sendable (Row) -> String? = { _ in nil }

  /// Verdict, author and age of the decision on a row.
  var decision: @Sendable (Row) -> [String]? = { _ in nil }

  /// The width of verdicts: the longest word of the list, up to a limit.
  var verdictColumns = 4

  /// The columns' positions, which are the same for all rows on the screen.
  var alignment = ColumnAlignment()

  /// Which rows are picked or ticked; `nil` if only one can be.
  var isPicked: (@Sendable (Name) -> Bool)?

  /// The same painter, with the columns of some rows aligned.
  func aligning(_ rows: [Row]) -> RowPainter {
    var painter = self
    painter.alignment = ColumnAlignment(of: rows, in: columns, glyphs: glyphs)
    return painter
  }

  private var markColumns: Int { Self.markColumns + (isPicked == nil ? 0 : 1) }

  /// The minimum width of a detail.
  private static let leastDetail = 8

  /// The maximum number of lines of a name in the list; the rest is cut with an ellipsis.
  static let mostLines = 4

  func lines(of target: Row, isSelected: Bool, most: Int) -> [StyledText] {
    let lines = plainLines(of: target, isSelected: isSelected, most: most)
    return isSelected ? lines.map { bar($0) } : lines
  }

  private func plainLines(of target: Row, isSelected: Bool, most: Int) -> [StyledText] {
    let lit = query.matchedRanges(in: target.name, detail: target.fields ?? "")
    let name = name(of: target, lit: lit.name, isSelected: isSelected)
    let space = max(columns - markColumns, 1)
    let marks = marks(of: target, isSelected: isSelected)
    guard name.columns > space else {
      let decision = decision(of: target, beside: name)
      let room = columns - (decision.map { $0.columns + Self.countColumns } ?? 0)
      let line = marks + name + detail(of: target, lit: lit.detail, beside: name, in: room)
      guard let decision else { return [line] }
      let gap = StyledText(DisplayText.blank(columns: room - line.columns), Style())
      return [line + gap + decision]
    }
    let parts = name.wrapped(columns: space, most: most, glyphs: glyphs)
    let indent = StyledText(DisplayText.blank(columns: markColumns), Style())
    return parts.enumerated().map { number, part in (number == 0 ? marks : indent) + part }
  }

  /// The selected row as a bar over the whole width, in reverse video, which all terminals support.
  private func bar(_ line: StyledText) -> StyledText {
    let fill = StyledText(DisplayText.blank(columns: columns - line.columns))
    return (line + fill).runs.reduce(into: StyledText()) { bar, run in
      var style = run.style
      // In reverse video a color would be the background, and dim text would be unreadable.
      style.foreground = nil
      style.isDim = false
      // Some terminals change the color of bold text; here, it is the background of the bar.
      style.isBold = false
      style.isReversed = true
      bar.append(run.text, style)
    }
  }

  /// The number of columns left free at the end of a row for the count of its section.
  private static let countColumns = 7

  static let mostVerdictColumns = 10

  /// The widths of verdict, author and age.
  private var decisionColumns: [Int] { [verdictColumns, 8, 3] }

  /// The minimum width of a row for a decision after the name.
  private static let leastForDecision = 56

  /// The columns of a decision, if there is room after the name and two spaces.
  private func decision(of target: Row, beside name: StyledText) -> StyledText? {
    guard columns >= Self.leastForDecision, let texts = decision(target) else { return nil }
    let parts = zip(texts, decisionColumns).map { text, width in
      let part = DisplayText(text, glyphs: glyphs).truncated(columns: width, glyphs: glyphs)
      return part + DisplayText.blank(columns: width - part.columns)
    }
    let gap = DisplayText("  ")
    let whole = StyledText(parts.dropFirst().reduce(gap + parts[0]) { $0 + gap + $1 }, .status)
    let taken = markColumns + name.columns + whole.columns + Self.countColumns
    return taken <= columns ? whole : nil
  }

  private func detail(
    of target: Row, lit: [Range<String.Index>], beside name: StyledText, in columns: Int
  ) -> StyledText {
    let most = columns - markColumns - Self.gap.columns
    let start = max(alignment.name, name.columns)
    let room = most - start
    guard room >= Self.leastDetail else { return StyledText() }
    var text = target.fields.map { fields($0, lit) } ?? StyledText()
    if let facts = facts(target) {
      if text.columns > 0 { text.append(Self.gap, .status) }
      text.append(DisplayText(facts, glyphs: glyphs), .status)
    }
    if text.columns == 0 { return text }
    return StyledText(DisplayText.blank(columns: start - name.columns) + Self.gap, .status)
      + text.truncated(columns: room, glyphs: glyphs)
  }

  private static let gap = DisplayText("  ")

  /// The columns, each aligned with the other rows if the previous ones leave room.
  private func fields(_ fields: String, _ lit: [Range<String.Index>]) -> StyledText {
    var text = StyledText()
    var end = 0
    for (place, column) in Fields.columns(of: fields).enumerated() {
      if !column.isEmpty {
        if text.columns > 0 { text.append(Self.gap, .status) }
        text.append(DisplayText.blank(columns: end - text.columns), .status)
        text.append(
          self.text(
            String(column), lit: Self.offsets(of: lit, in: column), [(0, .status)],
            isSelected: false))
      }
      let width = alignment.width(ofColumn: place)
      if width > 0 { end += width + Self.gap.columns }
    }
    return text
  }

  private func name(
    of target: Row, lit: [Range<String.Index>], isSelected: Bool
  ) -> StyledText {
    let plain = Self.style(of: target, isSelected: isSelected)
    let colors = isColored ? colors(target) : []
    var lit = Self.offsets(of: lit, in: target.name.original[...])
    if let parts = searchedParts(target) {
      lit.removeAll { part in !parts.contains { $0.contains(part.lowerBound) } }
    }
    return text(
      target.name.original, lit: lit, colors.isEmpty ? [(0, plain)] : colors,
      isSelected: isSelected)
  }

  /// A text with styles that each start at an offset; the `lit` parts are highlighted.
  private func text(
    _ text: String, lit: [Range<Int>], _ styles: [(offset: Int, style: Style)], isSelected: Bool
  ) -> StyledText {
    let all = styles.map(\.offset) + lit.flatMap { [$0.lowerBound, $0.upperBound] }
    let borders = Set(all).filter { $0 > 0 && $0 < text.utf8.count }.sorted()
    let parts = DisplayText.parts(of: text, at: borders, glyphs: glyphs)
    return zip([0] + borders, parts).reduce(into: StyledText()) { whole, part in
      let (offset, shown) = part
      let style = styles.last { $0.offset <= offset }?.style ?? .plain
      let isLit = lit.contains { $0.contains(offset) }
      whole.append(shown, isLit ? litStyle(style, isSelected: isSelected) : style)
    }
  }

  /// The parts of ranges that are within a text, as its offsets in UTF-8.
  private static func offsets(
    of ranges: [Range<String.Index>], in text: Substring
  ) -> [Range<Int>] {
    let start = text.startIndex
    return ranges.map { $0.clamped(to: start..<text.endIndex) }.filter { !$0.isEmpty }.map {
      let lower = text.utf8.distance(from: start, to: $0.lowerBound)
      return lower..<(lower + text.utf8.distance(from: $0.lowerBound, to: $0.upperBound))
    }
  }

  /// The style of a match: underlined if there are no colors or the row is selected.
  private func litStyle(_ plain: Style, isSelected: Bool) -> Style {
    var style = plain
    if isColored, !isSelected { style.foreground = .green } else { style.isUnderlined = true }
    return style
  }

  private func marks(of target: Row, isSelected: Bool) -> StyledText {
    let marks = FlagGlyphs(glyphs: glyphs)
    return StyledText(DisplayText(isSelected ? marks.selected : " "), .selectionMark)
      + StyledText(
        DisplayText(isPicked.map { $0(target.name) ? marks.picked : " " } ?? ""),
        .selectionMark)
      + marks.text(of: target)
  }

  private static func style(of target: Row, isSelected: Bool) -> Style {
    var style = target.isDead ? Style.dead : Style()
    if isSelected { style.isBold = true }
    return style
  }
}

/// The widths of names and columns of the rows on a screen.
struct ColumnAlignment: Equatable {
  /// The position where details begin; 0 if each begins right after its name.
  private(set) var name = 0
  private var widths: [Int] = []

  init() {}

  /// Names and values that are much longer than the others do not count.
  init(of rows: some Sequence<Row>, in columns: Int, glyphs: Glyphs) {
    let most = max(columns * 2 / 5, 16)
    func grow(_ width: inout Int, _ text: String, upTo most: Int) {
      // Very long names are not measured.
      if text.utf8.count > 4 * most { return }
      let columns = DisplayText(text, glyphs: glyphs).columns
      if columns <= most { width = max(width, columns) }
    }
    for row in rows {
      guard let fields = row.fields else { continue }
      grow(&name, row.name.original, upTo: most)
      for (place, column) in Fields.columns(of: fields).enumerated() {
        if place == widths.count { widths.append(0) }
        grow(&widths[place], String(column), upTo: most)
      }
    }
    // Rounded, so that it seldom changes while rows come and go.
    name = min((name + 3) / 4 * 4, most)
  }

  func width(ofColumn place: Int) -> Int { place < widths.count ? widths[place] : 0 }
}
