import NameSearch

/// A name, or an ID, that several rows of a list have.
package struct AmbiguousRow: Equatable, Sendable {
  /// The name or the ID.
  package let text: String
  package let isID: Bool

  package private(set) var count = 0

  /// The IDs of the first rows, or where they have one ID, their sources; a row without an ID has
  /// its name.
  package private(set) var first: [String] = []

  /// At most this many are named.
  private static let most = 10

  package init(text: String, isID: Bool) {
    self.text = text
    self.isID = isID
  }

  init(of names: [Name], text: String, isID: Bool) {
    self.init(text: text, isID: isID)
    count = names.count
    first = names.prefix(Self.most).map { name in
      (isID ? name.source.map(String.init) : name.idInSource) ?? name.original
    }
  }

  /// Whether not all rows are named.
  package var hasMore: Bool { count > first.count }
}

extension AmbiguousRow: CustomStringConvertible {
  /// For places that cannot tell what to do.
  package var description: String {
    isID ? "\(count) rows have the ID “\(text)”" : "\(count) rows are named “\(text)”"
  }
}
