import ArgumentParser

enum PrintFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case sections, names, csv, json, ndjson, todo

  /// Whether rows can be printed before all are read.
  var canStream: Bool { [.names, .ndjson].contains(self) }

  /// Whether it tells of a row more than name and flags.
  var tellsOfRemarks: Bool { [.csv, .json, .ndjson].contains(self) }

  /// Whether it tells what has become of commands.
  var tellsOfOutcomes: Bool { [.json, .ndjson].contains(self) }

  /// Whether the output also counts the names that do not match.
  var tellsOfAllNames: Bool { self == .json }
}
