import Edits
import NameSearch

/// The entries of one list, within one write transaction.
struct EntryTable {
  let list: Int64

  private let finder: EntryFinder
  private let findingByName: Statement
  private let probing: Statement
  private let inserting: Statement
  private let updating: Statement
  private let deleting: Statement
  private let settingMirror: Statement
  let remarks: RemarkTable

  /// Opens a list; `nil` if it does not exist and `creates` is false.
  init?(_ db: Database, _ list: Name, creates: Bool) throws {
    guard let id = try Self.id(of: list, in: db, creates: creates) else { return nil }
    self.list = id
    finder = try EntryFinder(db, list: id)
    findingByName = try Statement(
      db, "\(try EntryRows(db).reading) WHERE e.list = ?1 AND e.name = ?2 ORDER BY e.id")
    inserting = try Statement(
      db,
      """
      INSERT INTO entry (list, name, original, id, flags, added, mirror, detail, section)
      VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)
      ON CONFLICT DO NOTHING
      """)
    probing = try Statement(db, "SELECT 1 FROM entry WHERE list = ? AND id <> '' LIMIT 1")
    let entry = "WHERE list = ? AND name = ? AND id = ?"
    updating = try Statement(
      db, "UPDATE entry SET name = ?, original = ?, flags = ?, detail = ?, section = ? \(entry)")
    deleting = try Statement(db, "DELETE FROM entry \(entry)")
    settingMirror = try Statement(db, "UPDATE entry SET mirror = ? \(entry)")
    remarks = try RemarkTable(db, list: id)
  }

  static func id(of list: Name, in db: Database, creates: Bool = false) throws -> Int64? {
    if creates {
      let adding = try Statement(
        db,
        """
        INSERT INTO list (name, original, identity, version, pruned, mirrored)
        VALUES (?, ?, ?, 0, 0, 0)
        ON CONFLICT (name) DO NOTHING
        """)
      try adding.bind(list.text, at: 1).bind(Identity.random(), at: 3)
      try adding.bindOriginal(of: list, at: 2)
      try adding.run()
    }
    let finding = try Statement(db, "SELECT id FROM list WHERE name = ?")
    return try finding.bind(list.text, at: 1).first { $0.number(at: 0) } ?? nil
  }

  /// The entries that a name stands for, including dropped ones; the bare entry is first.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* results among *n* entries.
  func entries(of name: Name) throws -> [KeptName] {
    if name.sourceID != nil { return try finder.entry(name).map { [$0] } ?? [] }
    try findingByName.bind(list, at: 1).bind(name.text, at: 2)
    var entries: [KeptName] = []
    while try findingByName.step() { entries.append(try findingByName.keptRow) }
    return entries
  }

  /// The entry with the identity of `name`, or the bare entry with its text, in O(log *n*).
  func entry(_ name: Name) throws -> KeptName? { try finder.entry(name) }

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
    try inserting.bind(list, at: 1)
    try inserting.bind(name.text, at: 2)
    try inserting.bindOriginal(of: name, at: 3)
    try inserting.bindIdentity(of: name, at: 4)
    try inserting.bind(flags, at: 5)
    try inserting.bind(range ?? 0, at: 6).bind(texts.detail, at: 7).bind(texts.section, at: 8).run()
    return inserting.database.changedRows > 0
  }

  /// Updates `entry`, inserts a new one if it is `nil`, or deletes it if `flags` is `nil`.
  func change(
    _ entry: KeptName?, to flags: Flags?, as name: Name, texts: RowTexts
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
      _ = try add(name, flags, texts: texts)
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
    try Statement(deleting.database, "UPDATE list SET mirrored = ?2 WHERE id = ?1")
      .bind(list, at: 1).bind(number, at: 2).run()
  }

  /// Whether the last mirror has brought rows that are there, in O(log *n*).
  var hasNewRows: Bool {
    get throws {
      let finding = try Statement(
        deleting.database,
        """
        SELECT 1 FROM entry INDEXED BY mirrored WHERE list = ?1 AND mirror > 0
          AND mirror = (SELECT mirrored FROM list WHERE id = ?1)
        """)
      return try finding.bind(list, at: 1).first { _ in true } ?? false
    }
  }

  private func run(_ statement: Statement, on name: Name, at index: CInt) throws {
    try statement.bind(list, at: index)
    try statement.bind(name.text, at: index + 1)
    try statement.bindIdentity(of: name, at: index + 2)
    try statement.run()
  }
}
