package import Edits
package import NameSearch

/// One name of the list, with what is kept about it.
package struct Target: Hashable, Sendable, Identifiable {
  /// The name.
  package let name: Name

  /// What is kept about it.
  package let flags: Flags

  /// The name: what tells one target from another.
  package var id: Name { name }

  /// Whether it is crossed off.
  package var isDead: Bool { flags.contains(.dead) }

  /// Whether it can be crossed off: only the living can.
  package var isEditable: Bool { !isDead }

  /// Whether it is liked.
  package var isLiked: Bool { flags.contains(.liked) }

  /// Pairs a name with its flags.
  package init(name: Name, flags: Flags) {
    self.name = name
    self.flags = flags
  }
}
