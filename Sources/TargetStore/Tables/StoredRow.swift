package import ListModel
package import NameSearch

/// An entry of a kept list, or a dropped row of a source.
package struct StoredRow: Hashable, Sendable {
  /// Its original text is the one first added, or the latest one from its source.
  package var name: Name
  package var flags: Flags
  package var texts: RowTexts

  /// The number of the bulk import that added it; 0 if none did or it was not read.
  var range: Int64 = 0

  package init(name: Name, flags: Flags, texts: RowTexts = RowTexts()) {
    self.name = name
    self.flags = flags
    self.texts = texts
  }
}

/// A page of a kept list, and the cursor to the next one.
package struct KeptPage: Hashable, Sendable {
  /// A position between two names; it stays valid when names are added or dropped.
  package struct Cursor: Hashable, Sendable {
    package static let start = Cursor(text: "", id: "")

    let text: String
    let id: String
  }

  /// In byte order of text, then of identity, except in a page of `firstNames`.
  package var names: [StoredRow]

  package var next: Cursor?

  package init(names: [StoredRow], next: Cursor?) {
    self.names = names
    self.next = next
  }
}

extension KeptPage.Cursor {
  init(after name: Name) {
    self.init(text: name.text, id: name.sourceID ?? "")
  }

  func precedes(_ other: Self) -> Bool {
    if text.utf8.lexicographicallyPrecedes(other.text.utf8) { return true }
    return text.utf8.elementsEqual(other.text.utf8)
      && id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}
