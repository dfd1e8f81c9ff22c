package import NameSearch
import TerminalText

/// A name, or an ID, that several rows have, so that an edit does not say which of them it means.
package struct SharedText: Equatable, Sendable {
  private let text: String
  private let isID: Bool
  private let count: Int

  /// The IDs of the first rows; if the rows share one ID, their sources.
  private let first: [String]

  /// Whether not all rows are named.
  private let hasMore: Bool

  /// Whether one of the rows has no ID, so that no ID can select this row alone.
  private let includesRowWithoutID: Bool

  /// The maximum number of rows that a message names.
  private static let most = 5

  /// The rows must be more than one.
  package init(_ text: String, isID: Bool, of rows: [Name]) {
    (self.text, self.isID, count) = (text, isID, rows.count)
    let known = rows.compactMap { isID ? $0.source.map(String.init) : $0.idInSource }
    first = Array(known.prefix(Self.most))
    hasMore = known.count > Self.most
    includesRowWithoutID = !isID && rows.contains { $0.sourceID == nil }
  }
}

extension SharedText: CustomStringConvertible {
  /// For messages that cannot suggest a remedy.
  package var description: String {
    let rows = "\(count.grouped) rows"
    return isID ? "\(rows) have the ID “\(text)”" : "\(rows) are named “\(text)”"
  }

  /// Why a line of the prompt was refused, and how to name one of the rows, which can also be selected.
  package var refusalOfLine: String {
    if isID { return refusal("\(sources): select the row") }
    // Equal lines of an input have no IDs.
    if first.isEmpty { return refusal("select one of them") }
    let without = includesRowWithoutID ? "; one row has no ID: select it" : ""
    return refusal("\(use { "--id \($0)" })\(without)")
  }

  /// Why a command was refused, and how to name the rows; `option` writes the option for an ID.
  package func refusalOfCommand(_ option: (String) -> String) -> String {
    if isID { return refusal("\(sources); use --every for all") }
    let without = includesRowWithoutID ? " (one row has no ID)" : ""
    return refusal("\(use(option)), or --every for all\(without)")
  }

  /// Why an edit was refused, and some advice.
  package func refusal(_ advice: String) -> String {
    "\(self); nothing was changed; \(advice)"
  }

  private var sources: String { "their sources are \(list(first))" }

  private func use(_ option: (String) -> String) -> String { "use \(list(first.map(option)))" }

  private func list(_ texts: [String]) -> String {
    (texts + (hasMore ? ["…"] : [])).joined(separator: ", ")
  }
}
