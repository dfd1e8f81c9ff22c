package import NameSearch

/// A row, as its source or a list has it.
package struct Row: Hashable, Sendable, Identifiable {
  /// The name, with the row's identity if it has one.
  package var name: Name

  /// Those of the list; of a row that comes from its source, the source's, which count only while
  /// nothing is kept of the row.
  package var flags: Flags

  /// More text about the row, as ``Fields``, not sanitized; `nil` if the source gives none.
  package var fields: String?

  /// Where it was looked up: the text of the row's note.
  package var note: String?

  /// The bytes of the row's line, if they are not those of its name.
  package var line: [UInt8]?

  package init(name: Name, flags: Flags = [], detail: String? = nil, note: String? = nil) {
    self.name = name
    self.flags = flags
    fields = detail
    self.note = note
  }

  /// The columns with two blanks between them.
  package var detail: String? { fields.map { Fields.detail(of: $0) } }

  package var id: Name { name }
  package var isDead: Bool { flags.contains(.dead) }
  package var isEditable: Bool { !isDead }
  package var isLiked: Bool { flags.contains(.liked) }
}

/// What the source of a list tells of a row beside its name.
package struct RowTexts: Hashable, Sendable {
  /// More text about the row, as ``Fields``.
  package var detail: String?

  /// The value of the column by which the list is divided into sections.
  package var section: String?

  /// What identifies the state of the row: a commit, an ETag, a checksum.
  package var revision: String?

  /// Where the row stands among those of its list, if the list keeps the order of its source.
  package var position: Int64?

  package init(
    detail: String? = nil, section: String? = nil, revision: String? = nil, position: Int64? = nil
  ) {
    self.detail = detail
    self.section = section
    self.revision = revision
    self.position = position
  }

  /// Whether the source gives nothing but the name and the position of the row.
  package var areNone: Bool { detail == nil && section == nil && revision == nil }

  /// The texts after a source has given new ones.
  ///
  /// Without a new position, the row keeps its own.
  package func told(_ texts: RowTexts) -> RowTexts {
    var told = texts
    told.position = texts.position ?? position
    return told
  }
}
