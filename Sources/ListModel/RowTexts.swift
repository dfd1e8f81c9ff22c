/// What the source of a list tells of a row beside its name.
package struct RowTexts: Hashable, Sendable {
  /// More text about the row.
  package var detail: String?

  /// The value of the column by which the list is divided into sections.
  package var section: String?

  package init(detail: String? = nil, section: String? = nil) {
    self.detail = detail
    self.section = section
  }
}
