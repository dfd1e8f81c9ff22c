import CSQLite
import ListModel

enum Schema {
  static let applicationID = 0x7467_7473

  /// Incremented with every change of the tables that an older program must not write to.
  static let version = 4

  /// How many steps of a list can be undone, unless the store says otherwise.
  static let undoSteps: Int64 = 10_000

  /// The size up to which a file is checked when opened, in a few milliseconds.
  ///
  /// Up to `whollyCheckedPages`, the check includes the indexes.
  private static let checkedPages = 1_024
  private static let whollyCheckedPages = 128

  private static let statements = Table.all.flatMap(\.statementsOfFile)

  static func create(in db: SQLiteDatabase) throws {
    try db.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    for statement in statements { try db.execute(statement.sql) }
    try db.statement("INSERT INTO store (version, uuid, undo_steps) VALUES (?, ?, ?)")
      .bind(Int64(version), at: 1).bind(Identity.random(), at: 2).bind(undoSteps, at: 3).run()
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
      statements.allSatisfy({ found[$0.name] == $0.sql })
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
