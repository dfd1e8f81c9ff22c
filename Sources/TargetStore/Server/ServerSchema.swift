import ListModel
/// The tables of a store on a server.
///
/// They have the columns of `Schema.tables`. What a person has written is bytes in UTF-8, compared as
/// bytes, whatever the encoding and the collation of the database; a column of any type has bytes,
/// too. Each table begins with the identity of its list, which is also the key to distribute by.
enum ServerSchema {
  /// Incremented with every change of the tables that an older program must not write to.
  static let version = 1

  static let statements: [String] = [
    "CREATE SCHEMA IF NOT EXISTS targets",
    """
    CREATE TABLE IF NOT EXISTS targets.store (
      version bigint PRIMARY KEY
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS targets.list (
      id bigint PRIMARY KEY,
      name bytea NOT NULL UNIQUE,
      original bytea,
      identity bytea NOT NULL,
      version bigint NOT NULL,
      pruned bigint NOT NULL,
      mirrored bigint NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS targets.entry (
      list bigint NOT NULL,
      name bytea NOT NULL,
      original bytea,
      id bytea NOT NULL,
      flags bigint NOT NULL CHECK (flags BETWEEN 0 AND \(Flags.stored.rawValue)),
      added bigint NOT NULL,
      mirror bigint NOT NULL,
      detail bytea,
      section bytea,
      PRIMARY KEY (list, name, id)
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS known ON targets.entry (list, id) WHERE id <> ''",
    "CREATE INDEX IF NOT EXISTS flagged ON targets.entry (list, name, id) WHERE flags > 0",
    "CREATE INDEX IF NOT EXISTS mirrored ON targets.entry (list, mirror) WHERE mirror > 0",
    """
    CREATE TABLE IF NOT EXISTS targets.remark (
      list bigint NOT NULL,
      name bytea NOT NULL,
      id bytea NOT NULL,
      note bytea,
      until bigint,
      decided bigint,
      author bytea,
      operation bigint,
      PRIMARY KEY (list, name, id)
    )
    """,
    "CREATE INDEX IF NOT EXISTS noted ON targets.remark (list) WHERE note IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS snoozed ON targets.remark (list, until) WHERE until IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS decided ON targets.remark (list, decided) WHERE decided IS NOT NULL",
    """
    CREATE TABLE IF NOT EXISTS targets.operation (
      list bigint NOT NULL,
      number bigint NOT NULL,
      switched bigint NOT NULL,
      undone bigint NOT NULL CHECK (undone BETWEEN 0 AND 3),
      writer bigint NOT NULL,
      identity bytea,
      made bigint,
      author bytea,
      note bytea,
      added bigint NOT NULL,
      PRIMARY KEY (list, number)
    )
    """,
    "CREATE INDEX IF NOT EXISTS step ON targets.operation (list, undone, switched)",
    """
    CREATE TABLE IF NOT EXISTS targets.change (
      list bigint NOT NULL,
      operation bigint NOT NULL,
      position bigint NOT NULL,
      name bytea NOT NULL,
      original bytea,
      id bytea NOT NULL,
      before bigint CHECK (before BETWEEN 0 AND \(Flags.stored.rawValue)),
      after bigint CHECK (after BETWEEN 0 AND \(Flags.stored.rawValue)),
      PRIMARY KEY (list, operation, position)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS targets.turn (
      list bigint NOT NULL,
      version bigint NOT NULL,
      token bigint NOT NULL,
      PRIMARY KEY (list, version)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS targets.aspect (
      list bigint NOT NULL,
      operation bigint NOT NULL,
      position bigint NOT NULL,
      what bytea NOT NULL,
      before bytea,
      after bytea,
      PRIMARY KEY (list, operation, position, what)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS targets.outcome (
      list bigint NOT NULL,
      name bytea NOT NULL,
      id bytea NOT NULL,
      command bytea NOT NULL,
      made bigint NOT NULL,
      author bytea,
      status bigint,
      message bytea,
      PRIMARY KEY (list, name, id, command)
    )
    """,
    "INSERT INTO targets.store (version) VALUES (\(version)) ON CONFLICT DO NOTHING",
  ]

  /// Looks whether the tables are there, and of a version that this program knows.
  static func check(
    _ database: ServerDatabase, _ address: ServerAddress, usesTraits: Bool
  ) throws {
    try database.begin(writes: false)
    database.readsMuch = false
    // Without it the tables cannot be told from tables that are not there.
    let usage = try database.statement(
      "SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = 'targets'")
    try usage.prefetch()
    let asking = try database.statement(
      "SELECT max(version), max(version()), max(pg_backend_pid()) FROM store")
    try asking.prefetch()
    if try usage.first({ $0.number(at: 0) == 0 }) == true {
      throw StoreError.notAllowed(path: address.text, reason: "no USAGE on schema targets")
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
      throw StoreError.newerVersion(path: path, found: Int(found), known: version)
    }
    guard found == version else {
      throw StoreError.unusable(
        path: path, reason: "its tables are of an unknown version: \(found)")
    }
  }
}
