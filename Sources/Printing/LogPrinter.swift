import JSON
import ListModel
import NameSearch
package import TargetStore

/// Prints the entries of a log one by one.
package struct LogPrinter: ~Copyable {
  private let format: PrintFormat

  package private(set) var count = 0
  private var output: Output

  package init(format: PrintFormat, to output: consuming Output = Output()) {
    precondition(PrintFormat.ofLog.contains(format))
    self.format = format
    self.output = output
  }

  package mutating func print(_ entries: [LogEntry]) throws(Output.Failure) {
    for entry in entries {
      if count == 0 { try begin() }
      if let form = format.records {
        try output.show(record: Self.record(of: entry), as: form)
      } else if format == .text {
        try output.show(line: LogText.text(of: entry))
        try output.write("\n")
      } else {
        try output.print((format == .json && count > 0 ? "," : "") + Self.object(entry))
      }
      count += 1
    }
  }

  private mutating func begin() throws(Output.Failure) {
    if let form = format.records { try output.show(record: Self.titles, as: form) }
    if format == .json { try output.print("[") }
  }

  package mutating func finish() throws(Output.Failure) {
    if format == .json { try output.print(count == 0 ? "[]" : "]") }
    try output.flush()
  }

  private static let titles = PrintedFields.log.map(\.name)

  /// The values of the columns, each a text or a number.
  private static func values(of entry: LogEntry) -> [(text: String?, number: Int?)] {
    let texts = [
      entry.time?.description, entry.author, entry.role, entry.what, entry.name?.original,
      entry.name?.idInSource, entry.verdict, entry.revision, entry.until?.description,
      entry.removesNote ? "" : entry.note?.text, entry.command,
    ]
    let numbers = [
      entry.count, entry.undoes.map { Int($0) }, entry.undoneBy.map { Int($0) }, Int(entry.number),
    ]
    let last = [entry.checksum, entry.decidedAt?.exact, entry.decidedBy]
    return texts.map { ($0, nil) } + numbers.map { (nil, $0) } + last.map { ($0, nil) }
  }

  private static func record(of entry: LogEntry) -> [String] {
    values(of: entry).map { $0.number.map(String.init) ?? ($0.text ?? "").withoutFormula }
  }

  /// An entry as JSON; in an archive with the key of its row and the row's state after it.
  static func object(_ entry: LogEntry) -> String {
    var object = JSONObject()
    for (title, value) in zip(titles, values(of: entry)) {
      object.add(title, value.text)
      object.add(title, value.number)
    }
    if let row = entry.row {
      object.add("key", row.key)
      var after = JSONObject()
      for value in row.said {
        if let number = value.number {
          after.add(value.name, Int(number))
        } else {
          after.add(value.name, value.text ?? "")
        }
      }
      object.add("after", json: after.text)
    }
    return object.text
  }
}

extension LogEntry {
  /// The change, in one word; the verdict has its own column.
  fileprivate var what: String { verdict == nil ? kind.rawValue : "decided" }
}
