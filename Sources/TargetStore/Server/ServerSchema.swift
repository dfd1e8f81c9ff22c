/// The tables of a store on a server, in a schema of their own.
///
/// Programs before 1.0 look for another schema, so that an open session of one gets an error instead of
/// writing. Each table begins with the number of its list, which is also the key to distribute by.
enum ServerSchema {
  /// Incremented with every change of the tables that an older program must not write to.
  static let version: Int64 = 4

  static let name = "targets_store"

  static let statements: [String] =
    ["CREATE SCHEMA IF NOT EXISTS \(name)"]
    + Table.all.flatMap { $0.statementsOfServer(schema: name) } + [
      """
      INSERT INTO \(name).store (version, uuid, undo_steps)
        SELECT \(version), '\(Identity.random())', \(Schema.undoSteps)
        WHERE NOT EXISTS (SELECT 1 FROM \(name).store)
      """
    ]

  /// Looks whether the tables are there, and of a version that this program knows.
  static func check(
    _ database: ServerDatabase, _ address: ServerAddress, usesTraits: Bool
  ) throws {
    try database.begin(writes: false)
    database.readsMuch = false
    // Without it the tables cannot be told from tables that are not there.
    let usage = try database.statement(
      "SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = '\(name)'")
    try usage.prefetch()
    let asking = try database.statement(
      "SELECT max(version), max(version()), max(pg_backend_pid()) FROM store")
    try asking.prefetch()
    if try usage.first({ $0.number(at: 0) == 0 }) == true {
      throw StoreError.notAllowed(path: address.text, reason: "no USAGE on schema \(name)")
    }
    let (newest, name, process) =
      try asking.first { ($0.number(at: 0), $0.text(at: 1) ?? "", $0.number(at: 2)) }
      ?? (nil, "", nil)
    try database.commit()
    try check(version: newest, path: address.text)
    if usesTraits { try database.useTraits(version: name, process: process) }
  }

  static let askingVersion = "SELECT max(version) FROM store"

  /// - Throws: ``StoreError`` for tables that are not of this program's version.
  static func check(version found: Int64?, path: String) throws {
    guard let found else { throw StoreError.missingTables(path: path) }
    if found > version {
      throw StoreError.newerVersion(path: path, found: Int(found), known: Int(version))
    }
    guard found == version else {
      throw StoreError.unusable(
        path: path, reason: "its tables have an unknown version: \(found)")
    }
  }
}
