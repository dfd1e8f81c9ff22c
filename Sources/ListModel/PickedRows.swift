import NameSearch

/// The result of a picker: rows in the order of picking, each with its section.
package struct PickedRows: Equatable, Sendable {
  /// Rows of one section that follow each other.
  package struct Section: Equatable, Sendable {
    /// The title of the section; empty without sections.
    package let title: String
    package fileprivate(set) var items: [Row]
  }

  /// The text by which the rows were narrowed in the end.
  package let query: String

  /// A section that is left and entered again comes twice; none if there was nothing to pick.
  package private(set) var sections: [Section] = []

  /// The key that has taken them; `nil` for the usual one, and if nothing was asked.
  package let key: String?

  package init(query: String, key: String? = nil) { (self.query, self.key) = (query, key) }

  package var rows: [Row] { sections.flatMap(\.items) }

  package mutating func append(_ row: Row, in title: String) {
    if sections.last?.title == title {
      sections[sections.count - 1].items.append(row)
    } else {
      sections.append(Section(title: title, items: [row]))
    }
  }
}

extension Listing {
  /// All matches, as if they had been picked.
  package func pickedRows(query: String) -> PickedRows {
    var picked = PickedRows(query: query)
    for section in sections {
      for row in section.items { picked.append(row, in: section.title) }
    }
    return picked
  }
}
