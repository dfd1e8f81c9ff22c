import CSQLite
import ListModel

enum Schema {
  static let applicationID = 0x7467_7473

  /// Incremented with every change of the tables that an older program must not write to.
  static let version = 3

  /// The size up to which a file is checked when opened, in a few milliseconds.
  ///
  /// Up to `whollyCheckedPages`, the check includes the indexes.
  private static let checkedPages = 1_024
  private static let whollyCheckedPages = 128

  typealias Table = (name: String, sql: String)

  // Names compare bytewise (BINARY, SQLite's default). `original` is NULL if it equals the name.
  // `id` is the source identity, or '' if there is none. Flags: 1 dead, 2 liked, 4 dropped, 8 spared.
  // Times are microseconds since 1970, UTC.
  static let tables: [Table] = [
    // `version` is the number of the list's last change; the changes up to `pruned` are forgotten.
    // `mirrored` is the number of the last mirror of another list, or 0.
    (
      "list",
      """
      CREATE TABLE list (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        original TEXT,
        identity TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        pruned INTEGER NOT NULL,
        mirrored INTEGER NOT NULL
      ) STRICT
      """
    ),
    // `added` is the number of the operation among whose added rows this one is counted, else 0;
    // `mirror` that of the mirror of another list which brought it, else 0.
    (
      "entry",
      """
      CREATE TABLE entry (
        list INTEGER NOT NULL,
        name TEXT NOT NULL,
        original TEXT,
        id TEXT NOT NULL,
        flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND \(Flags.stored.rawValue)),
        added INTEGER NOT NULL,
        mirror INTEGER NOT NULL,
        detail TEXT,
        section TEXT,
        PRIMARY KEY (list, name, id)
      ) STRICT, WITHOUT ROWID
      """
    ),
    ("known", "CREATE UNIQUE INDEX known ON entry (list, id) WHERE id <> ''"),
    (
      "flagged",
      "CREATE INDEX flagged ON entry (list, name, id, original, flags) WHERE flags > 0"
    ),
    ("mirrored", "CREATE INDEX mirrored ON entry (list, mirror) WHERE mirror > 0"),
    // What few entries have; it outlives the entry, which may come back. `name` is '' where there is
    // an identity, as the entry may be renamed. `until` ends a snooze;
    // `decided`, `author` and `operation` are of the last decision.
    (
      "remark",
      """
      CREATE TABLE remark (
        list INTEGER NOT NULL,
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        note TEXT,
        until INTEGER,
        decided INTEGER,
        author TEXT,
        operation INTEGER,
        PRIMARY KEY (list, name, id)
      ) STRICT, WITHOUT ROWID
      """
    ),
    ("noted", "CREATE INDEX noted ON remark (list) WHERE note IS NOT NULL"),
    ("snoozed", "CREATE INDEX snoozed ON remark (list, until) WHERE until IS NOT NULL"),
    ("decided", "CREATE INDEX decided ON remark (list, decided) WHERE decided IS NOT NULL"),
    // One step of undo. `number` is the list's version that it made, `switched` the one that its
    // last undo or redo made. `undone` is 2 when it can no longer be redone, 3 when it
    // is no step of undo. `added` counts the
    // rows that are noted in `entry` only.
    (
      "operation",
      """
      CREATE TABLE operation (
        list INTEGER NOT NULL,
        number INTEGER NOT NULL,
        switched INTEGER NOT NULL,
        undone INTEGER NOT NULL CHECK (undone BETWEEN 0 AND 3),
        writer INTEGER NOT NULL,
        identity TEXT,
        made INTEGER,
        author TEXT,
        note TEXT,
        added INTEGER NOT NULL,
        PRIMARY KEY (list, number)
      ) STRICT, WITHOUT ROWID
      """
    ),
    ("step", "CREATE INDEX step ON operation (list, undone, switched)"),
    // `before` and `after` are flags, or NULL if there was or is no entry.
    (
      "change",
      """
      CREATE TABLE change (
        list INTEGER NOT NULL,
        operation INTEGER NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        original TEXT,
        id TEXT NOT NULL,
        before INTEGER CHECK (before BETWEEN 0 AND \(Flags.stored.rawValue)),
        after INTEGER CHECK (after BETWEEN 0 AND \(Flags.stored.rawValue)),
        PRIMARY KEY (list, operation, position)
      ) STRICT, WITHOUT ROWID
      """
    ),
    // A random number for each of the last versions of a list: a copy of the store that has gone its
    // own way has other ones.
    (
      "turn",
      """
      CREATE TABLE turn (
        list INTEGER NOT NULL,
        version INTEGER NOT NULL,
        token INTEGER NOT NULL,
        PRIMARY KEY (list, version)
      ) STRICT, WITHOUT ROWID
      """
    ),
    // What a change changed beside the flags: a column of `entry` or `remark`, and its values.
    (
      "aspect",
      """
      CREATE TABLE aspect (
        list INTEGER NOT NULL,
        operation INTEGER NOT NULL,
        position INTEGER NOT NULL,
        what TEXT NOT NULL,
        before ANY,
        after ANY,
        PRIMARY KEY (list, operation, position, what)
      ) STRICT, WITHOUT ROWID
      """
    ),
    // How a command that was run for an entry ended; `status` is NULL until it has. Its key is that of
    // `remark`.
    (
      "outcome",
      """
      CREATE TABLE outcome (
        list INTEGER NOT NULL,
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        command TEXT NOT NULL,
        made INTEGER NOT NULL,
        author TEXT,
        status INTEGER,
        message TEXT,
        PRIMARY KEY (list, name, id, command)
      ) STRICT, WITHOUT ROWID
      """
    ),
  ]

  static func create(in db: SQLiteDatabase) throws {
    try db.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    for table in tables { try db.execute(table.sql) }
  }

  /// Whether the file is empty.
  static func isMissing(in db: SQLiteDatabase) throws -> Bool {
    try db.number("PRAGMA page_count") == 0
  }

  /// Called in every transaction, because a newer program may have upgraded the store meanwhile.
  static func checkVersion(of db: SQLiteDatabase, path: String) throws {
    let application = try db.number("PRAGMA application_id") ?? 0
    try check(application: application, version: try version(of: db), path: path)
  }

  static func version(of db: SQLiteDatabase) throws -> Int {
    try db.number("PRAGMA user_version") ?? 0
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
    if found < version {
      throw StoreError.olderVersion(path: path, found: found, known: version)
    }
  }

  /// Checks that the tables are exactly those of a store and that there are no triggers.
  static func checkTables(of db: SQLiteDatabase, path: String) throws {
    let reading = try db.statement(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type <> 'view'")
    var found: [String: String] = [:]
    while try reading.step() { found[reading.text(at: 0) ?? ""] = reading.text(at: 1) }
    guard try db.number("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'") == nil,
      tables.allSatisfy({ found[$0.name] == $0.sql })
    else { throw StoreError.damaged(path: path, reason: "its tables are not those of a store") }

    let pages = try db.number("PRAGMA page_count") ?? 0
    guard pages <= checkedPages else { return }
    let check = pages <= whollyCheckedPages ? "integrity_check" : "quick_check"
    if let trouble = try db.text("PRAGMA \(check)(1)"), trouble != "ok" {
      // The check reports a page that cannot be read in the same way as damage.
      guard let code = readingError(in: trouble) else { throw SQLiteError.corrupt(trouble) }
      throw SQLiteError(code: code)
    }
  }

  /// The SQLite code of a failed read; `nil` if there is none or it means damage.
  private static func readingError(in trouble: String) -> CInt? {
    guard let start = trouble.firstRange(of: "error code=")?.upperBound,
      let code = CInt(trouble[start...].prefix { $0.isNumber })
    else { return nil }
    return code & 0xFF == SQLITE_CORRUPT ? nil : code
  }
}
