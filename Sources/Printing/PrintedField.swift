import ListModel

/// A field of the printed formats: its name, type and meaning.
package struct PrintedField: Sendable {
  package enum Kind: String, Sendable {
    case text = "string"

    /// A whole number.
    case number

    /// `true`; in CSV, `true` or an empty field.
    case truth = "true"

    /// A time in RFC 3339, UTC.
    case time

    /// `open`, `dead` or `ok`.
    case `class`
    case object, array
  }

  package let name: String
  package let kind: Kind
  package let meaning: String

  init(_ name: String, _ kind: Kind, _ meaning: String) {
    (self.name, self.kind, self.meaning) = (name, kind, meaning)
  }
}

/// The fields of all formats, in the order in which they are printed.
///
/// Help prints them, and the writers take the names from here. Within a version, fields are only
/// added at the end.
package enum PrintedFields {
  package static let version = 1

  /// The fields of a row, in the order of JSON.
  package static let row = RowField.json.map(\.field)

  /// The fields of a row in CSV before the columns of the list.
  package static let csv = RowField.csv.map(\.field)

  /// The fields of a row in CSV after the columns of the list.
  package static let csvAfterColumns = RowField.csvAfterColumns.map(\.field)

  /// The prefix of a column's title in CSV.
  package static let column = "column."

  package static let outcome = [
    PrintedField("command", .text, "The command with its arguments, quoted."),
    PrintedField("status", .number, "How it ended; absent if unknown."),
    PrintedField(
      "message", .text, "The last line of its standard error; without one, how it ended."),
    PrintedField("at", .time, "When it started or ended."),
    PrintedField("by", .text, "Who ran it."),
  ]

  /// The fields of the `json` document.
  package static let document = [
    PrintedField("version", .number, "1"),
    PrintedField("list", .text, "The list; absent for rows of none."),
    PrintedField("query", .text, "The query, or empty."),
    PrintedField("total", .number, "How many rows there are."),
    PrintedField("matched", .number, "How many of them match."),
    PrintedField("titles", .array, "The titles of the sections."),
    PrintedField("sections", .array, "Objects: title, and rows: as ndjson, without section."),
  ]

  package static let section = [
    PrintedField("title", .text, "The title of the section, or empty."),
    PrintedField("count", .number, "How many rows match in it."),
  ]

  package static let list = [
    PrintedField("list", .text, "The name of the list."),
    PrintedField("place", .text, "The folder or address it belongs to, or empty."),
    PrintedField("rows", .number, "How many rows it has."),
    PrintedField("open", .number, "How many of them are open."),
    PrintedField("dead", .number, "How many are dead."),
    PrintedField("ok", .number, "How many are ok."),
  ]

  package static let log = [
    PrintedField("when", .time, "When it was done."),
    PrintedField("author", .text, "Who did it (--as)."),
    PrintedField("role", .text, "On a server, the database role."),
    PrintedField("what", .text, "decided, reopened, added, dropped, undone and so on."),
    PrintedField("name", .text, "The row."),
    PrintedField("id", .text, "Its ID."),
    PrintedField("verdict", .text, "The verdict that was given."),
    PrintedField("revision", .text, "The revision that it is about."),
    PrintedField("until", .time, "The end of a snooze."),
    PrintedField("note", .text, "The note that was stored; empty in JSON if one was removed."),
    PrintedField("command", .text, "The command that was started by run."),
    PrintedField("rows", .number, "How many rows it is about."),
    PrintedField("undoes", .number, "The number of the edit that it undoes."),
    PrintedField("undoneBy", .number, "The number of the edit that undoes it."),
    PrintedField("number", .number, "The number of the edit; its rows share it."),
    PrintedField("checksum", .text, "Checksum of what was imported or archived (XXH3)."),
    PrintedField("decidedAt", .time, "When it was decided, if an imported file says so."),
    PrintedField("decidedBy", .text, "Who decided it, if an imported file says so."),
  ]

  /// The fields of `stats` in JSON.
  package static let stats =
    (["rows"] + RowCounts().figures.map(\.0))
    .map { PrintedField($0, .number, "The number of all rows, or of those in this state.") }
    + [
      PrintedField("verdicts", .object, "How many rows have each verdict."),
      PrintedField("days", .array, "Objects: day, and how many rows were decided."),
      PrintedField("authors", .array, "Objects: author, and how many rows were decided."),
      PrintedField("oldestOpen", .text, "The row that has been open longest."),
    ]

  /// The fields of `stats` in CSV.
  package static let figures = [
    PrintedField("kind", .text, "count, verdict, day, author or oldestOpen."),
    PrintedField("key", .text, "What is counted: open, the verdict, the day and so on."),
    PrintedField("count", .text, "How many; of oldestOpen, when it was added."),
  ]

  /// The fields of `report` in CSV.
  package static let report = RowField.report.map(\.field)
}

/// The fields of a row in the printed formats.
enum RowField: String, CaseIterable {
  // In the order of JSON, which has all but the last.
  case section, name, id, source, `class`, verdict, changed, earlier, liked, note, until
  case decidedAt, decidedBy, decidedRevision, revision, detail, columns, new, dropped, outcomes
  case sectionOfColumn
  case decidedRole

  static let facts: [RowField] = [
    .class, .verdict, .changed, .earlier, .liked, .note, .until, .decidedAt, .decidedBy,
    .decidedRevision, .revision,
  ]
  /// Those of CSV before the columns of the list.
  static let csv: [RowField] = [.section, .name, .id] + facts + [.detail, .source]

  /// Those of CSV after the columns of the list.
  static let csvAfterColumns: [RowField] = [.sectionOfColumn]
  static let json = allCases.filter { $0 != .decidedRole }
  static let report: [RowField] = [.section, .name, .id] + facts + [.detail, .decidedRole]

  var field: PrintedField { PrintedField(rawValue, kind, meaning) }

  /// The flag for which the field stands; such a field is `true` or missing.
  var flag: RowFlag? {
    switch self {
    case .changed: .changed
    case .liked: .liked
    case .new: .new
    case .dropped: .dropped
    default: nil
    }
  }

  var kind: PrintedField.Kind {
    switch self {
    case .class: .class
    case .sectionOfColumn: .truth
    case .until, .decidedAt: .time
    case .columns: .object
    case .outcomes: .array
    default: flag == nil ? .text : .truth
    }
  }

  private var meaning: String {
    switch self {
    case .section: "The title of its section; - for a row without a value in the section column."
    case .name: "The name."
    case .id: "The ID, if it has one."
    case .source: "What identifies the source that gave the ID: a checksum of its address."
    case .class: "open, dead or ok; open also if changed or snoozed."
    case .verdict: "The verdict, if the decision counts."
    case .changed: "The row has changed since it was decided."
    case .earlier: "The verdict of a changed row."
    case .liked: "The row is liked."
    case .note: "The note."
    case .until: "The end of its snooze."
    case .decidedAt: "When it was decided, even if the decision does not count."
    case .decidedBy: "Who decided it."
    case .decidedRevision: "The revision that the decision is about."
    case .revision: "The revision of the row now."
    case .detail: "Its other columns, joined by two spaces."
    case .columns: "The columns, by title (or number)."
    case .new: "The last mirror added it."
    case .dropped: "It is no longer in the list."
    case .outcomes: "How the commands started by run for this row ended; see below."
    case .sectionOfColumn: "The section is a value of a column, not of the alphabet."
    case .decidedRole: "On a server, the role of the database that decided it."
    }
  }
}
