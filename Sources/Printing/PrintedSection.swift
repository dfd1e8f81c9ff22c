import ListModel

/// A printable section of rows.
protocol PrintedSection {
  associatedtype Items: Sequence<Row>

  /// Empty if the section has no title.
  var title: String { get }
  var items: Items { get }
}

extension ListingSection: PrintedSection {}

extension PickedRows.Section: PrintedSection {}
