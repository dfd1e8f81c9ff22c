import NameSearch

/// A name, or an ID, that several rows of a list have.
package struct AmbiguousRow: Equatable, Sendable {
  /// The name or the ID.
  package let text: String
  package let isID: Bool

  package private(set) var count = 0

  /// The IDs of the first rows; if the rows share one ID, their sources.
  package private(set) var first: [String] = []

  /// Whether one of the rows has no ID, so that no ID can select this row alone.
  package private(set) var includesRowWithoutID = false

  /// The maximum number of rows that are named.
  private static let most = 10

  package init(text: String, isID: Bool) {
    self.text = text
    self.isID = isID
  }

  init(of names: [Name], text: String, isID: Bool) {
    self.init(text: text, isID: isID)
    count = names.count
    let known = names.compactMap { isID ? $0.source.map(String.init) : $0.idInSource }
    first = Array(known.prefix(Self.most))
    hasMore = known.count > Self.most
    includesRowWithoutID = !isID && known.count < names.count
  }

  /// Whether not all rows are named.
  package private(set) var hasMore = false
}

extension AmbiguousRow: CustomStringConvertible {
  /// For messages that cannot suggest a remedy.
  package var description: String {
    isID ? "\(count) rows have the ID “\(text)”" : "\(count) rows are named “\(text)”"
  }
}
