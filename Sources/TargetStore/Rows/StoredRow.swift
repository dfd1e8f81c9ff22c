package import ListModel
package import NameSearch

/// An entry of a list, or a dropped row of a source.
package struct StoredRow: Hashable, Sendable {
  /// Its original text is the one added first, or the latest one from its source.
  package var name: Name
  package var flags: Flags
  package var texts: RowTexts

  package init(name: Name, flags: Flags, texts: RowTexts = RowTexts()) {
    self.name = name
    self.flags = flags
    self.texts = texts
  }
}

/// A page of a list, and the cursor to the next one.
package struct KeptPage: Hashable, Sendable {
  /// A position between two names; it stays valid when names are added or dropped.
  package struct Cursor: Hashable, Sendable {
    package static let start = Cursor(key: "")

    /// The key of the last row.
    let key: String
  }

  /// In byte order of their keys, so that rows with an ID come first; except in a page of
  /// `firstNames`.
  package var names: [StoredRow]

  package var next: Cursor?

  package init(names: [StoredRow], next: Cursor?) {
    self.names = names
    self.next = next
  }
}
