package enum PrintFormat: String, CaseIterable, Sendable {
  case sections, names, csv, json, ndjson, todo

  /// The words for all formats, for the help.
  package static var words: String {
    allCases.dropLast().map(\.rawValue).joined(separator: ", ")
      + " or \(allCases[allCases.count - 1])"
  }

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
