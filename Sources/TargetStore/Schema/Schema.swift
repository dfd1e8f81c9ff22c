import CSQLite
import ListModel
import Substrings

/// The tables of a store in a file.
struct Schema: Sendable {
  static let applicationID = 0x7467_7473

  let tables: StoreTables

  /// How many steps of a list can be undone, unless the store says otherwise.
  static let undoSteps: Int64 = 10_000

  /// The size up to which a file is checked when opened, in a few milliseconds.
  ///
  /// Up to `whollyCheckedPages`, the check includes the indexes.
  private static let checkedPages = 1_024
  private static let whollyCheckedPages = 128

  private let statements: [(name: String, sql: String)]

  /// The tables that this program knows.
  static let current = Schema(.current)

  init(_ tables: StoreTables) {
    self.tables = tables
    statements = tables.all.flatMap(\.statementsOfFile)
  }

  func create(in db: SQLiteDatabase) throws {
    try db.execute(
      "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(tables.version)")
    for statement in statements { try db.execute(statement.sql) }
    try db.statement("INSERT INTO store (version, uuid, undo_steps) VALUES (?, ?, ?)")
      .bind(Int64(tables.version), at: 1).bind(Identity.random(), at: 2)
      .bind(Self.undoSteps, at: 3).run()
  }

  /// Whether the file is empty.
  static func isMissing(in db: SQLiteDatabase) throws -> Bool {
    try db.number("PRAGMA page_count") == 0
  }

  /// Called in every transaction, because a newer program may have upgraded the store meanwhile.
  func checkVersion(of db: SQLiteDatabase, path: String) throws {
    let application = try db.number("PRAGMA application_id") ?? 0
    try check(application: application, version: try Self.version(of: db), path: path)
  }

  static func version(of db: SQLiteDatabase) throws -> Int {
    try db.number("PRAGMA user_version") ?? 0
  }

  func check(application: Int, version found: Int, path: String) throws {
    guard application == Self.applicationID else {
      throw StoreError.unusable(path: path, reason: "a database of another program")
    }
    if found > tables.version {
      throw StoreError.newerVersion(path: path, found: found, known: tables.version)
    }
    guard found >= 1 else {
      throw StoreError.damaged(path: path, reason: "its version is \(found)")
    }
    if tables.upgrades(from: found) != nil {
      throw StoreError.needsUpgrade(path: path, found: found, known: tables.version)
    }
    if found < tables.version {
      throw StoreError.olderVersion(path: path, found: found, known: tables.version)
    }
  }

  /// Checks that the tables are exactly those of a store and that there are no triggers.
  func checkTables(of db: SQLiteDatabase, path: String) throws {
    let reading = try db.statement(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type <> 'view'")
    var found: [String: String] = [:]
    while try reading.step() { found[reading.text(at: 0) ?? ""] = reading.text(at: 1) }
    guard try db.number("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'") == nil,
      statements.allSatisfy({ found[$0.name] == $0.sql })
    else { throw StoreError.damaged(path: path, reason: "its tables are not those of a store") }

    let pages = try db.number("PRAGMA page_count") ?? 0
    guard pages <= Self.checkedPages else { return }
    let check = pages <= Self.whollyCheckedPages ? "integrity_check" : "quick_check"
    if let trouble = try db.text("PRAGMA \(check)(1)"), trouble != "ok" {
      // The check reports a page that cannot be read in the same way as damage.
      guard let code = Self.readingError(in: trouble) else { throw SQLiteError.corrupt(trouble) }
      throw SQLiteError(code: code)
    }
  }

  /// The SQLite code of a failed read; `nil` if there is none or it means damage.
  private static func readingError(in trouble: String) -> CInt? {
    guard let start = trouble.firstRange(ofText: "error code=")?.upperBound,
      let code = CInt(trouble[start...].prefix { $0.isNumber })
    else { return nil }
    return code & 0xFF == SQLITE_CORRUPT ? nil : code
  }
}
