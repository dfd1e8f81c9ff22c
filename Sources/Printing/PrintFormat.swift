/// A form of what is printed; a command offers those of one list below.
package enum PrintFormat: String, CaseIterable, Sendable {
  case text, html, sections, names, csv, json, ndjson, todo

  // In the order of help.
  package static let ofRows: [Self] = [.sections, .names, .csv, .json, .ndjson, .todo]
  package static let ofTables: [Self] = [.text, .csv, .json]
  package static let ofStats: [Self] = [.text, .csv, .json]
  package static let ofLog: [Self] = [.text, .csv, .json, .ndjson]
  package static let ofReport: [Self] = [.html, .csv]

  /// The form of its records; `nil` if it has none.
  var records: RecordForm? { self == .csv ? .csv : nil }

  /// Whether rows can be printed before all of them are read.
  package var canStream: Bool { [.names, .ndjson].contains(self) }

  /// Whether rows have notes, snoozes and decisions.
  package var includesRemarks: Bool { [.csv, .json, .ndjson].contains(self) }

  /// Whether rows have the outcomes of commands.
  package var includesOutcomes: Bool { [.json, .ndjson].contains(self) }

  /// Whether rows have the titles of their sections.
  package var includesTitles: Bool { self != .names && self != .todo }

  /// Whether names that do not match are counted as well.
  package var includesAllNames: Bool { self == .json }
}
