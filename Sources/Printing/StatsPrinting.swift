import JSON
import ListModel
import NameSearch
import TargetStore

extension ListStats {
  private var figures: [(String, Int)] {
    [
      ("rows", count), ("open", open), ("dead", dead), ("ok", ok), ("changed", changed),
      ("snoozed", snoozed), ("liked", liked), ("noted", noted),
    ]
  }

  /// The rows with each word; it may have meant something else before.
  private var words: [(String, Int)] {
    Dictionary(verdicts.map { ($0.verdict.word, $0.count) }) { $0 + $1 }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  private var dated: [(String, Int)] {
    days.enumerated().map { (StatsText.day(self, before: days.count - 1 - $0.offset), $0.element) }
  }

  /// Kind, key and count, a line each.
  package var csv: String {
    (["kind,key,count"] + figures.map { "count,\($0.0),\($0.1)" }
      + words.map { "verdict,\($0.0),\($0.1)" }
      + dated.map { "day,\($0.0),\($0.1)" }
      + authors.map { "author,\(csv: $0.name),\($0.count)" }
      + (oldestOpen.map { ["oldestOpen,\(csv: $0.original),\(oldestAdded?.description ?? "")"] }
        ?? []))
      .joined(separator: "\r\n") + "\r"
  }

  package var json: String {
    let oldest = oldestOpen.map { ",\"oldestOpen\":\(json: $0.original)" } ?? ""
    let days = dated.map { "{\"day\":\"\($0.0)\",\"decided\":\($0.1)}" }
    let authors = authors.map { "{\"author\":\(json: $0.name),\"decided\":\($0.count)}" }
    let verdicts = words.map { "\"\($0.0)\":\($0.1)" }
    return "{" + figures.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
      + ",\"verdicts\":{\(verdicts.joined(separator: ","))}"
      + ",\"days\":[\(days.joined(separator: ","))],\"authors\":[\(authors.joined(separator: ","))]"
      + "\(oldest)}"
  }
}
