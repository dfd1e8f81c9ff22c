import Browser
import Edits
import NameSearch
import PageSources

/// What the rows of a source so far are known by.
struct KnownRows {
  private var identities = TextSet()

  /// Notes a row; false when it has come before, maybe by another name.
  mutating func insert(_ name: Name) -> Bool {
    identities.insert(name.sourceID.map { "#" + $0 } ?? "=" + name.text)
  }
}

extension SourceRows {
  /// The rows that have not come before, as the browser takes them; one that comes again is what it was at
  /// first.
  func newRows(_ known: inout KnownRows) -> [(row: Browser.SourceRow, id: String?)] {
    notes.enumerated().compactMap { place, note in
      let name = lines.names[place]
      guard known.insert(name) else { return nil }
      var flags: Flags = []
      if note.isDead { flags.insert(.dead) }
      if note.isLiked { flags.insert(.liked) }
      return (Browser.SourceRow(name: name, flags: flags, detail: note.detail), note.id)
    }
  }
}

extension NameBatch {
  /// The names of rows.
  init(of rows: [Browser.SourceRow]) {
    self.init()
    for row in rows { append(row.name) }
  }
}
