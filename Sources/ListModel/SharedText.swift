package import NameSearch
import TerminalText

/// A name, or an ID, that several rows have, so that a line of the prompt does not say which is meant.
package struct SharedText: Sendable {
  private let text: String
  private let isID: Bool

  /// The most IDs that a line names.
  private static let most = 5

  package init(_ text: String, isID: Bool) {
    (self.text, self.isID) = (text, isID)
  }

  /// Why an edit of these rows was refused, and how to name one of them.
  package func refusal(_ rows: [Name]) -> String {
    refusal(
      count: rows.count,
      first: rows.compactMap { isID ? $0.source.map(String.init) : $0.idInSource },
      includesRowWithoutID: !isID && rows.contains { $0.sourceID == nil })
  }

  /// The same for rows of which only the first IDs are known; for rows with one ID, their sources.
  package func refusal(count: Int, first known: [String], includesRowWithoutID: Bool) -> String {
    let what =
      isID
      ? "\(count.grouped) rows have the ID “\(text)”"
      : "\(count.grouped) rows are named “\(text)”"
    let more = known.count > Self.most || known.count < count - (includesRowWithoutID ? 1 : 0)
    let first = known.prefix(Self.most) + (more ? ["…"] : [])
    let advice =
      isID
      ? "their sources are \(first.joined(separator: ", ")): select the row"
      : "use " + first.map { $0 == "…" ? $0 : "--id \($0)" }.joined(separator: ", ")
    let without = includesRowWithoutID ? "; one row has no ID: select it" : ""
    return "\(what); nothing was changed; \(advice)\(without)"
  }
}
