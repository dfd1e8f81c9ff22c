import ListModel
import NameSearch

/// A row of the table `list`, which nobody else changes before the write transaction has ended.
struct ListRecord {
  let id: Int64
  let identity: String

  /// The number of its last change.
  private(set) var version: Int64

  /// The number of the last change that is forgotten.
  let pruned: Int64

  /// Opens a list for writing; `nil` if it does not exist and `creates` is false.
  ///
  /// On a server, whoever writes to the same list waits here, so that the numbers of changes are in
  /// the order of their commits.
  init?(_ db: any Database, _ list: Name, creates: Bool) throws {
    if creates, db.knownLists[list.text] == nil { try Self.create(list, in: db) }
    var found = try Self.find(list, in: db)
    if found == nil, creates {
      // It was not there when it was asked for.
      db.forgetPrefetched()
      try Self.create(list, in: db)
      found = try Self.find(list, in: db)
    }
    db.knownLists[list.text] = found?.id
    guard let found else { return nil }
    self = found
  }

  /// A list that is only read.
  init(reading id: Int64) {
    (self.id, identity, version, pruned) = (id, "", 0, 0)
  }

  /// - Throws: `SQLITE_CORRUPT` for a list without a number: edits of it would be of no list. The
  ///   statement is reset then.
  private init(_ row: any Statement) throws {
    guard let id = row.number(at: 0) else {
      try row.reset()
      throw SQLiteError.corrupt("a list without a number")
    }
    (self.id, identity) = (id, row.text(at: 1) ?? "")
    (version, pruned) = (row.number(at: 2) ?? 0, row.number(at: 3) ?? 0)
  }

  /// The list after a step.
  func after(_ step: Journal.Step) -> ListRecord {
    var later = self
    later.version = step.mark.version
    return later
  }

  private static func create(_ list: Name, in db: any Database) throws {
    let adding = try db.statement(
      """
      INSERT INTO list (id, name, original, identity, version, pruned, mirrored)
      VALUES (?, ?, ?, ?, 0, 0, 0)
      ON CONFLICT (name) DO NOTHING
      """)
    // A file counts its lists.
    try adding.bind(db.isServer ? Int64.random(in: 1 ... .max) : nil, at: 1)
    try adding.bind(list.text, at: 2).bind(Identity.random(), at: 4)
    try adding.bindOriginal(of: list, at: 3)
    try adding.run()
  }

  private static func find(_ list: Name, in db: any Database) throws -> ListRecord? {
    let finding = try finding(list, in: db)
    try finding.prefetch()
    try db.checkTables()
    return try finding.first { try ListRecord($0) }
  }

  /// Asks for a list ahead.
  static func prefetch(_ list: Name, in db: any Database) throws {
    try finding(list, in: db).prefetch()
    try db.prefetchTables()
  }

  private static func finding(_ list: Name, in db: any Database) throws -> any Statement {
    try db.statement(
      """
      SELECT id, identity, version, pruned FROM list WHERE name = ?\
      \(db.isServer ? " FOR UPDATE" : "")
      """
    ).bind(list.text, at: 1)
  }
}
