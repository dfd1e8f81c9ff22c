import ArgumentParser

/// The forms in which rows are printed.
enum PrintFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case sections, names, csv, json, ndjson
}
