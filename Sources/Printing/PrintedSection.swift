import ListModel
import Browser

/// A section of rows to be printed.
protocol PrintedSection {
  associatedtype Items: Sequence<Row>

  /// Empty if it has none.
  var title: String { get }
  var items: Items { get }
}

extension ListingSection: PrintedSection {}

/// Picked rows of one section that follow each other.
struct PickedSection: PrintedSection {
  let title: String
  var items: [Row]
}

extension Browser.PickedRows {
  /// The rows in their order; a section that is left and entered again comes twice.
  var sections: [PickedSection] {
    rows.reduce(into: []) { sections, row in
      if sections.last?.title == row.sectionTitle {
        sections[sections.count - 1].items.append(row.target)
      } else {
        sections.append(PickedSection(title: row.sectionTitle, items: [row.target]))
      }
    }
  }
}
