import NameSearch

/// The result of a picker: rows in the order of picking, each with its section.
package struct PickedRows: Equatable, Sendable {
  /// Adjacent rows of one section.
  package struct Section: Equatable, Sendable {
    /// The title of the section; empty without sections.
    package let title: String
    package fileprivate(set) var items: [Row]
  }

  /// The text of the last query.
  package let query: String

  /// A section that was left and entered again occurs twice; empty if nothing was picked.
  package private(set) var sections: [Section] = []

  /// The key that accepted the rows; `nil` for Enter, and if there was no question.
  package let key: String?

  /// Whether the sections are values of a column.
  package var areOfColumn = false

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
  /// Whether its sections are values of a column.
  package var hasSectionsOfColumn: Bool { matches.index.order.sections == .column }

  /// All matches, as if they had been picked.
  package func pickedRows(query: String) -> PickedRows {
    var picked = PickedRows(query: query)
    picked.areOfColumn = hasSectionsOfColumn
    for section in sections {
      for row in section.items { picked.append(row, in: section.title) }
    }
    return picked
  }
}
