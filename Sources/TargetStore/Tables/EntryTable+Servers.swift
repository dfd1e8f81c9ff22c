import ListModel
import NameSearch

// Fewer round trips.

extension EntryTable {
  /// Whether nothing that is done to a row of one of the names concerns those of the others.
  private static func areApart(_ names: [Name]) -> Bool {
    let known = Set(names.compactMap(\.sourceID))
    return known.count == names.count || known.isEmpty && Set(names).count == names.count
  }

  /// Calls `body` after it was asked ahead for what edits of names look at.
  func prefetching(
    _ names: [Name], ofSingleRows: Bool, _ body: () throws -> Void
  ) throws {
    guard database.isServer, !names.allSatisfy(prefetchedNames.contains) else { return try body() }
    try prefetch(names, ofSingleRows: ofSingleRows)
    try body()
    database.forgetPrefetched()
  }

  /// Asks ahead for what edits of names look at, if they do not concern each other.
  func prefetch(_ names: [Name], ofSingleRows: Bool) throws {
    guard database.isServer else { return }
    database.forgetPrefetched()
    guard Self.areApart(names) else { return }
    for name in names {
      if ofSingleRows || name.sourceID != nil {
        try finder.prefetch(name)
      } else {
        try findingByName.bind(list, at: 1).bind(name.text, at: 2).prefetch()
      }
      try remarks.prefetch(name)
    }
  }

  /// Asks for a list and for the rows of a few names at once, where the list is known; false if not.
  static func prefetch(_ names: [Name], in list: Name, _ db: any Database) throws -> Bool {
    guard !names.isEmpty, names.count <= EntryEditor.batchSize, areApart(names),
      let known = db.knownLists[list.text]
    else { return false }
    try ListRecord.prefetch(list, in: db)
    let (finder, remarks) = (try EntryFinder(db, list: known), try RemarkTable(db, list: known))
    let findingByName = try findingByName(db)
    for name in names {
      try finder.prefetch(name)
      if name.sourceID == nil {
        try findingByName.bind(known, at: 1).bind(name.text, at: 2).prefetch()
      }
      try remarks.prefetch(name)
    }
    return true
  }

  /// All rows with a name.
  static func findingByName(_ db: any Database) throws -> any Statement {
    try db.statement(
      "\(EntrySQL.reading()) WHERE e.list = ?1 AND e.name = ?2 ORDER BY e.id")
  }
}
