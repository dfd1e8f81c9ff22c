package import Edits
package import NameSearch

/// A name of the list with its flags.
package struct Target: Hashable, Sendable, Identifiable {
  package let name: Name
  package let flags: Flags
  package var id: Name { name }
  package var isDead: Bool { flags.contains(.dead) }
  package var isEditable: Bool { !isDead }

  package var isLiked: Bool { flags.contains(.liked) }

  package init(name: Name, flags: Flags) {
    self.name = name
    self.flags = flags
  }
}
