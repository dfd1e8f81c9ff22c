package import NameSearch

/// A row of a source or of a list.
package struct Row: Hashable, Sendable, Identifiable {
  /// The name, with the row's ID if it has one.
  package var name: Name

  /// The flags of the row in the list.
  ///
  /// For a row of a source, these are the source's flags until the list stores anything about the row.
  package var flags: Flags

  /// More text about the row, in the form of ``Fields``, possibly with control characters; `nil` if
  /// the source gives none.
  package var fields: String?

  /// The text of the row's note, if it was read.
  package var note: String?

  /// The revision of the row, if it was read.
  package var revision: String?

  /// The bytes of the row's line, if they differ from its name.
  package var line: [UInt8]?

  package init(name: Name, flags: Flags = [], detail: String? = nil, note: String? = nil) {
    self.name = name
    self.flags = flags
    fields = detail
    self.note = note
  }

  /// The columns, separated by two spaces.
  package var detail: String? { fields.map { Fields.detail(of: $0) } }

  package var id: Name { name }
  package var isDead: Bool { flags.contains(.dead) }
  package var isEditable: Bool { !isDead }
  package var isLiked: Bool { flags.contains(.liked) }
}

/// The texts that a source gives a row, other than its name.
package struct RowTexts: Hashable, Sendable {
  /// More text about the row, in the form of ``Fields``.
  package var detail: String?

  /// The value of the column that divides the list into sections.
  package var section: String?

  /// The state of the row, such as a commit, an ETag or a checksum.
  package var revision: String?

  /// The row's place in the order of the input, if the list keeps that order.
  package var position: Int64?

  package init(
    detail: String? = nil, section: String? = nil, revision: String? = nil, position: Int64? = nil
  ) {
    self.detail = detail
    self.section = section
    self.revision = revision
    self.position = position
  }

  /// Whether the source gives only the name and the position of the row.
  package var areNone: Bool { detail == nil && section == nil && revision == nil }

  /// The texts of the row after its source has given new ones.
  ///
  /// Without a new position, the row keeps its own.
  package func told(_ texts: RowTexts) -> RowTexts {
    var told = texts
    told.position = texts.position ?? position
    return told
  }
}
