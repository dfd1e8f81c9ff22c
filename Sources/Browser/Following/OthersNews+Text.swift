import ListModel
import NameSearch
import TerminalText

extension OthersNews {
  /// The edits of others, as in `ann: db-07 dead, 5 s ago`, newest first; `nil` if there are none.
  func text(at now: Moment) -> String? {
    var authors: [String] = []
    for edit in edits.reversed() where !authors.contains(edit.author) {
      authors.append(edit.author)
    }
    let lines = authors.map { author in
      let own = edits.reversed().filter { $0.author == author }
      let who = author.isEmpty ? "someone else" : author
      let when = own.first.map { [$0.time.ago(at: now)] } ?? []
      return "\(who): " + (own.map(\.text) + when).joined(separator: ", ")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }
}

extension OthersEdit {
  fileprivate var text: String {
    let rows = name?.text ?? "\(count.grouped) \(count.noun("row"))"
    return "\(rows) \(word)"
  }
}

extension RowSettling {
  /// What others did to a row, as in `db-07 decided: dead by ann`.
  func text(of name: Name) -> String {
    let what = verdict.map { "decided: \($0)" } ?? (isDrop ? "was dropped" : "was snoozed")
    return "\(name.text) \(what) by \(author.isEmpty ? "someone else" : author)"
  }
}
