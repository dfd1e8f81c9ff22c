/// A form of what is printed; a command offers those of one list below.
package enum PrintFormat: String, CaseIterable, Sendable {
  case text, html, sections, names, csv, json, ndjson, todo

  // In the order of help.
  package static let ofRows: [Self] = [.sections, .names, .csv, .json, .ndjson, .todo]
  package static let ofTables: [Self] = [.text, .csv, .json]
  package static let ofStats: [Self] = [.text, .csv, .json]
  package static let ofLog: [Self] = [.text, .csv, .json, .ndjson]
  package static let ofReport: [Self] = [.html, .csv]

  /// The formats of rows that `import` reads back.
  package static let readable: [Self] = [.csv, .ndjson, .todo]

  /// Those from which it reads decisions, marks and sections.
  package static let readableInFull = readable.filter(\.includesRemarks)

  /// The words of formats, for messages.
  package static func words(of formats: [Self]) -> String {
    let words = formats.map(\.rawValue)
    return words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }

  /// The form of its records; `nil` if it has none.
  var records: RecordForm? { self == .csv ? .csv : nil }

  /// Whether rows can be printed before all of them are read.
  package var canStream: Bool { [.names, .ndjson].contains(self) }

  /// Whether rows have notes, snoozes and decisions, and their texts may have newlines.
  package var includesRemarks: Bool { [.csv, .json, .ndjson].contains(self) }

  /// Whether rows have the outcomes of commands.
  package var includesOutcomes: Bool { [.json, .ndjson].contains(self) }

  /// Whether rows have the titles of their sections.
  package var includesTitles: Bool { self != .names && self != .todo }

  /// Whether names that do not match are counted as well.
  package var includesAllNames: Bool { self == .json }
}
