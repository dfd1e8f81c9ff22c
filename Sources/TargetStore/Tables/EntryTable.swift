import ListModel
import NameSearch

/// The entries of one list, within one write transaction.
struct EntryTable {
  let database: any Database
  /// As the last step has left it.
  var row: ListRecord

  let finder: EntryFinder
  let findingByName: any Statement
  private let probing: any Statement
  private let inserting: any Statement
  private let updating: any Statement
  private let deleting: any Statement
  private let settingMirror: any Statement
  let remarks: RemarkTable

  /// The names whose rows were asked for together with the list.
  let prefetchedNames: Set<Name>

  /// Opens a list; `nil` if it does not exist and `creates` is false.
  ///
  /// The rows of `names` are asked for as well, if the list is known, and edits are to follow.
  init?(_ db: any Database, _ list: Name, creates: Bool, prefetching names: [Name] = []) throws {
    prefetchedNames = try Self.prefetch(names, in: list, db) ? Set(names) : []
    guard let row = try ListRecord(db, list, creates: creates) else { return nil }
    database = db
    self.row = row
    finder = try EntryFinder(db, list: row.id)
    findingByName = try Self.findingByName(db)
    inserting = try db.statement(
      """
      INSERT INTO entry (list, name, original, id, flags, added, mirror, detail, section)
      VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)
      ON CONFLICT DO NOTHING
      """)
    probing = try db.statement("SELECT 1 FROM entry WHERE list = ? AND id <> '' LIMIT 1")
    let entry = "WHERE list = ? AND name = ? AND id = ?"
    updating = try db.statement(
      "UPDATE entry SET name = ?, original = ?, flags = ?, detail = ?, section = ? \(entry)")
    deleting = try db.statement("DELETE FROM entry \(entry)")
    settingMirror = try db.statement("UPDATE entry SET mirror = ? \(entry)")
    remarks = try RemarkTable(db, list: row.id)
  }

  var list: Int64 { row.id }

  static func id(of list: Name, in db: any Database) throws -> Int64? {
    let finding = try db.statement("SELECT id FROM list WHERE name = ?")
    return try finding.bind(list.text, at: 1).first { $0.number(at: 0) } ?? nil
  }

  /// The entries that a name stands for, including dropped ones; the bare entry is first.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* results among *n* entries.
  func entries(of name: Name) throws -> [StoredRow] {
    if name.sourceID != nil { return try finder.entry(name).map { [$0] } ?? [] }
    try findingByName.bind(list, at: 1).bind(name.text, at: 2)
    var entries: [StoredRow] = []
    while try findingByName.step() { entries.append(try findingByName.keptEntry) }
    return entries
  }

  /// The entry with the identity of `name`, or the bare entry with its text, in O(log *n*).
  func entry(_ name: Name) throws -> StoredRow? { try finder.entry(name) }

  /// Whether any entry has a source identity, in O(log *n*).
  var keepsIdentities: Bool {
    get throws {
      try probing.bind(list, at: 1).first { _ in true } ?? false
    }
  }

  /// Inserts an entry; false if there is one with the same key or identity.
  ///
  /// `range` is the number of the operation that only counts it.
  func add(
    _ name: Name, _ flags: Flags, texts: RowTexts, range: Int64? = nil
  ) throws -> Bool {
    try insert(name, flags, texts: texts, range: range)
    return try database.changedRows > 0
  }

  private func insert(_ name: Name, _ flags: Flags, texts: RowTexts, range: Int64? = nil) throws {
    try inserting.bind(list, at: 1)
    try inserting.bind(name.text, at: 2)
    try inserting.bindOriginal(of: name, at: 3)
    try inserting.bindIdentity(of: name, at: 4)
    try inserting.bind(flags, at: 5)
    try inserting.bind(range ?? 0, at: 6).bind(texts.detail, at: 7).bind(texts.section, at: 8).run()
  }

  /// Updates `entry`, inserts a new one if it is `nil`, or deletes it if `flags` is `nil`.
  ///
  /// `range` is that of a new one.
  func change(
    _ entry: StoredRow?, to flags: Flags?, as name: Name, texts: RowTexts, range: Int64? = nil
  ) throws {
    switch (entry, flags) {
    case (let entry?, let flags?):
      try updating.bind(name.text, at: 1)
      try updating.bindOriginal(of: name, at: 2)
      try updating.bind(flags, at: 3)
      try updating.bind(texts.detail, at: 4).bind(texts.section, at: 5)
      try run(updating, on: entry.name, at: 6)
    case (let entry?, nil):
      try run(deleting, on: entry.name, at: 1)
    case (nil, let flags?):
      try insert(name, flags, texts: texts, range: range)
    case (nil, nil): break
    }
  }

  /// Notes which mirror of another list has brought a row.
  func setMirror(_ number: Int64, of name: Name) throws {
    try settingMirror.bind(number, at: 1)
    try run(settingMirror, on: name, at: 2)
  }

  /// Notes the last mirror, whose rows are the new ones.
  func endMirror(_ number: Int64) throws {
    try database.statement("UPDATE list SET mirrored = ?2 WHERE id = ?1")
      .bind(list, at: 1).bind(number, at: 2).run()
  }

  /// Whether the last mirror has brought rows that are there, in O(log *n*).
  var hasNewRows: Bool {
    get throws {
      let finding = try database.statement(
        """
        SELECT 1 FROM entry INDEXED BY mirrored WHERE list = ?1 AND mirror > 0
          AND mirror = (SELECT mirrored FROM list WHERE id = ?1)
        """)
      return try finding.bind(list, at: 1).first { _ in true } ?? false
    }
  }

  private func run(_ statement: any Statement, on name: Name, at index: CInt) throws {
    try statement.bind(list, at: index)
    try statement.bind(name.text, at: index + 1)
    try statement.bindIdentity(of: name, at: index + 2)
    try statement.run()
  }
}
