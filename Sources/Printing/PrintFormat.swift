import ArgumentParser

enum PrintFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case sections, names, csv, json, ndjson, todo

  /// Whether rows can be printed before all are read.
  var canStream: Bool { [.names, .ndjson].contains(self) }

  /// Whether rows have notes, snoozes and decisions.
  var includesRemarks: Bool { [.csv, .json, .ndjson].contains(self) }

  /// Whether rows have the outcomes of commands.
  var includesOutcomes: Bool { [.json, .ndjson].contains(self) }

  /// Whether the output also counts the names that do not match.
  var includesAllNames: Bool { self == .json }
}
