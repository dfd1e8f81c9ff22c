import ListModel
import NameSearch

/// Finds single entries of a list, within one transaction of any kind.
struct EntryFinder {
  private let database: any Database
  private let list: Int64
  private let findingBare: any Statement
  private let findingByID: any Statement

  init(_ db: any Database, list: Int64) throws {
    self.list = list
    database = db
    findingBare = try db.statement(
      "\(EntrySQL.reading(haveIdentities: false)) WHERE e.list = ?1 AND e.name = ?2 AND e.id = ''")
    // `id <> ''` is the condition of the partial index; without it SQLite would not use that index.
    findingByID = try db.statement(
      "\(EntrySQL.reading(haveIdentities: true)) WHERE e.list = ?1 AND e.id = ?2 AND e.id <> ''")
  }

  /// The entry with the identity of `name`, or the bare entry with its text, in O(log *n*).
  func entry(_ name: Name) throws -> StoredRow? {
    try bound(name).first { try $0.keptEntry }
  }

  private func bound(_ name: Name) throws -> any Statement {
    try (name.sourceID == nil ? findingBare : findingByID)
      .bind(list, at: 1).bind(name.sourceID ?? name.text, at: 2)
  }

  /// Asks for the entry ahead.
  func prefetch(_ name: Name) throws { try bound(name).prefetch() }

  /// The entries of names by their keys, in one round trip to a server for each few thousand.
  ///
  /// LATERAL forces an index lookup for each: without fresh statistics a server reads whole tables.
  func entries(_ names: [Name]) throws -> [String: StoredRow] {
    var found: [String: StoredRow] = [:]
    guard database.isServer else {
      for name in names { found[name.keyOfRow] = try entry(name) }
      return found
    }
    let (bare, identified) = (names.filter { $0.sourceID == nil }, names.compactMap(\.sourceID))
    func find(_ texts: [String], _ reading: String, _ column: String) throws {
      for start in stride(from: 0, to: texts.count, by: 4_096) {
        let asked = ServerArray(texts[start...].prefix(4_096).map { $0 as String? })
        let finding = try database.statement(
          """
          SELECT found.* FROM unnest(CAST(?2 AS bytea[])) AS asked (key), LATERAL (
            \(reading) WHERE e.list = ?1 AND \(column) = asked.key LIMIT 1
          ) AS found
          """)
        _ = try asked.bytes.withUnsafeBytes {
          try finding.bind(list, at: 1).bind($0, at: 2, staysThere: false)
        }
        while try finding.step() {
          let entry = try finding.keptEntry
          found[entry.name.keyOfRow] = entry
        }
      }
    }
    try find(
      bare.map(\.text), EntrySQL.reading(haveIdentities: false), "e.id = '' AND e.name")
    try find(identified, EntrySQL.reading(haveIdentities: true), "e.id <> '' AND e.id")
    return found
  }

  /// The flags of rows by their names of now, each once; `nil` for names that no row has.
  ///
  /// A row that was renamed is told of under its present name, too.
  func flags(
    of names: [Name]
  ) throws -> (changes: [(name: Name, flags: Flags?)], texts: [Name: RowTexts]) {
    var known = Set(names)
    var texts: [Name: RowTexts] = [:]
    var found: [(name: Name, flags: Flags?)] = []
    found.reserveCapacity(names.count)
    let together = database.isServer ? try entries(names) : [:]
    for name in names {
      let entry = database.isServer ? together[name.keyOfRow] : try entry(name)
      if let entry, entry.texts != RowTexts() { texts[entry.name] = entry.texts }
      if entry?.name == name || entry == nil {
        found.append((entry?.name ?? name, entry?.flags))
        continue
      }
      found.append((name, nil))
      if let entry, known.insert(entry.name).inserted { found.append((entry.name, entry.flags)) }
    }
    return (found, texts)
  }
}
