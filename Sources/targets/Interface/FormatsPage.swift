import CommandSyntax
import Printing

/// Help of the printed formats: their fields, what they hold and what that means.
enum FormatsPage {
  static var text: String {
    var page = HelpPage()
    page.add("Formats of printed rows, version \(PrintedFields.version).")
    page.add(
      """
      Within a version, fields are added only at the end. A field without a value is absent in JSON and empty \
      in CSV. A field without a type is a string; a time is RFC 3339 in UTC. csv is RFC 4180 with a header, \
      ndjson has one object per line.
      """)
    page.add(heading: "rows: show, -f, browsing", lines)
    page.add(heading: "rows as ndjson", entries(PrintedFields.row))
    page.add(heading: "an outcome", entries(PrintedFields.outcome))
    page.add(heading: "rows as json: one object", entries(PrintedFields.document))
    page.addBreak()
    page.add(
      heading: "ROWS AS CSV",
      words: words(PrintedFields.csv, then: "\(PrintedFields.column)TITLE ..."))
    page.add(
      heading: "sections (text: separated by a tab; csv; json: an array)",
      entries(PrintedFields.section))
    page.add(
      heading: "lists (text: separated by tabs; csv; json: an array)", entries(PrintedFields.list))
    page.add(
      heading: "log (csv; json: an array; ndjson)", entries(PrintedFields.log))
    page.add(heading: "stats as json", entries(PrintedFields.stats))
    page.add(heading: "stats as csv", entries(PrintedFields.figures))
    page.addBreak()
    page.add(heading: "REPORT AS CSV", words: words(PrintedFields.report))
    return page.text
  }

  /// The formats with a line for each row.
  private static let lines = [
    ("sections", "A title on a line of its own; then three columns of symbols and the name."),
    ("names", "The name; --print0 ends it with NUL."),
    ("todo", "The name, after “x ” if it is dead."),
    ("csv, ndjson", "All fields; import --format reads them."),
    ("json", "All fields, in one object."),
  ]

  /// Fields with their meanings; fields with the same meaning share an entry.
  private static func entries(_ fields: [PrintedField]) -> [(term: String, meaning: String)] {
    var entries: [(term: String, meaning: String)] = []
    for field in fields {
      let type = [.text, .class].contains(field.kind) ? "" : " (\(field.kind.rawValue))"
      if let last = entries.last, last.meaning == field.meaning {
        entries[entries.count - 1].term = last.term.dropLast(type.count) + ", " + field.name + type
      } else {
        entries.append((field.name + type, field.meaning))
      }
    }
    return entries
  }

  private static func words(_ fields: [PrintedField], then more: String...) -> [String] {
    fields.map(\.name) + more
  }
}
