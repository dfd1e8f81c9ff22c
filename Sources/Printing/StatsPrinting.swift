import JSON
import ListModel
import NameSearch
import TargetStore

extension ListStats {
  private var figures: [(String, Int)] {
    Array(
      zip(PrintedFields.counts, [count, open, dead, ok, changed, snoozed, liked, noted]))
  }

  /// The number of rows with each word, whose class may have been different in earlier decisions.
  private var words: [(String, Int)] {
    Dictionary(verdicts.map { ($0.verdict.word, $0.count) }) { $0 + $1 }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  private var dated: [(String, Int)] {
    days.enumerated().map { (StatsText.day(self, before: days.count - 1 - $0.offset), $0.element) }
  }

  /// Kind, key and count, one entry per line.
  package var csv: String {
    ([PrintedFields.figures.map(\.name).joined(separator: ",")]
      + figures.map { "count,\($0.0),\($0.1)" }
      + words.map { "verdict,\($0.0),\($0.1)" }
      + dated.map { "day,\($0.0),\($0.1)" }
      + authors.map { "author,\(csv: $0.name),\($0.count)" }
      + (oldestOpen.map { ["oldestOpen,\(csv: $0.original),\(oldestAdded?.description ?? "")"] }
        ?? []))
      .joined(separator: "\r\n") + "\r"
  }

  package var json: String {
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
