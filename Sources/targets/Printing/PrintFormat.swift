import ArgumentParser

enum PrintFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case sections, names, csv, json, ndjson

  /// Whether the output also counts the names that do not match.
  var tellsOfAllNames: Bool { self == .json }
}
