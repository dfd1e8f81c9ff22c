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
      let finder = try EntryFinder(db, list: id)
      for name in names { flags[name] = try finder.entry(name)?.flags }
      return flags
    } ?? [:]
  }
}
