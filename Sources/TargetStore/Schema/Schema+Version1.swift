import GRDB

extension Schema {
  /// The schema before rows had source identities; it can be read, and the first edit migrates it.
  enum Version1 {
    static let namesAndChanges: [Table] = [
      (
        "entry",
        """
        CREATE TABLE entry (
          list INTEGER NOT NULL,
          name TEXT NOT NULL,
          original TEXT,
          flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 3),
          PRIMARY KEY (list, name)
        ) STRICT, WITHOUT ROWID
        """
      ),
      ("flagged", "CREATE INDEX flagged ON entry (list, name, original, flags) WHERE flags > 0"),
      (
        "change",
        """
        CREATE TABLE change (
          operation INTEGER NOT NULL,
          position INTEGER NOT NULL,
          name TEXT NOT NULL,
          original TEXT,
          before INTEGER CHECK (before BETWEEN 0 AND 3),
          after INTEGER CHECK (after BETWEEN 0 AND 3),
          PRIMARY KEY (operation, position)
        ) STRICT, WITHOUT ROWID
        """
      ),
    ]

    /// Converts the tables within the current transaction; the old tables' space is reused later.
    ///
    /// - Complexity: O(*n*), where *n* is the number of names and changes, copied in key order.
    static func migrate(_ db: Database) throws {
      // A view on a table must go on referring to the new table of that name.
      try db.execute(sql: "PRAGMA legacy_alter_table = ON")
      defer { try? db.execute(sql: "PRAGMA legacy_alter_table = OFF") }
      // Renaming changes a table's SQL text, which is checked, so the old tables are renamed.
      try db.execute(
        sql: """
          DROP INDEX flagged;
          ALTER TABLE entry RENAME TO entry_1;
          ALTER TABLE change RENAME TO change_1;
          """)
      for table in Schema.namesAndChanges { try db.execute(sql: table.sql) }
      try db.execute(
        sql: """
          INSERT INTO entry (list, name, original, id, flags)
            SELECT list, name, original, '', flags FROM entry_1 ORDER BY list, name;
          INSERT INTO change (operation, position, name, original, id, before, after)
            SELECT operation, position, name, original, '', before, after
            FROM change_1 ORDER BY operation, position;
          DROP TABLE entry_1;
          DROP TABLE change_1;
          PRAGMA user_version = \(Schema.version);
          """)
    }
  }
}
