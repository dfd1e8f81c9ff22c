public import Edits
public import NameIndex

extension TargetStore {
  /// The flags of those of the given names that the store knows of, dead, liked, dropped or nothing of
  /// that.
  ///
  /// - Complexity: O(*m* log *n*), where *m* is the number of names given and *n* the length of the list.
  public func flags(of names: [Name], in list: Name) throws(StoreError) -> [Name: Flags] {
    try connection.read { db in
      var flags: [Name: Flags] = [:]
      guard let table = try EntryTable(db, list, creates: false) else { return flags }
      for name in names { flags[name] = try table.entry(name)?.flags }
      return flags
    } ?? [:]
  }
}
