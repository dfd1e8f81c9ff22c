import Browser
import ListModel
import NameSearch
import PageSources

/// The identities of the rows that a source has sent so far.
struct KnownRows {
  private var identities = NumberedTexts()

  /// Returns false if the row's identity, or without one its name, has come before.
  mutating func insert(_ name: Name) -> Bool {
    identities.insert(name.sourceID.map { "#" + $0 } ?? "=" + name.text)
  }
}

extension SourceRows {
  /// The rows that have not come before; a repeated row keeps its first values.
  func newRows(_ known: inout KnownRows) -> [(row: Row, id: String?)] {
    notes.enumerated().compactMap { place, note in
      let name = lines.names[place]
      guard known.insert(name) else { return nil }
      var flags: Flags = []
      if note.isDead { flags.insert(.dead) }
      if note.isLiked { flags.insert(.liked) }
      return (Row(name: name, flags: flags, detail: note.detail), note.id)
    }
  }
}

extension NameBatch {
  /// The names as rows of a source that gives no flags.
  var rows: [Row] { (0..<count).map { Row(name: self[$0]) } }

  init(of rows: [Row]) {
    self.init()
    for row in rows { append(row.name, detail: row.detail) }
  }
}
