/// The tables of an earlier version; they can be read, and the first edit migrates them.
///
/// In version 1 rows had no source identities. Until version 2 operations had one sequence for all
/// lists, without times and authors.
struct OldSchema {
  let version: Int

  /// `nil` for the version of today.
  init?(version: Int) {
    if version >= Schema.version { return nil }
    self.version = version
  }

  private var hasIdentities: Bool { version > 1 }

  var tables: [Schema.Table] {
    let flags = hasIdentities ? 7 : 3
    let id = hasIdentities ? "\n  id TEXT NOT NULL," : ""
    let ofID = hasIdentities ? ", id" : ""
    let known = "CREATE UNIQUE INDEX known ON entry (list, id) WHERE id <> ''"
    return [
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
      (
        "entry",
        """
        CREATE TABLE entry (
          list INTEGER NOT NULL,
          name TEXT NOT NULL,
          original TEXT,\(id)
          flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND \(flags)),
          PRIMARY KEY (list, name\(ofID))
        ) STRICT, WITHOUT ROWID
        """
      ),
      (
        "flagged",
        "CREATE INDEX flagged ON entry (list, name\(ofID), original, flags) WHERE flags > 0"
      ),
      (
        "change",
        """
        CREATE TABLE change (
          operation INTEGER NOT NULL,
          position INTEGER NOT NULL,
          name TEXT NOT NULL,
          original TEXT,\(id)
          before INTEGER CHECK (before BETWEEN 0 AND \(flags)),
          after INTEGER CHECK (after BETWEEN 0 AND \(flags)),
          PRIMARY KEY (operation, position)
        ) STRICT, WITHOUT ROWID
        """
      ),
    ] + (hasIdentities ? [("known", known)] : [])
  }

  /// Converts the tables within the current transaction; the old tables' space is reused later.
  ///
  /// A list's version is the sequence number of its last step. Nobody has followed it yet, so its
  /// feed begins there.
  ///
  /// - Complexity: O(*n*), where *n* is the number of names and changes, copied in key order.
  func migrate(_ db: SQLiteDatabase) throws {
    // A view on a table must go on referring to the new table of that name.
    try db.execute("PRAGMA legacy_alter_table = ON")
    defer { try? db.execute("PRAGMA legacy_alter_table = OFF") }
    let old = ["list", "operation", "entry", "change"]
    for (name, sql) in tables where !sql.hasPrefix("CREATE TABLE") {
      try db.execute("DROP INDEX \(name)")
    }
    // Renaming changes a table's SQL text, which is checked, so the old tables are renamed.
    for name in old { try db.execute("ALTER TABLE \(name) RENAME TO old_\(name)") }
    for table in Schema.tables { try db.execute(table.sql) }
    try copyLists(in: db)
    let id = hasIdentities ? "id" : "''"
    try db.execute(
      """
      INSERT INTO entry (list, name, original, id, flags, added, mirror)
        SELECT list, name, original, \(id), flags, 0, 0 FROM old_entry
        ORDER BY list, name\(hasIdentities ? ", id" : "");
      INSERT INTO operation (list, number, switched, undone, writer, added)
        SELECT list, sequence, sequence, undone, writer, 0 FROM old_operation
        ORDER BY list, sequence;
      INSERT INTO change (list, operation, position, name, original, id, before, after)
        SELECT o.list, o.sequence, c.position, c.name, c.original, \(hasIdentities ? "c.id" : "''"),
          c.before, c.after
        FROM old_operation AS o JOIN old_change AS c ON c.operation = o.id
        ORDER BY o.list, o.sequence, c.position;
      """)
    for name in old { try db.execute("DROP TABLE old_\(name)") }
    try db.execute("PRAGMA user_version = \(Schema.version)")
  }

  private func copyLists(in db: SQLiteDatabase) throws {
    let reading = try db.statement(
      """
      SELECT id, name, original,
        (SELECT coalesce(max(sequence), 0) FROM old_operation WHERE list = l.id)
      FROM old_list AS l
      """)
    let inserting = try db.statement(
      """
      INSERT INTO list (id, name, original, identity, version, pruned, mirrored)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0)
      """)
    while try reading.step() {
      try inserting.bind(reading.number(at: 0), at: 1)
        .bind(reading.text(at: 1), at: 2).bind(reading.text(at: 2), at: 3)
        .bind(Identity.random(), at: 4).bind(reading.number(at: 3), at: 5).run()
    }
    try db.execute("INSERT INTO turn SELECT id, version, random() FROM list WHERE version > 0")
  }
}
