package import ListModel
package import NameSearch
package import TargetStore
import TerminalText

/// Prints a whole list, decided or not, for people who do not have the program.
package struct ReportPrinter {
  private let format: PrintFormat
  private let list: String

  /// The folder of the list; empty if it has none.
  private let place: String
  private let stats: ListStats
  private let remarks: [Name: Remark]
  private let time: Moment

  package init(
    format: PrintFormat, list: String, place: String = "", stats: ListStats,
    remarks: [Name: Remark],
    time: Moment = .now
  ) {
    precondition(PrintFormat.ofReport.contains(format))
    (self.format, self.list, self.place, self.stats) = (format, list, place, stats)
    (self.remarks, self.time) = (remarks, time)
  }

  /// Prints all rows in O(*n*) time and O(1) memory.
  package func print(_ listing: Listing, to output: inout Output) throws(Output.Failure) {
    if let form = format.records {
      try printRecords(listing, as: form, to: &output)
    } else {
      try printHTML(listing, to: &output)
    }
    try output.flush()
  }

  private func printRecords(
    _ listing: Listing, as form: RecordForm, to output: inout Output
  ) throws(Output.Failure) {
    try output.show(record: RowField.report.map(\.rawValue), as: form)
    for section in listing.sections {
      for target in section.items {
        let row = PrintedRow(target, in: section.title, remarks[target.name])
        let values = RowField.report.map { (row.text($0) ?? "").withoutFormula }
        try output.show(record: values, as: form)
      }
    }
  }
}

// MARK: HTML

/// A single file without scripts or external resources, which is also well-formed XML.
extension ReportPrinter {
  private func printHTML(_ listing: Listing, to output: inout Output) throws(Output.Failure) {
    try output.write(
      """
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width"/>

      """)
    try output.print("<title>\(html: list)</title>")
    try output.write(Self.style)
    try output.print("</head><body><h1>\(html: list)</h1>")
    let rows = "\(stats.rows.all.grouped) \(stats.rows.all.noun("row"))"
    let folder = place.isEmpty ? "" : " of \(place)"
    try output.print("<p>\(time.local): \(rows)\(html: folder)</p>")
    try printCounts(to: &output)
    try output.write(
      """
      <table class="rows"><thead><tr><th>Name</th><th>Verdict</th><th>By</th><th>When</th>\
      <th>Note</th><th>Revision</th><th>Detail</th></tr></thead>

      """)
    for section in listing.sections {
      try output.write("<tbody>")
      if !section.title.isEmpty {
        try output.print("<tr><td colspan=\"7\" class=\"title\">\(html: section.title)</td></tr>")
      }
      for row in section.items { try output.print(line(of: row)) }
      try output.write("</tbody>\n")
    }
    try output.write("</table>\n</body></html>\n")
  }

  private static let style: StaticString = """
    <style>
    :root { color-scheme: light dark }
    body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
    table { border-collapse: collapse; margin-bottom: 1.5em } td, th { padding: .2em .8em .2em 0; text-align: left;
      vertical-align: top; overflow-wrap: anywhere } .rows { width: 100% } .rows td { border-top: 1px solid #888 }
    .number { text-align: right } .dead .name { text-decoration: line-through }
    .title { padding-top: 1em; font-weight: bold }
    thead { display: table-header-group } tr { break-inside: avoid }
    </style>

    """

  private func printCounts(to output: inout Output) throws(Output.Failure) {
    // The list's own verdicts, each listed with its class.
    let own = stats.verdicts.filter { VerdictClass(rawValue: $0.verdict.word) == nil }
      .map { ("\($0.verdict.word) (\($0.verdict.class.rawValue))", $0.count) }
    let classes = ["open", "dead", "ok"]
    let figures = stats.rows.figures
    let counts =
      figures.filter { classes.contains($0.0) } + own
      + figures.filter { !classes.contains($0.0) }
    try output.write("<table class=\"counts\"><tbody>\n")
    for (word, count) in counts where count > 0 || classes.contains(word) {
      try output.print("<tr><td>\(html: word)</td><td class=\"number\">\(count.grouped)</td></tr>")
    }
    try output.write("</tbody></table>\n")
  }

  /// The line of a row; unknown fields are empty.
  private func line(of row: Row) -> String {
    let remark = remarks[row.name]
    let facts = RowFacts(of: row, remark)
    let id = row.name.idInSource.map { " (\($0))" } ?? ""
    let time = (facts.decidedAt != nil ? remark?.decidedAt : nil)?.local ?? ""
    let cells = [
      verdict(row, facts), (facts.decidedBy != nil ? remark?.decider : nil) ?? "", time,
      facts.note ?? "", revision(facts),
      row.detail ?? "",
    ]
    return "<tr class=\"\(facts.class)\"><td class=\"name\">\(html: row.name.original + id)</td>"
      + cells.map { "<td>\(html: $0)</td>" }.joined() + "</tr>"
  }

  private func verdict(_ row: Row, _ facts: RowFacts) -> String {
    var words = [facts.verdict ?? facts.class]
    if let earlier = facts.earlier { words.append("changed since it was \(earlier)") }
    if facts.isSnoozed, let until = facts.until {
      words.append("snoozed until \(until.prefix(10))")
    }
    words += Edit.Action.marks.filter { row.flags.contains(Flags($0)) }.map(\.word)
    return words.joined(separator: ", ")
  }

  private func revision(_ facts: RowFacts) -> String {
    guard let earlier = facts.decidedRevision, earlier != facts.revision else {
      return facts.revision ?? ""
    }
    return "\(facts.revision ?? "none"), decided as \(earlier)"
  }
}

extension DefaultStringInterpolation {
  /// Text for HTML, in which invisible characters, and those that change the direction of text, are
  /// made visible.
  fileprivate mutating func appendInterpolation(html text: String) {
    for scalar in DisplayText(text, glyphs: .unicode).text.unicodeScalars {
      switch scalar {
      case "&": appendLiteral("&amp;")
      case "<": appendLiteral("&lt;")
      case ">": appendLiteral("&gt;")
      case "\"": appendLiteral("&quot;")
      default: appendLiteral(String(scalar))
      }
    }
  }
}
