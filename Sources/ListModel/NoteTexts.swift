package import NameSearch

/// The notes on rows, which are looked in together with the rows' details.
package struct NoteTexts: Equatable, Sendable {
  /// The rows with a note, which stands before what else is known of them.
  private let index: NameIndex

  /// Takes what is known of rows, and the names with their details.
  ///
  /// - Complexity: O(*m* log *n*) for *m* remarks and *n* names.
  package init(_ remarks: [Name: Remark], of names: NameIndex) {
    var rows = NameBatch()
    for (name, remark) in remarks {
      guard let note = remark.note else { continue }
      let detail = names.row(of: name).flatMap { names.detail(at: $0) }
      rows.append(name, detail: [note.oneLine, detail].compactMap { $0 }.joined(separator: " "))
    }
    index = NameIndex(order: NameOrder()).adding(rows)
  }

  package var isEmpty: Bool { index.isEmpty }

  /// The rows of an index that match a query with the help of their notes; `nil` when cancelled.
  package func rows(
    matching query: NameQuery, in names: NameIndex, isCancelled: () -> Bool
  ) -> RowSet? {
    guard let found = index.matches(query, isCancelled: isCancelled) else { return nil }
    return RowSet(
      rowCount: names.count, found.compactMap { names.row(of: index.name(at: $0)) })
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.index.version == right.index.version
  }
}
