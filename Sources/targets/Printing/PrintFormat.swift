import ArgumentParser

/// The forms in which rows are printed.
enum PrintFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case sections, names, csv, json, ndjson

  /// Whether what is printed tells of more names than those that match.
  var tellsOfAllNames: Bool { self == .json }
}
