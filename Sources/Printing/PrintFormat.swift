package enum PrintFormat: String, CaseIterable, Sendable {
  case sections, names, csv, json, ndjson, todo

  /// All of them, for the help.
  package static var words: String {
    allCases.dropLast().map(\.rawValue).joined(separator: ", ")
      + " or \(allCases[allCases.count - 1])"
  }

  /// Whether rows can be printed before all are read.
  package var canStream: Bool { [.names, .ndjson].contains(self) }

  /// Whether rows have notes, snoozes and decisions.
  package var includesRemarks: Bool { [.csv, .json, .ndjson].contains(self) }

  /// Whether rows have the outcomes of commands.
  package var includesOutcomes: Bool { [.json, .ndjson].contains(self) }

  /// Whether rows have the titles of their sections.
  package var includesTitles: Bool { self != .names && self != .todo }

  /// Whether the output also counts the names that do not match.
  package var includesAllNames: Bool { self == .json }
}
