import Edits
import GRDB
import TargetStore

/// Stores as version 1 of the program made them.
///
/// The text of its tables is written out here once more: a store of that version is only what has
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
  static func make(at path: String, moreNames count: Int = 0) throws {
    let numbers =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
    let more = """
      INSERT INTO operation VALUES (5, 2, 4, 9, 0);
      \(numbers) INSERT INTO entry SELECT 1, printf('name %06d', i), NULL, 0 FROM n;
      \(numbers) INSERT INTO change SELECT 5, i, printf('name %06d', i), NULL, NULL, 0 FROM n;
      """
    try runSQL(tables + rows + (count > 0 ? more : ""), on: path)
  }

  /// The version that a file says it has.
  static func version(of path: String) throws -> Int? {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { db in
      try Int.fetchOne(db, sql: "PRAGMA user_version")
    }
  }
}
