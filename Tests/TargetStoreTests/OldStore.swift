import ListModel

@testable import TargetStore

/// Stores as versions 1 and 2 of the tables were.
///
/// The text of the tables is written out here once more: a store of a version is only what has
/// exactly these.
enum OldStore {
  static let tables = """
    CREATE TABLE list (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      original TEXT
    ) STRICT;
    CREATE TABLE entry (
      list INTEGER NOT NULL,
      name TEXT NOT NULL,
      original TEXT,
      flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 3),
      PRIMARY KEY (list, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX flagged ON entry (list, name, original, flags) WHERE flags > 0;
    CREATE TABLE operation (
      id INTEGER PRIMARY KEY,
      list INTEGER NOT NULL,
      sequence INTEGER NOT NULL UNIQUE,
      writer INTEGER NOT NULL,
      undone INTEGER NOT NULL CHECK (undone IN (0, 1))
    ) STRICT;
    CREATE INDEX step ON operation (list, undone, sequence);
    CREATE TABLE change (
      operation INTEGER NOT NULL,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      original TEXT,
      before INTEGER CHECK (before BETWEEN 0 AND 3),
      after INTEGER CHECK (after BETWEEN 0 AND 3),
      PRIMARY KEY (operation, position)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 1952937075;
    PRAGMA user_version = 1;
    """

  /// What makes version 2 of version 1.
  private static let tablesOfVersion2 = """
    DROP INDEX flagged;
    ALTER TABLE entry RENAME TO entry_1;
    ALTER TABLE change RENAME TO change_1;
    CREATE TABLE entry (
      list INTEGER NOT NULL,
      name TEXT NOT NULL,
      original TEXT,
      id TEXT NOT NULL,
      flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 7),
      PRIMARY KEY (list, name, id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX known ON entry (list, id) WHERE id <> '';
    CREATE INDEX flagged ON entry (list, name, id, original, flags) WHERE flags > 0;
    CREATE TABLE change (
      operation INTEGER NOT NULL,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      original TEXT,
      id TEXT NOT NULL,
      before INTEGER CHECK (before BETWEEN 0 AND 7),
      after INTEGER CHECK (after BETWEEN 0 AND 7),
      PRIMARY KEY (operation, position)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO entry SELECT list, name, original, '', flags FROM entry_1;
    INSERT INTO change SELECT operation, position, name, original, '', before, after FROM change_1;
    DROP TABLE entry_1;
    DROP TABLE change_1;
    PRAGMA user_version = 2;
    VACUUM;
    """

  /// Three steps that were made and one that was taken back, in the list `default`; a list `other`.
  private static let rows = """
    INSERT INTO list VALUES (1, 'default', NULL), (2, 'other', NULL);
    INSERT INTO entry VALUES
      (1, 'ada', NULL, 0), (1, 'bo', NULL, 1), (1, 'caf\u{e9}', 'cafe\u{301}', 3), (1, 'd', NULL, 2),
      (2, 'ada', NULL, 1);
    INSERT INTO operation VALUES (1, 1, 1, 7, 0), (2, 1, 2, 7, 0), (3, 1, 3, 8, 0), (4, 1, 5, 7, 1);
    INSERT INTO change VALUES
      (1, 0, 'ada', NULL, NULL, 0), (1, 1, 'bo', NULL, NULL, 0),
      (1, 2, 'caf\u{e9}', 'cafe\u{301}', NULL, 0), (1, 3, 'd', NULL, NULL, 0),
      (2, 0, 'bo', NULL, 0, 1), (2, 1, 'caf\u{e9}', 'cafe\u{301}', 0, 1),
      (3, 0, 'caf\u{e9}', 'cafe\u{301}', 1, 3), (3, 1, 'd', NULL, 0, 2),
      (4, 0, 'caf\u{e9}', 'cafe\u{301}', 3, NULL);
    """

  /// What is in the list `default`.
  static let contents: [String: Flags] = [
    "ada": [], "bo": .dead, "caf\u{e9}": [.dead, .liked], "d": .liked,
  ]

  /// Makes the store, with so many names more than those, and a step that made them.
  static func make(at path: String, version: Int = 1, moreNames count: Int = 0) throws {
    let numbers =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
    let more = """
      INSERT INTO operation VALUES (5, 2, 4, 9, 0);
      \(numbers) INSERT INTO entry SELECT 1, printf('name %06d', i), NULL, 0 FROM n;
      \(numbers) INSERT INTO change SELECT 5, i, printf('name %06d', i), NULL, NULL, 0 FROM n;
      """
    try runSQL(tables + rows + (count > 0 ? more : ""), on: path)
    if version == 2 { try runSQL(tablesOfVersion2, on: path) }
  }

  /// The version that a file says it has.
  static func version(of path: String) throws -> Int? {
    try SQLiteDatabase(path: path, .reading, patience: .zero).number("PRAGMA user_version")
  }
}
