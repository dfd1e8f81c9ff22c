import JSON
package import ListLoading
package import ListModel
package import NameSearch
import SectionedData
package import TargetStore
package import TerminalText

package struct ListPrinter {
  package var format = PrintFormat.sections
  package var endsNamesWithNUL = false
  package var glyphs = Glyphs.unicode

  /// Whether rows are unchanged lines, and not names of a list.
  package var isOfLines = false

  /// The terminal on which sections are printed; `nil` if the output is not a terminal.
  package var screen: Screen?

  /// Whether sections are colored wherever they are printed.
  package var alwaysColors = false

  /// The facts that sections on a terminal show after names.
  package struct Screen: Sendable {
    let columns: Int
    let isColored: Bool

    package init(columns: Int, isColored: Bool) {
      (self.columns, self.isColored) = (columns, isColored)
    }
  }

  /// The notes, snoozes and decisions of rows, for the formats that include them.
  package var remarks: [Name: Remark] = [:]

  /// The titles of the columns, or their numbers if there are no titles.
  package var columnTitles: [String] = []

  /// The outcomes of the commands that were run for the rows.
  package var outcomes: [Name: [Outcome]] = [:]

  /// Whether the sections are values of a column.
  private var hasSectionsOfColumn = false

  package init(
    format: PrintFormat = .sections, endsNamesWithNUL: Bool = false, glyphs: Glyphs = .unicode
  ) {
    self.format = format
    self.endsNamesWithNUL = endsNamesWithNUL
    self.glyphs = glyphs
  }

  package var terminator: Terminator { endsNamesWithNUL ? .nul : .lineFeed }

  /// The fields that only JSON prints, in addition to the rows.
  package struct Heading {
    /// The name of the list; `nil` for rows that belong to none.
    let list: String?
    let query: String

    /// The number of matching rows, if not all of them are printed; otherwise `nil`.
    let matched: Int?

    package init(list: String?, query: String, matched: Int? = nil) {
      (self.list, self.query, self.matched) = (list, query, matched)
    }
  }

  /// Prints all rows in O(*n*) time and O(1) memory.
  package func print(
    _ listing: Listing, heading: Heading, to output: inout Output
  ) throws(Output.Failure) {
    if format == .names {
      try printNames(listing, to: &output)
    } else {
      var printer = self
      printer.hasSectionsOfColumn = listing.hasSectionsOfColumn
      try printer.print(
        listing.sections, total: listing.matches.index.count - listing.hiddenCount,
        matched: heading.matched ?? listing.count, heading: heading, to: &output)
    }
    try output.finish()
  }

  /// Prints picked rows in their order.
  package func print(
    _ picked: PickedRows, heading: Heading, to output: inout Output
  ) throws(Output.Failure) {
    let count = picked.rows.count
    var printer = self
    printer.hasSectionsOfColumn = picked.areOfColumn
    try printer.print(picked.sections, total: count, matched: count, heading: heading, to: &output)
    try output.finish()
  }

  private func print(
    _ sections: [some PrintedSection], total: Int, matched: Int, heading: Heading,
    to output: inout Output
  ) throws(Output.Failure) {
    if let form = format.records { return try printRecords(sections, as: form, to: &output) }
    switch format {
    case .sections: try printSections(sections, to: &output)
    case .names:
      try forEachTarget(sections) { (_, row) throws(Output.Failure) in
        let line = row.line ?? Array(row.name.original.utf8)
        try line.withUnsafeBufferPointer { (bytes) throws(Output.Failure) in
          try show(UnsafeRawBufferPointer(bytes), to: &output)
        }
      }
    case .todo: try printTodo(sections, to: &output)
    case .ndjson: try printLines(sections, to: &output)
    case .json:
      try printJSON(sections, total: total, matched: matched, heading: heading, to: &output)
    default: preconditionFailure("\(format) is not a format of rows")
    }
  }

  /// Prints rows in the order of their arrival.
  ///
  /// - Precondition: ``PrintFormat/canStream``.
  package func print(_ rows: RowQuery.Stream, to output: inout Output) throws(Output.Failure) {
    precondition(format.canStream, "other formats have all rows of a section together")
    var printer = self
    printer.hasSectionsOfColumn = rows.listing?.hasSectionsOfColumn ?? false
    for place in rows.places {
      if format == .names {
        try rows.batch.names.withLine(at: place) { (bytes) throws(Output.Failure) in
          try show(bytes, to: &output)
        }
      } else if let listing = rows.listing, let path = listing.path(of: rows.batch.names[place]),
        let target = listing.target(at: path)
      {
        try printer.printLine(
          target, in: listing.matches.sections[path.section].title, to: &output)
      }
    }
  }

  private func forEachTarget(
    _ sections: [some PrintedSection],
    _ body: (_ title: String, Row) throws(Output.Failure) -> Void
  ) throws(Output.Failure) {
    for section in sections {
      for target in section.items { try body(section.title, target) }
    }
  }

  private func printSections(
    _ sections: [some PrintedSection], to output: inout Output
  ) throws(Output.Failure) {
    let marks = FlagGlyphs(glyphs: glyphs)
    for section in sections {
      if !section.title.isEmpty {
        try style("\u{1B}[1m", &output)
        try output.show(line: section.title)
        try style("\u{1B}[0m", &output)
        try output.write("\n")
      }
      for target in section.items {
        let signs = marks.signs(of: target.flags)
        let name = target.name.original
        if let look = signs.lazy.compactMap({ $0?.style }).first {
          if isColored { try output.write(look) }
          try output.show(signs.map { $0?.text ?? " " }.joined() + " ")
          try style("\u{1B}[0m", &output)
        } else {
          try output.write("   ")
        }
        try output.show(line: name)
        if let text = textBehind(target) {
          try style("\u{1B}[2m", &output)
          try output.show(line: text)
          try style("\u{1B}[0m", &output)
        }
        try output.write("\n")
      }
    }
  }

  /// Detail, verdict and note of a row, as far as the terminal has room for them.
  ///
  /// A long detail leaves room for the verdict.
  private func textBehind(_ target: Row) -> String? {
    guard let screen else { return nil }
    let gap = DisplayText("  ")
    func shown(_ text: String?) -> DisplayText? {
      text.flatMap { $0.isEmpty ? nil : gap + DisplayText($0, glyphs: glyphs) }
    }
    let facts = RowFacts(of: target, remarks[target.name])
    let verdict = shown(facts.verdict)
    let name = DisplayText(target.name.original, glyphs: glyphs)
    // The last column stays free, because some terminals would begin another line.
    var room = screen.columns - Self.markColumns - name.columns - 1
    var text = DisplayText.empty
    func add(_ part: DisplayText?, leaving columns: Int = 0) {
      guard let part else { return }
      let most = room - columns
      guard part.columns <= most || most >= Self.leastCut else { return }
      let cut = part.truncated(columns: most, glyphs: glyphs)
      text = text + cut
      room -= cut.columns
    }
    add(shown(target.detail), leaving: verdict?.columns ?? 0)
    if let verdict, verdict.columns <= room { add(verdict) }
    add(shown(remarks[target.name]?.note?.oneLine))
    return text.columns == 0 ? nil : text.text
  }

  /// The width of the symbols before a name.
  private static let markColumns = 3

  /// The minimum width of a text that is cut.
  private static let leastCut = 10

  private func style(_ sequence: StaticString, _ output: inout Output) throws(Output.Failure) {
    if isColored { try output.write(sequence) }
  }

  private var isColored: Bool { alwaysColors || screen?.isColored == true }

  private func printNames(_ listing: Listing, to output: inout Output) throws(Output.Failure) {
    let index = listing.matches.index
    for row in listing.matches.rows {
      try index.withLine(at: row) { (bytes) throws(Output.Failure) in
        try show(bytes, to: &output)
      }
    }
  }

  /// Prints a line byte for byte, or a name of a list, unless it contains a line feed.
  private func show(
    _ bytes: UnsafeRawBufferPointer, to output: inout Output
  ) throws(Output.Failure) {
    if isOfLines {
      try output.show(bytes)
      try output.write(terminator.text)
    } else {
      try output.show(name: bytes, end: terminator)
    }
  }

  /// A dead name is a completed task, as in todo.txt.
  private func printTodo(
    _ sections: [some PrintedSection], to output: inout Output
  ) throws(Output.Failure) {
    try forEachTarget(sections) { (_, target) throws(Output.Failure) in
      let line = target.line ?? Array(target.name.original.utf8)
      let looksDone = line.starts(with: "x ".utf8)
      let task = (target.isDead ? "x " : looksDone ? " " : "").utf8 + line
      try task.withUnsafeBufferPointer { (bytes) throws(Output.Failure) in
        try output.show(name: UnsafeRawBufferPointer(bytes), end: .lineFeed)
      }
    }
  }

  private func printRecords(
    _ sections: [some PrintedSection], as form: RecordForm, to output: inout Output
  ) throws(Output.Failure) {
    let titles =
      RowField.csv.map(\.rawValue) + columnTitles.map { PrintedFields.column + $0 }
      + RowField.csvAfterColumns.map(\.rawValue)
    try output.show(record: titles, as: form)
    try forEachTarget(sections) { (title, target) throws(Output.Failure) in
      let row = row(target, in: title)
      let values =
        RowField.csv.map { row.text($0) } + row.columnValues
        + RowField.csvAfterColumns.map { row.text($0) }
      try output.show(record: values.map { $0 ?? "" }, as: form)
    }
  }

  private func printLines(
    _ sections: [some PrintedSection], to output: inout Output
  ) throws(Output.Failure) {
    try forEachTarget(sections) { (title, target) throws(Output.Failure) in
      try printLine(target, in: title, to: &output)
    }
  }

  private func printLine(
    _ target: Row, in section: String, to output: inout Output
  ) throws(Output.Failure) {
    try output.show(row(target, in: section).json(hasSection: true))
    try output.write("\n")
  }

  private func printJSON(
    _ sections: [some PrintedSection], total: Int, matched: Int, heading: Heading,
    to output: inout Output
  ) throws(Output.Failure) {
    let titles = sections.map(\.title).filter { !$0.isEmpty }
    try output.show(
      "{\"version\":\(PrintedFields.version),"
        + (heading.list.map { "\"list\":\(json: $0)," } ?? "") + "\"query\":\(json: heading.query),"
        + "\"total\":\(total),\"matched\":\(matched),"
        + "\"titles\":[\(titles.map { "\(json: $0)" }.joined(separator: ","))],\"sections\":[")
    for (place, section) in sections.enumerated() {
      if place > 0 { try output.write(",") }
      try output.show("{\"title\":\(json: section.title),\"rows\":[")
      for (number, target) in section.items.enumerated() {
        if number > 0 { try output.write(",") }
        try output.show(row(target, in: section.title).json(hasSection: false))
      }
      try output.write("]}")
    }
    try output.write("]}\n")
  }

  private func row(_ target: Row, in section: String) -> PrintedRow {
    var row = PrintedRow(target, in: section, remarks[target.name])
    (row.columnTitles, row.outcomes) = (columnTitles, outcomes[target.name] ?? [])
    row.hasSectionOfColumn = hasSectionsOfColumn
    return row
  }
}
