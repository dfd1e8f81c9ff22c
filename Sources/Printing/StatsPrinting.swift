import JSON
import ListModel
import NameSearch
package import TargetStore
package import TerminalText

extension ListStats {
  private var figures: [(String, Int)] {
    [("rows", rows.all)] + rows.figures
  }

  /// The number of rows with each word, whose class may have been different in earlier decisions.
  private var words: [(String, Int)] {
    Dictionary(verdicts.map { ($0.verdict.word, $0.count) }) { $0 + $1 }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  private var dated: [(String, Int)] {
    days.enumerated().map { (StatsText.day(self, before: days.count - 1 - $0.offset), $0.element) }
  }

  /// Prints the statistics; `glyphs` are those of the bars in `text`.
  package func print(
    as format: PrintFormat, glyphs: Glyphs, to output: inout Output
  ) throws(Output.Failure) {
    precondition(PrintFormat.ofStats.contains(format))
    if let form = format.records {
      for record in records { try output.show(record: record, as: form) }
    } else if format == .text {
      for line in StatsText(self, glyphs: glyphs).texts {
        try output.show(line: line)
        try output.write("\n")
      }
    } else {
      try output.print(json)
    }
    try output.flush()
  }

  /// The titles; then kind, key and count of each entry.
  private var records: [[String]] {
    [PrintedFields.figures.map(\.name)]
      + figures.map { ["count", $0.0, "\($0.1)"] }
      + words.map { ["verdict", $0.0, "\($0.1)"] }
      + dated.map { ["day", $0.0, "\($0.1)"] }
      + authors.map { ["author", $0.name, "\($0.count)"] }
      + (oldestOpen.map { [["oldestOpen", $0.original, oldestAdded?.description ?? ""]] } ?? [])
  }

  private var json: String {
    var object = JSONObject()
    for (name, count) in figures { object.add(name, count) }
    var verdicts = JSONObject()
    for (word, count) in words { verdicts.add(word, count) }
    object.add("verdicts", json: verdicts.text)
    object.add("days", json: Self.list(dated, "day"))
    object.add("authors", json: Self.list(authors.map { ($0.name, $0.count) }, "author"))
    object.add("oldestOpen", oldestOpen?.original)
    return object.text
  }

  private static func list(_ counts: [(String, Int)], _ name: String) -> String {
    let objects = counts.map { key, count in
      var object = JSONObject()
      object.add(name, key)
      object.add("decided", count)
      return object.text
    }
    return "[\(objects.joined(separator: ","))]"
  }
}
