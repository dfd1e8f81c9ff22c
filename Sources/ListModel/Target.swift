package import NameSearch

/// A name of the list with its flags and its detail.
package struct Target: Hashable, Sendable, Identifiable {
  package let name: Name
  package let flags: Flags

  /// More text about the row, not sanitized yet; `nil` if there is none.
  package let detail: String?

  package var id: Name { name }
  package var isDead: Bool { flags.contains(.dead) }
  package var isEditable: Bool { !isDead }

  package var isLiked: Bool { flags.contains(.liked) }

  package init(name: Name, flags: Flags, detail: String? = nil) {
    self.name = name
    self.flags = flags
    self.detail = detail
  }
}
