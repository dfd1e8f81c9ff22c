import CommandSyntax
import Printing

/// The help on output formats: their fields, and the content and meaning of these.
enum FormatsPage {
  /// Fields under a heading: with their meanings, or only the names if another part explains them.
  struct Part {
    let heading: String
    var entries: [(term: String, meaning: String)] = []
    var names: [String] = []
  }

  static let introduction = """
    Within a version, fields are added only at the end. A field without a value is absent in JSON and empty \
    in CSV. A field without a type is a string; a time is RFC 3339 in UTC. csv is RFC 4180 with a header, \
    ndjson has one object per line.
    """

  static let parts = [
    Part(heading: "rows (show, browsing, filtering)", entries: lines),
    Part(heading: "rows as ndjson", entries: entries(PrintedFields.row)),
    Part(heading: "an outcome", entries: entries(PrintedFields.outcome)),
    Part(heading: "rows as json: one object", entries: entries(PrintedFields.document)),
    Part(
      heading: "rows as csv",
      names: PrintedFields.csv.map(\.name) + ["\(PrintedFields.column)TITLE ..."]
        + PrintedFields.csvAfterColumns.map(\.name)),
    Part(
      heading: "sections (text: separated by a tab; csv; json: an array)",
      entries: entries(PrintedFields.section)),
    Part(
      heading: "lists (text: separated by tabs; csv; json: an array)",
      entries: entries(PrintedFields.list)),
    Part(heading: "log (csv; json: an array; ndjson)", entries: entries(PrintedFields.log)),
    Part(heading: "stats as json", entries: entries(PrintedFields.stats)),
    Part(heading: "stats as csv", entries: entries(PrintedFields.figures)),
    Part(heading: "report as csv", names: PrintedFields.report.map(\.name)),
  ]

  static var text: String {
    var page = HelpPage()
    page.add("Formats of printed rows, version \(PrintedFields.version).")
    page.add(introduction)
    for part in parts {
      if part.names.isEmpty {
        page.add(heading: part.heading, part.entries)
      } else {
        page.addBreak()
        page.add(heading: part.heading.uppercased(), words: part.names)
      }
    }
    return page.text
  }

  /// The formats with one line for each row.
  private static let lines = [
    ("sections", "A title on a line of its own; then three columns of symbols and the name."),
    ("names", "The name; --print0 ends it with NUL."),
    ("todo", "The name, after “x ” if it is dead."),
    (
      PrintFormat.readableInFull.map(\.rawValue).joined(separator: ", "),
      "The fields below, with columns and decisions; csv lacks new, dropped and outcomes. import --format reads them."
    ),
    ("json", "The fields of ndjson, in one object."),
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
}
