import GRDB

enum Schema {
  static let applicationID = 0x7467_7473

  /// Incremented with every change of the tables that an older program must not write to.
  static let version = 2

  /// The size up to which a file is checked when opened, in a few milliseconds.
  ///
  /// Up to `whollyCheckedPages`, the check includes the indexes.
  private static let checkedPages = 1_024
  private static let whollyCheckedPages = 128

  typealias Table = (name: String, sql: String)

  // Names compare bytewise (BINARY, SQLite's default). `original` is NULL if it equals the name.
  // `id` is the source identity, or '' if there is none. Flags: 1 dead, 2 liked, 4 dropped.
  // `before` and `after` are flags, or NULL if there was or is no entry.
  static let namesAndChanges: [Table] = [
    (
      "entry",
      """
      CREATE TABLE entry (
        list INTEGER NOT NULL,
        name TEXT NOT NULL,
        original TEXT,
        id TEXT NOT NULL,
        flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 7),
        PRIMARY KEY (list, name, id)
      ) STRICT, WITHOUT ROWID
      """
    ),
    ("known", "CREATE UNIQUE INDEX known ON entry (list, id) WHERE id <> ''"),
    (
      "flagged",
      "CREATE INDEX flagged ON entry (list, name, id, original, flags) WHERE flags > 0"
    ),
    (
      "change",
      """
      CREATE TABLE change (
        operation INTEGER NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        original TEXT,
        id TEXT NOT NULL,
        before INTEGER CHECK (before BETWEEN 0 AND 7),
        after INTEGER CHECK (after BETWEEN 0 AND 7),
        PRIMARY KEY (operation, position)
      ) STRICT, WITHOUT ROWID
      """
    ),
  ]

  private static let listsAndSteps: [Table] = [
    (
      "list",
      """
      CREATE TABLE list (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        original TEXT
      ) STRICT
      """
    ),
    (
      "operation",
      """
      CREATE TABLE operation (
        id INTEGER PRIMARY KEY,
        list INTEGER NOT NULL,
        sequence INTEGER NOT NULL UNIQUE,
        writer INTEGER NOT NULL,
        undone INTEGER NOT NULL CHECK (undone IN (0, 1))
      ) STRICT
      """
    ),
    ("step", "CREATE INDEX step ON operation (list, undone, sequence)"),
  ]

  static func create(in db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
    for table in listsAndSteps + namesAndChanges { try db.execute(sql: table.sql) }
  }

  /// Whether the file is empty.
  static func isMissing(in db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "PRAGMA page_count") == 0
  }

  /// Called in every transaction, because a newer program may have migrated the store meanwhile.
  static func checkVersion(of db: Database, path: String) throws -> Int {
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let found = try version(of: db)
    try check(application: application, version: found, path: path)
    return found
  }

  static func version(of db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  static func check(application: Int, version found: Int, path: String) throws {
    guard application == applicationID else {
      throw StoreError.unusable(path: path, reason: "a database of another program")
    }
    if found > version {
      throw StoreError.newerVersion(path: path, found: found, known: version)
    }
    guard found >= 1 else {
      throw StoreError.damaged(path: path, reason: "its version is \(found)")
    }
  }

  /// The SQLite code of a failed read; `nil` if there is none or it means damage.
  private static func readingError(in trouble: String) -> ResultCode? {
    guard let start = trouble.firstRange(of: "error code=")?.upperBound,
      let number = CInt(trouble[start...].prefix { $0.isNumber })
    else { return nil }
    let code = ResultCode(rawValue: number)
    return code.primaryResultCode == .SQLITE_CORRUPT ? nil : code
  }

  /// Checks that the tables are exactly those of `version` and that there are no triggers.
  static func checkTables(of db: Database, version: Int, path: String) throws {
    let tables = listsAndSteps + (version == 1 ? Version1.namesAndChanges : namesAndChanges)
    let query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type <> 'view'"
    var found: [String: String] = [:]
    for row in try Row.fetchAll(db, sql: query) {
      found[row[0] as String? ?? ""] = row[1]
    }
    guard try Int.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema WHERE type = 'trigger'") == nil,
      tables.allSatisfy({ found[$0.name] == $0.sql })
    else { throw StoreError.damaged(path: path, reason: "its tables are not those of a store") }

    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    guard pages <= checkedPages else { return }
    let check = pages <= whollyCheckedPages ? "integrity_check" : "quick_check"
    if let trouble = try String.fetchOne(db, sql: "PRAGMA \(check)(1)"), trouble != "ok" {
      // The check reports a page that cannot be read in the same way as damage.
      if let code = readingError(in: trouble) { throw DatabaseError(resultCode: code) }
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: trouble)
    }
  }
}
