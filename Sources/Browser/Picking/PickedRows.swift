package import ListModel

extension Browser {
  /// What a picker ends with.
  package struct PickedRows: Equatable, Sendable {
    /// The text by which the rows were narrowed in the end.
    package let query: String

    /// In the order in which they were picked; empty if there was nothing to pick.
    package let rows: [Row]

    package struct Row: Equatable, Sendable {
      /// Empty if there are no sections.
      package let sectionTitle: String
      package let target: ListModel.Row
    }
  }
}

extension Listing {
  /// All matches, as if they had been picked.
  package func pickedRows(query: String) -> Browser.PickedRows {
    Browser.PickedRows(
      query: query,
      rows: sections.flatMap { section in
        section.items.map { .init(sectionTitle: section.title, target: $0) }
      })
  }
}
