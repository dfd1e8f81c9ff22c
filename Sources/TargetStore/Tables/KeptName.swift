package import Edits
package import NameSearch

/// A name of a kept list, or one of a source that was dropped.
package struct KeptName: Hashable, Sendable {
  /// The name, with the text it was first added under, or which its source had for it last.
  package var name: Name

  /// Whether it is dead, whether it is liked, and whether it is dropped.
  package var flags: Flags

  /// Joins a name and its flags.
  package init(name: Name, flags: Flags) {
    self.name = name
    self.flags = flags
  }
}

/// Some names of a kept list that follow each other, and the way to those after them.
package struct KeptPage: Hashable, Sendable {
  /// A place between two names of a list; it stays valid whatever is added or dropped.
  package struct Cursor: Hashable, Sendable {
    /// The place before all names.
    package static let start = Cursor(text: "", id: "")

    let text: String
    let id: String
  }

  /// The names: in ascending order of their UTF-8 bytes, then of those of their identities, but for
  /// the first ones of another order.
  package var names: [KeptName]

  /// Where the next page starts, or `nil` when the list ends with this one.
  package var next: Cursor?

  /// Joins names and the place after them.
  package init(names: [KeptName], next: Cursor?) {
    self.names = names
    self.next = next
  }
}

extension KeptPage.Cursor {
  /// The place behind a name.
  init(after name: Name) {
    self.init(text: name.text, id: name.sourceID ?? "")
  }

  /// Whether it comes before another in the order in which names are kept.
  func precedes(_ other: Self) -> Bool {
    if text.utf8.lexicographicallyPrecedes(other.text.utf8) { return true }
    return text.utf8.elementsEqual(other.text.utf8)
      && id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}
