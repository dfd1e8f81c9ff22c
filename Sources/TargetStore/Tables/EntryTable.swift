import Edits
import GRDB
import NameSearch

/// What is kept of the names of one list, within one transaction that writes.
struct EntryTable {
  /// The number of the list in the store.
  let list: Int64

  private let findingByName: RawStatement
  private let findingBare: RawStatement
  private let findingByID: RawStatement
  private let probing: RawStatement
  private let inserting: RawStatement
  private let updating: RawStatement
  private let deleting: RawStatement

  /// Opens a list, or gives `nil` when there is none of that name and none is to be made.
  init?(_ db: Database, _ list: Name, creates: Bool) throws {
    guard let id = try Self.id(of: list, in: db, creates: creates) else { return nil }
    self.list = id
    let finding = "SELECT name, original, id, flags FROM entry WHERE list = ?"
    findingByName = try RawStatement(db, "\(finding) AND name = ? ORDER BY id")
    findingBare = try RawStatement(db, "\(finding) AND name = ? AND id = ''")
    // The index holds identities only, and is used by a query that asks for nothing else.
    findingByID = try RawStatement(db, "\(finding) AND id = ? AND id <> ''")
    inserting = try RawStatement(
      db,
      """
      INSERT INTO entry (list, name, original, id, flags) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """)
    probing = try RawStatement(db, "SELECT 1 FROM entry WHERE list = ? AND id <> '' LIMIT 1")
    let entry = "WHERE list = ? AND name = ? AND id = ?"
    updating = try RawStatement(db, "UPDATE entry SET name = ?, original = ?, flags = ? \(entry)")
    deleting = try RawStatement(db, "DELETE FROM entry \(entry)")
  }

  /// The number of a list, which is given one when it has none and `creates` is true.
  static func id(of list: Name, in db: Database, creates: Bool = false) throws -> Int64? {
    if creates {
      let adding = try RawStatement(
        db, "INSERT INTO list (name, original) VALUES (?, ?) ON CONFLICT (name) DO NOTHING")
      try adding.bind(list.text, at: 1)
      try adding.bindOriginal(of: list, at: 2)
      try adding.run()
    }
    let finding = try RawStatement(db, "SELECT id FROM list WHERE name = ?")
    try finding.bind(list.text, at: 1)
    return try finding.step() ? finding.number(at: 0) : nil
  }

  /// The entries that a name stands for, dropped ones among them: that of its identity, or, for a
  /// bare name, all that are called so, with the bare one first.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of entries and *m* of those found.
  func entries(of name: Name) throws -> [KeptName] {
    try entries(of: name, by: name.sourceID == nil ? findingByName : findingByID)
  }

  /// The one entry that is known by what the name is known by, or `nil` when there is none.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of entries.
  func entry(_ name: Name) throws -> KeptName? {
    try entries(of: name, by: name.sourceID == nil ? findingBare : findingByID).first
  }

  private func entries(of name: Name, by finding: RawStatement) throws -> [KeptName] {
    try finding.bind(list, at: 1)
    try finding.bind(name.sourceID ?? name.text, at: 2)
    var entries: [KeptName] = []
    while try finding.step() { entries.append(try finding.keptName) }
    return entries
  }

  /// Whether a source knows any of the entries by an identity.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of entries.
  var keepsIdentities: Bool {
    get throws {
      defer { probing.reset() }
      try probing.bind(list, at: 1)
      return try probing.step()
    }
  }

  /// Adds an entry, unless there is one that is known by the same; true if there was not.
  func add(_ name: Name, _ flags: Flags) throws -> Bool {
    try inserting.bind(list, at: 1)
    try inserting.bind(name.text, at: 2)
    try inserting.bindOriginal(of: name, at: 3)
    try inserting.bindIdentity(of: name, at: 4)
    try inserting.bind(flags, at: 5)
    try inserting.run()
    return inserting.hasChangedRows
  }

  /// Makes the list keep an entry with other flags, under the name it has by now, or no longer at all.
  ///
  /// - Parameters:
  ///   - entry: The entry as it is kept; `nil` makes a new one.
  ///   - flags: What it is to have; `nil` takes it out.
  ///   - name: What it is called, with what it is known by.
  /// - Throws: What SQLite has against it; the transaction is to be rolled back then.
  func change(_ entry: KeptName?, to flags: Flags?, as name: Name) throws {
    switch (entry, flags) {
    case (let entry?, let flags?):
      try updating.bind(name.text, at: 1)
      try updating.bindOriginal(of: name, at: 2)
      try updating.bind(flags, at: 3)
      try run(updating, on: entry.name, at: 4)
    case (let entry?, nil):
      try run(deleting, on: entry.name, at: 1)
    case (nil, let flags?):
      _ = try add(name, flags)
    case (nil, nil): break
    }
  }

  private func run(_ statement: RawStatement, on name: Name, at index: CInt) throws {
    try statement.bind(list, at: index)
    try statement.bind(name.text, at: index + 1)
    try statement.bindIdentity(of: name, at: index + 2)
    try statement.run()
  }
}

extension RawStatement {
  /// Binds flags, or NULL for a name of which nothing is kept.
  func bind(_ flags: Flags?, at index: CInt) throws {
    try bind(flags.map { Int64($0.rawValue) }, at: index)
  }

  /// The flags in a column, or `nil` for NULL.
  func flags(at column: CInt) -> Flags? {
    number(at: column).map { Flags(rawValue: Int($0)) }
  }

  /// The entry of a row that begins with `name, original, id, flags`.
  var keptName: KeptName {
    get throws { KeptName(name: try knownName(at: 0), flags: flags(at: 3) ?? []) }
  }
}
