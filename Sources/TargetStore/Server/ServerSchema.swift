/// The tables of a store on a server, in a schema of their own.
///
/// Programs before 1.0 use another schema, so an open session of one fails instead of writing. Each
/// table begins with the number of its list, which can also be the key for distribution.
struct ServerSchema: Sendable {
  let name: String
  var tables = StoreTables.current

  static let standard = ServerSchema(unchecked: "targets_store")

  private init(unchecked name: String) { self.name = name }

  /// Takes a name of lower-case ASCII letters, digits and `_` that does not start with a digit;
  /// `nil` for others, and for names that PostgreSQL reserves.
  init?(named name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, 1...63 ~= name.utf8.count, name.first?.isNumber == false,
      !name.hasPrefix("pg_"), name != "information_schema"
    else { return nil }
    self.name = name
  }

  private var isStandard: Bool { name == Self.standard.name }

  /// The schema if it is not the usual one, so that `--schema` is needed.
  var nameIfUnusual: String? { isStandard ? nil : name }

  /// The name in a statement, quoted if it could be a keyword of SQL.
  var sql: String { isStandard ? name : "\"\(name)\"" }

  /// The statements that create missing tables, and the views.
  var statements: [String] {
    ["CREATE SCHEMA IF NOT EXISTS \(sql)"]
      + tables.all.flatMap { $0.statementsOfServer(schema: sql) } + [
        """
        INSERT INTO \(sql).store (version, uuid, undo_steps)
          SELECT \(tables.version), '\(Identity.random())', \(Schema.undoSteps)
          WHERE NOT EXISTS (SELECT 1 FROM \(sql).store)
        """
      ] + statementsOfViews
  }

  /// Checks that the tables exist and have a version that this program knows.
  func check(_ database: ServerDatabase, usesTraits: Bool) throws {
    try database.begin(.reading)
    database.readsMuch = false
    // Without this right, the tables would seem not to exist.
    let usage = try database.statement(askingUsage)
    try usage.prefetch()
    let asking = try database.statement(
      "SELECT max(version), max(version()), max(pg_backend_pid()) FROM store")
    try asking.prefetch()
    try checkUsage(in: database)
    let (newest, server, process) =
      try asking.first { ($0.number(at: 0), $0.text(at: 1) ?? "", $0.number(at: 2)) }
      ?? (nil, "", nil)
    try database.commit()
    try check(version: newest, path: database.path)
    if usesTraits { try database.useTraits(version: server, process: process) }
  }

  private var askingUsage: String {
    "SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = '\(name)'"
  }

  /// - Throws: ``StoreError/notAllowed(path:reason:)`` for a role that may not use the schema.
  func checkUsage(in db: ServerDatabase) throws {
    if try db.statement(askingUsage).first({ $0.number(at: 0) == 0 }) == true {
      throw StoreError.notAllowed(path: db.path, reason: "no USAGE on schema \(name)")
    }
  }

  static let askingVersion = "SELECT max(version) FROM store"

  /// - Throws: ``StoreError`` for tables of another version.
  func check(version found: Int64?, path: String) throws {
    guard let found else { throw StoreError.missingTables(path: path, schema: nameIfUnusual) }
    let known = tables.version
    if found > known {
      throw StoreError.newerVersion(path: path, found: Int(found), known: known)
    }
    if tables.upgrades(from: Int(found)) != nil {
      throw StoreError.needsUpgrade(
        path: path, schema: nameIfUnusual, found: Int(found), known: known)
    }
    if 1..<Int64(known) ~= found {
      throw StoreError.olderVersion(path: path, found: Int(found), known: known)
    }
    guard found == known else {
      throw StoreError.unusable(
        path: path, reason: "its tables have an unknown version: \(found)")
    }
  }
}
