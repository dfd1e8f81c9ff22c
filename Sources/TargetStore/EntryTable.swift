import Edits
import GRDB
import NameIndex

/// The names of one list, within one transaction.
struct EntryTable {
  /// The number of the list in the store.
  let list: Int64

  private let finding: RawStatement
  private let inserting: RawStatement
  private let updating: RawStatement
  private let deleting: RawStatement

  /// Opens a list, or gives `nil` when there is none of that name and none is to be made.
  init?(_ db: Database, _ list: Name, creates: Bool) throws {
    guard let id = try Self.id(of: list, in: db, creates: creates) else { return nil }
    self.list = id
    finding = try RawStatement(
      db, "SELECT name, original, flags FROM entry WHERE list = ? AND name = ?")
    inserting = try RawStatement(
      db,
      """
      INSERT INTO entry (list, name, original, flags) VALUES (?, ?, ?, ?)
      ON CONFLICT (list, name) DO NOTHING
      """)
    updating = try RawStatement(
      db, "UPDATE entry SET flags = ? WHERE list = ? AND name = ?")
    deleting = try RawStatement(db, "DELETE FROM entry WHERE list = ? AND name = ?")
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

  /// The name as it is kept, or `nil` when it is not in the list.
  func entry(_ name: Name) throws -> KeptName? {
    defer { finding.reset() }
    try finding.bind(list, at: 1)
    try finding.bind(name.text, at: 2)
    guard try finding.step() else { return nil }
    return KeptName(name: try finding.name(at: 0), flags: finding.flags(at: 2) ?? [])
  }

  /// Adds a name, unless it is in the list; true if it was not.
  func add(_ name: Name, _ flags: Flags) throws -> Bool {
    try inserting.bind(list, at: 1)
    try inserting.bind(name.text, at: 2)
    try inserting.bindOriginal(of: name, at: 3)
    try inserting.bind(flags, at: 4)
    try inserting.run()
    return inserting.hasChangedRows
  }

  /// Makes the list hold a name with other flags than before, or no longer at all.
  func change(_ name: Name, from before: Flags?, to after: Flags?) throws {
    guard let after else {
      try deleting.bind(list, at: 1)
      try deleting.bind(name.text, at: 2)
      return try deleting.run()
    }
    if before == nil {
      _ = try add(name, after)
      return
    }
    try updating.bind(after, at: 1)
    try updating.bind(list, at: 2)
    try updating.bind(name.text, at: 3)
    try updating.run()
  }
}

extension RawStatement {
  /// Binds flags, or NULL for a name that is not in the list.
  func bind(_ flags: Flags?, at index: CInt) throws {
    try bind(flags.map { Int64($0.rawValue) }, at: index)
  }

  /// The flags in a column, or `nil` for NULL.
  func flags(at column: CInt) -> Flags? {
    number(at: column).map { Flags(rawValue: Int($0)) }
  }
}
