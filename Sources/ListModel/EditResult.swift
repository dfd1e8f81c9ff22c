package import NameSearch

/// The stored result of an edit, an undo or a redo.
package struct EditResult: Hashable, Sendable {
  package struct Change: Hashable, Sendable {
    /// The name with its first original text.
    package var name: Name

    /// `nil` if it was not in the list.
    package var before: Flags?

    /// `nil` if it is no longer in the list; equal to `before` if only a remark was changed.
    package var after: Flags?

    /// What the list knows of it beside the name.
    package var texts: RowTexts

    package init(
      name: Name, before: Flags?, after: Flags?, texts: RowTexts = RowTexts()
    ) {
      self.texts = texts
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// In the order of the request.
  package var changes: [Change]

  /// The names that already were as requested.
  package var unchanged: [Name]

  /// The rows with another decision, which stands in the way of this one.
  package var refused: [Name] = []

  /// The names that are not in the list and were not to be added.
  package var unknown: [Name]

  package init(changes: [Change] = [], unchanged: [Name] = [], unknown: [Name] = []) {
    self.changes = changes
    self.unchanged = unchanged
    self.unknown = unknown
  }
}
