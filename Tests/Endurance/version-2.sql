-- A store as version 2 of the tables was, with 2,000 names; every seventh is dead, every eleventh liked.
CREATE TABLE list (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  original TEXT
) STRICT;
CREATE TABLE operation (
  id INTEGER PRIMARY KEY,
  list INTEGER NOT NULL,
  sequence INTEGER NOT NULL UNIQUE,
  writer INTEGER NOT NULL,
  undone INTEGER NOT NULL CHECK (undone IN (0, 1))
) STRICT;
CREATE INDEX step ON operation (list, undone, sequence);
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
PRAGMA application_id = 1952937075;
PRAGMA user_version = 2;
INSERT INTO list VALUES (1, 'default', NULL);
INSERT INTO operation VALUES (1, 1, 1, 7, 0);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
INSERT INTO entry SELECT 1, printf('name %06d', i), NULL, '', (i % 7 = 0) + 2 * (i % 11 = 0) FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
INSERT INTO change SELECT 1, i, printf('name %06d', i), NULL, '', NULL, 0 FROM n;
