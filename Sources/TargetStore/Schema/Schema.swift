import GRDB

/// The tables of the store, and what makes a file one.
enum Schema {
  /// "tgts", in the header of the file.
  static let applicationID = 0x7467_7473

  /// Raised with every change of the tables that an older program must not touch.
  static let version = 2

  /// Files up to this size are checked as a whole when they are opened: a few milliseconds each.
  ///
  /// The smaller ones are checked for what their indexes lack, too.
  private static let checkedPages = 1_024
  private static let whollyCheckedPages = 128

  typealias Table = (name: String, sql: String)

  // Names compare by their bytes (BINARY, SQLite's default). `original` is NULL where it equals the
  // name. `id` is what a source knows the row by, or '' where its name is all it is known by. Flags:
  // 1 dead, 2 liked, 4 dropped. Before and after: flags, or NULL for "nothing is kept of it".
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

  // Those that are the same in all versions.
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

  /// Makes the tables in a file without a byte.
  static func create(in db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
    for table in listsAndSteps + namesAndChanges { try db.execute(sql: table.sql) }
  }

  /// Whether nothing was ever written to the file.
  static func isMissing(in db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "PRAGMA page_count") == 0
  }

  /// Checks that the file is a store, and one that this version understands: done in every
  /// transaction, because a newer version may have been at it a moment ago.
  ///
  /// - Returns: The version of its tables.
  static func checkVersion(of db: Database, path: String) throws -> Int {
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let found = try version(of: db)
    try check(application: application, version: found, path: path)
    return found
  }

  /// The version that the file says its tables are of.
  static func version(of db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Refuses another program's database, and another version's store.
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

  /// The code of SQLite in what a check says of a page that it could not get, unless that is one of damage.
  private static func readingError(in trouble: String) -> ResultCode? {
    guard let start = trouble.firstRange(of: "error code=")?.upperBound,
      let number = CInt(trouble[start...].prefix { $0.isNumber })
    else { return nil }
    let code = ResultCode(rawValue: number)
    return code.primaryResultCode == .SQLITE_CORRUPT ? nil : code
  }

  /// Checks that the tables are exactly those of a version and that nothing else acts on them.
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
      // What could not be read is told of in the same words as what does not fit together.
      if let code = readingError(in: trouble) { throw DatabaseError(resultCode: code) }
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: trouble)
    }
  }
}
