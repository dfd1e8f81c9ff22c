import ListModel
import NameSearch

/// A row of the table `list`, which only this transaction can change until it ends.
struct ListRecord {
  let id: Int64
  let uuid: String

  /// The number of its last event.
  private(set) var version: Int64

  /// Images up to this event are deleted.
  let pruned: Int64

  /// The event of the last mirror, or 0.
  let mirrored: Int64

  /// How many of its last steps can be undone.
  let stepsKept: Int64

  /// How many of its rows are decided.
  let decidedCount: Int64

  /// The position of the last new row; `nil` unless the list keeps the order of its rows.
  private(set) var lastPosition: Int64?

  /// The titles of its columns before this transaction.
  let titles: ColumnTitles

  /// Whether this transaction made the list keep the order of its rows.
  private(set) var beganToKeepOrder = false

  /// Whether commands may be running for its rows.
  let hasClaims: Bool

  /// Opens a list for writing; `nil` if it does not exist and `creates` is false.
  ///
  /// On a server, other writers of the same list wait here, so that events are numbered in the
  /// order of their commits.
  ///
  /// With `keepsOrder`, the list keeps the order of its rows from now on.
  ///
  /// - Throws: ``StoreError/otherList(_:)`` if a list with the identity `identity` is meant and the list has
  ///   another.
  init?(
    _ db: any Database, _ list: ListName, of identity: String = "", creates: Bool,
    keepsOrder: Bool = false
  ) throws {
    var found = try Self.find(list, in: db, locks: true)
    if found == nil, creates {
      try Self.create(list, in: db)
      found = try Self.find(list, in: db, locks: true)
    }
    guard let found else { return nil }
    if !identity.isEmpty, found.uuid != identity { throw StoreError.otherList(list) }
    self = found
    if keepsOrder { try keepOrder(in: db) }
  }

  /// Opens a list for reading; `nil` if it does not exist.
  init?(reading list: ListName, in db: any Database) throws {
    guard let found = try Self.find(list, in: db, locks: false) else { return nil }
    self = found
  }

  /// The list after an event.
  func after(_ event: StoredEvent) -> ListRecord {
    var later = self
    later.version = event.mark.version
    return later
  }

  /// The newest step beyond those kept for undo; `nil` if there is none.
  func lastStepToPrune(in db: any Database) throws -> Int64? {
    try db.statement("SELECT number FROM step WHERE list = ? ORDER BY number DESC LIMIT 1 OFFSET ?")
      .bind(id, at: 1).bind(stepsKept, at: 2).first { $0.number(at: 0) } ?? nil
  }

  private static func create(_ list: ListName, in db: any Database) throws {
    let adding = try db.statement(
      """
      INSERT INTO list (id, place, name, original, uuid, version, pruned, mirrored,
        row_count, dead_count, ok_count, section_count)
      VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0)
      ON CONFLICT DO NOTHING
      """)
    try adding.bind(newID(in: db), at: 1).bind(list.place, at: 2).bind(list.name.text, at: 3)
      .bind(list.name.storedOriginal, at: 4).bind(Identity.random(), at: 5).run()
  }

  /// A number for a new list.
  ///
  /// On a server it is random, since several lists may be created at once. In a file it is the next
  /// number, so that keys stay short.
  static func newID(in db: any Database) throws -> Int64 {
    if db.isServer { return .random(in: 1 ... .max) }
    return Int64(try db.number("SELECT coalesce(max(id), 0) FROM list") ?? 0) + 1
  }

  private static func find(
    _ list: ListName, in db: any Database, locks: Bool
  ) throws -> ListRecord? {
    let finding = try db.statement(
      """
      SELECT l.id, l.uuid, l.version, l.pruned, l.mirrored, (SELECT max(undo_steps) FROM store),
        l.dead_count + l.ok_count,
        (SELECT max(1) FROM outcome AS o WHERE o.list = l.id AND o.status IS NULL),
        l.last_position, l.titles, l.other_titles
      FROM list AS l WHERE l.place = ? AND l.name = ? \(locks ? db.rowLock : "")
      """
    ).bind(list.place, at: 1).bind(list.name.text, at: 2)
    if locks {
      // The version of the tables must be read once the list is locked; both are requested
      // together.
      try finding.prefetch()
      try db.checkTables()
      db.forgetPrefetched()
    }
    return try finding.first { row in
      guard let id = row.number(at: 0) else {
        throw SQLiteError.corrupt("a list without a number")
      }
      return ListRecord(
        id: id, uuid: row.text(at: 1) ?? "", version: row.number(at: 2) ?? 0,
        pruned: row.number(at: 3) ?? 0, mirrored: row.number(at: 4) ?? 0,
        stepsKept: max(row.amount(at: 5) ?? 1, 1), decidedCount: row.amount(at: 6) ?? 0,
        hasClaims: row.number(at: 7) != nil, lastPosition: row.amount(at: 8),
        titles: ColumnTitles(details: row.text(at: 9), others: row.text(at: 10)))
    }
  }

  private init(
    id: Int64, uuid: String, version: Int64, pruned: Int64, mirrored: Int64, stepsKept: Int64,
    decidedCount: Int64, hasClaims: Bool, lastPosition: Int64?, titles: ColumnTitles
  ) {
    (self.id, self.uuid, self.version) = (id, uuid, version)
    (self.pruned, self.mirrored, self.stepsKept) = (pruned, mirrored, stepsKept)
    (self.decidedCount, self.hasClaims) = (decidedCount, hasClaims)
    (self.lastPosition, self.titles) = (lastPosition, titles)
  }

  /// Gives all rows positions in the order in which they were added, unless they have positions.
  private mutating func keepOrder(in db: any Database) throws {
    if lastPosition != nil { return }
    try db.statement(
      """
      UPDATE row SET position = n.place
      FROM (
        SELECT r.key, row_number() OVER (ORDER BY r.since, r.key) AS place
        FROM row AS r WHERE r.list = ?1
      ) AS n
      WHERE row.list = ?1 AND row.key = n.key
      """
    ).bind(id, at: 1).run()
    let last =
      try db.statement("SELECT max(position) FROM row WHERE list = ?").bind(id, at: 1)
      .first { $0.amount(at: 0) } ?? nil
    lastPosition = last ?? 0
    beganToKeepOrder = true
    try db.statement("UPDATE list SET last_position = ?2 WHERE id = ?1")
      .bind(id, at: 1).bind(lastPosition, at: 2).run()
  }

  /// The number of a list; `nil` if there is none.
  static func id(of list: ListName, in db: any Database) throws -> Int64? {
    let finding = try db.statement("SELECT id FROM list WHERE place = ? AND name = ?")
    return try finding.bind(list.place, at: 1).bind(list.name.text, at: 2).first {
      $0.number(at: 0)
    } ?? nil
  }

  /// The number and the version of a list; `nil` if there is none.
  static func mark(
    of list: ListName, in db: any Database
  ) throws -> (id: Int64, mark: ListVersion)? {
    try db.reading(much: false) {
      try findingMark(of: list, in: db).first { row in
        let mark = ListVersion(
          identity: row.text(at: 0) ?? "", version: row.amount(at: 1) ?? 0,
          token: row.number(at: 2) ?? 0)
        return (row.number(at: 3) ?? 0, mark)
      }
    }
  }
  /// Finds what ``mark(of:in:)`` reads.
  static func findingMark(of list: ListName, in db: any Database) throws -> any Statement {
    try db.statement(
      """
      SELECT l.uuid, l.version, e.token, l.id FROM list AS l
        LEFT JOIN event AS e ON e.list = l.id AND e.number = l.version
      WHERE l.place = ? AND l.name = ?
      """
    ).bind(list.place, at: 1).bind(list.name.text, at: 2)
  }
}
