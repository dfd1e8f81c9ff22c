package import NameSearch

/// What an edit, an undo or a redo has done, as it is now stored.
package struct EditResult: Hashable, Sendable {
  /// One name that is not as it was.
  package struct Change: Hashable, Sendable {
    /// The name, with the text it was first added under.
    package var name: Name

    /// Its flags before; `nil` when it was not in the list.
    package var before: Flags?

    /// Its flags now; `nil` when it is no longer in the list.
    package var after: Flags?

    /// Says that `name` went from `before` to `after`.
    package init(name: Name, before: Flags?, after: Flags?) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// The names that changed, in the order they were asked for.
  package var changes: [Change]

  /// The names that were already as asked (marked dead twice, say).
  package var unchanged: [Name]

  /// The names that are not in the list and were not to be added.
  package var unknown: [Name]

  /// Sums an edit up.
  package init(changes: [Change] = [], unchanged: [Name] = [], unknown: [Name] = []) {
    self.changes = changes
    self.unchanged = unchanged
    self.unknown = unknown
  }
}
