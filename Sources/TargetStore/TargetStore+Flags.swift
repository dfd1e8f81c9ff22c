package import Edits
package import NameSearch

extension TargetStore {
  /// The flags of those of `names` that have an entry; each name stands for a single entry.
  ///
  /// - Complexity: O(*m* log *n*) for *m* names and a list of length *n*.
  package func flags(of names: [Name], in list: Name) throws(StoreError) -> [Name: Flags] {
    if names.isEmpty { return [:] }
    return try connection.read { db in
      var flags: [Name: Flags] = [:]
      guard let id = try EntryTable.id(of: list, in: db) else { return flags }
      let rows = try EntryRows(db).table
      let reading = "SELECT flags FROM \(rows) WHERE list = ?1"
      let readingByName = try Statement(db, "\(reading) AND name = ?2 AND id = ''")
      let readingByID = try Statement(db, "\(reading) AND id = ?2 AND id <> ''")
      for name in names {
        let statement = name.sourceID == nil ? readingByName : readingByID
        try statement.bind(id, at: 1)
        try statement.bind(name.sourceID ?? name.text, at: 2)
        if try statement.step() { flags[name] = statement.flags(at: 0) }
        try statement.reset()
      }
      return flags
    } ?? [:]
  }
}
