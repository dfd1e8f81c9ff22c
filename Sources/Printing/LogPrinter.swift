import ListModel
import NameSearch
package import TargetStore

/// Prints the entries of a log, as they come.
package struct LogPrinter: ~Copyable {
  package enum Format: String, CaseIterable, Sendable {
    case text, csv, json, ndjson
  }

  package let format: Format

  package private(set) var count = 0
  private var output = Output()

  package init(format: Format) {
    self.format = format
  }

  package mutating func print(_ entries: [LogEntry]) throws(Output.Failure) {
    for entry in entries {
      if count == 0 { try begin() }
      switch format {
      case .text:
        try output.show(line: LogText.text(of: entry))
        try output.write("\n")
      case .csv: try output.print(Self.csv(entry), end: "\r\n")
      case .ndjson: try output.print("{\(Self.members(of: entry))}")
      case .json: try output.print((count > 0 ? "," : "") + "{\(Self.members(of: entry))}")
      }
      count += 1
    }
  }

  private mutating func begin() throws(Output.Failure) {
    switch format {
    case .csv: try output.print("when,who,what,name,id,until,note,rows", end: "\r\n")
    case .json: try output.print("[")
    case .text, .ndjson: break
    }
  }

  package mutating func finish() throws(Output.Failure) {
    if format == .json { try output.print(count == 0 ? "[]" : "]") }
    try output.flush()
  }

  private static func csv(_ entry: LogEntry) -> String {
    "\(entry.time?.description ?? ""),\(csv: entry.author ?? ""),\(entry.what),"
      + "\(csv: entry.name?.original ?? ""),\(csv: entry.name?.idInSource ?? ""),"
      + "\(entry.until?.description ?? ""),\(csv: entry.note?.text ?? ""),\(entry.count)"
  }

  private static func members(of entry: LogEntry) -> String {
    let members: [(String, String?)] = [
      ("when", entry.time?.description), ("who", entry.author), ("what", entry.kind.rawValue),
      ("name", entry.name?.original), ("id", entry.name?.idInSource),
      ("until", entry.until?.description), ("note", entry.note?.text),
    ]
    return members.compactMap { key, value in value.map { "\"\(key)\":\(json: $0)" } }
      .joined(separator: ",") + ",\"rows\":\(entry.count),\"undone\":\(entry.isUndone)"
  }
}

extension LogEntry {
  fileprivate var what: String { isUndone ? "\(kind.rawValue) (undone)" : kind.rawValue }
}
