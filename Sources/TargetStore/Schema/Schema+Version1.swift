import GRDB

extension Schema {
  /// The store as it was before rows were known by a source's identity: read as it is, and turned
  /// into today's by the first edit.
  enum Version1 {
    /// The tables that are different today; they are checked for by their exact text.
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

    /// Makes today's tables of these, within the transaction under way: all of it or nothing.
    ///
    /// The room of the old tables is left in the file, for names to come.
    ///
    /// - Complexity: O(*n*), where *n* is the number of names and changes: they are copied in the
    ///   order they are kept in.
    static func migrate(_ db: Database) throws {
      // A view that somebody has made of a table stays one of the table that is called so.
      try db.execute(sql: "PRAGMA legacy_alter_table = ON")
      defer { try? db.execute(sql: "PRAGMA legacy_alter_table = OFF") }
      // SQLite writes a new name into the text of a table, so that the old ones have to make way.
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
