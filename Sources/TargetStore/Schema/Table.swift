/// A table of a store: declared once, for files and servers.
///
/// In a file a text is compared byte by byte (BINARY, the default of SQLite). On a server it is bytes
/// in UTF-8, whatever the encoding and the collation of the database.
struct Table {
  struct Column {
    let name: String
    let kind: Kind
    let mayBeNull: Bool

    /// The value that a server fills in, because writers have no right to set it.
    let byServer: String?

    enum Kind {
      case number, text

      /// A text in the encoding of the database, such as the name of a role.
      case serverText
    }
  }

  struct Index {
    let name: String
    let columns: [String]
    let condition: String?
  }

  let name: String
  let columns: [Column]
  let key: [String]

  /// Columns that are unique besides the key.
  let unique: [String]
  let indexes: [Index]

  /// Whether its rows are never changed or deleted by an edit.
  let isLog: Bool

  init(
    _ name: String, key: [String], unique: [String] = [], isLog: Bool = false,
    indexes: [Index] = [], _ columns: [Column]
  ) {
    (self.name, self.key, self.unique) = (name, key, unique)
    (self.isLog, self.indexes, self.columns) = (isLog, indexes, columns)
  }
}

extension Table.Column {
  static func number(_ name: String, byServer: String? = nil) -> Self {
    Self(name: name, kind: .number, mayBeNull: false, byServer: byServer)
  }
  static func text(_ name: String) -> Self {
    Self(name: name, kind: .text, mayBeNull: false, byServer: nil)
  }
  static func maybeNumber(_ name: String) -> Self {
    Self(name: name, kind: .number, mayBeNull: true, byServer: nil)
  }
  static func maybeText(_ name: String) -> Self {
    Self(name: name, kind: .text, mayBeNull: true, byServer: nil)
  }
}

// MARK: As SQL

extension Table {
  /// The statements that make it in a file: the table, then its indexes, with their names.
  var statementsOfFile: [(name: String, sql: String)] {
    [
      (
        name,
        creating(name, typeOf: \.typeInFile, begin: "CREATE TABLE", end: "STRICT, WITHOUT ROWID")
      )
    ]
      + indexes.map { ($0.name, $0.creating(on: name, begin: "CREATE INDEX")) }
  }

  /// The statements that make it in a schema of a server.
  func statementsOfServer(schema: String) -> [String] {
    [
      creating(
        "\(schema).\(name)", typeOf: \.typeOnServer, begin: "CREATE TABLE IF NOT EXISTS", end: "")
    ]
      + indexes.map {
        $0.creating(on: "\(schema).\(name)", begin: "CREATE INDEX IF NOT EXISTS")
      }
  }

  private func creating(
    _ name: String, typeOf: (Column) -> String, begin: String, end: String
  ) -> String {
    var lines = columns.map { "  \($0.name) \(typeOf($0))" }
    lines.append("  PRIMARY KEY (\(key.joined(separator: ", ")))")
    if !unique.isEmpty { lines.append("  UNIQUE (\(unique.joined(separator: ", ")))") }
    let ending = end.isEmpty ? "" : " \(end)"
    return "\(begin) \(name) (\n\(lines.joined(separator: ",\n"))\n)\(ending)"
  }
}

extension Table.Index {
  fileprivate func creating(on table: String, begin: String) -> String {
    let condition = condition.map { " WHERE \($0)" } ?? ""
    return "\(begin) \(name) ON \(table) (\(columns.joined(separator: ", ")))\(condition)"
  }
}

extension Table.Column {
  private var notNull: String { mayBeNull ? "" : " NOT NULL" }

  /// The type in a file, where no server fills in values.
  fileprivate var typeInFile: String {
    switch kind {
    case .number: "INTEGER\(notNull)"
    case .text, .serverText: "TEXT\(notNull)"
    }
  }

  fileprivate var typeOnServer: String {
    typeOnServerAlone + notNull + (byServer.map { " DEFAULT \($0)" } ?? "")
  }

  var typeOnServerAlone: String {
    switch kind {
    case .number: "bigint"
    case .text: "bytea"
    case .serverText: "text"
    }
  }
}

// MARK: The tables

extension Table {
  /// What the key of a row begins with, so that a name and an ID never collide.
  static let (keyOfName, keyOfID) = ("=", "#")

  static let all: [Table] = [store, list, row, event, fact, step, image, outcome, run]

  /// The store itself, as one row.
  ///
  /// `undo_steps` is how many steps of a list can be undone.
  static let store = Table(
    "store", key: ["version"], [.number("version"), .text("uuid"), .number("undo_steps")])

  /// A list, and the counts of its rows.
  ///
  /// `version` is the number of the last event; images up to `pruned` are deleted; `mirrored` is
  /// the event of the last mirror, or 0. `section_count` counts the rows with a section. `titles`
  /// are those of the columns in `fields`, `other_titles` those of all other columns.
  /// `last_position` is NULL unless the list keeps the order of its rows.
  static let list = Table(
    "list", key: ["id"], unique: ["place", "name"],
    [
      .number("id"), .text("place"), .text("name"), .maybeText("original"), .text("uuid"),
      .number("version"), .number("pruned"), .number("mirrored"), .number("row_count"),
      .number("dead_count"), .number("ok_count"), .number("section_count"), .maybeText("recipe"),
      .maybeText("titles"), .maybeText("other_titles"), .maybeNumber("last_position"),
    ])

  /// A row of a list: its texts from the source, and its decision and marks.
  ///
  /// `key` is `=` and the name, or `#`, the source (if there is one), `#`, and the ID. `name` is
  /// NULL if the key contains it, `original` if it equals the name. `since` is the event that last
  /// added the row; 0 if that was undone, or if the row of an input only has outcomes. `gone` is the event that
  /// dropped it, or 0.
  static let row = Table(
    "row", key: ["list", "key"],
    indexes: [
      Index(name: "named", columns: ["list", "name"], condition: "name IS NOT NULL"),
      Index(
        name: "said", columns: ["list", "key"],
        condition: "\(Said.isAny("")) OR gone > 0"),
      Index(name: "snoozed", columns: ["list", "until"], condition: "until IS NOT NULL"),
    ],
    [
      .number("list"), .text("key"), .maybeText("name"), .maybeText("original"),
      .maybeText("fields"), .maybeText("section"), .maybeNumber("position"),
      .maybeText("revision"), .number("since"), .number("gone"),
    ] + Said.columns)

  /// The log: the changes of a list, with time and author; `run` is the run of the program.
  ///
  /// `undoes` is the event that it reverts. `token` follows from the event and the one before it
  /// (``EventToken``), so that copies of a list that were edited separately can be recognized. If `is_bulk`
  /// is set, added and dropped rows have no image and are found by the event's number. `checksum` belongs to
  /// the input of an import, or to the file of an archive.
  static let event = Table(
    "event", key: ["list", "number"], isLog: true,
    indexes: [
      Index(name: "undoing", columns: ["list", "undoes"], condition: "undoes IS NOT NULL")
    ],
    [
      .number("list"), .number("number"),
      .number(
        "at", byServer: "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"),
      .text("author"),
      Column(name: "role", kind: .serverText, mayBeNull: true, byServer: "session_user"),
      .number("run"), .text("kind"), .number("token"), .maybeNumber("undoes"), .maybeText("note"),
      .number("new"), .number("gone"), .number("changed"), .number("is_bulk"),
      .maybeText("checksum"),
    ])

  /// The decision and marks of a row before and after an event.
  ///
  /// `presence` is 1 if they added it, 0 if they dropped it; `status` is the exit status of a
  /// command.
  static let fact = Table(
    "fact", key: ["list", "number", "key"], isLog: true,
    [.number("list"), .number("number"), .text("key"), .maybeText("name")]
      + Said.columns.map { Column.prefixed("before_", $0) }
      + Said.columns.map { Column.prefixed("after_", $0) }
      + [.maybeNumber("presence"), .maybeNumber("status")])

  /// The events that can be undone or redone.
  ///
  /// `switched` is the event that made, undid or redid it last, `run` and `author` belong to that
  /// event.
  static let step = Table(
    "step", key: ["list", "number"],
    indexes: [Index(name: "undoable", columns: ["list", "undone", "switched"], condition: nil)],
    [
      .number("list"), .number("number"), .number("undone"), .number("switched"), .number("run"),
      .text("author"),
    ])

  /// The texts of a row from the source, before an event; `since` is NULL if the row did not exist.
  static let image = Table(
    "image", key: ["list", "number", "key"],
    [
      .number("list"), .number("number"), .text("key"), .maybeText("name"),
      .maybeText("original"), .maybeText("fields"), .maybeText("section"),
      .maybeNumber("position"), .maybeText("revision"), .maybeNumber("since"), .number("gone"),
    ])

  /// How a command ended for a row in one state.
  ///
  /// `occasion` is the event of the row's decision or of its last addition, whichever is later;
  /// `revision` is '' without a revision. A claim has no status: its run is about to start the
  /// command.
  static let outcome = Table(
    "outcome", key: ["list", "key", "occasion", "revision", "command"],
    indexes: [Index(name: "claimed", columns: ["list", "key"], condition: "status IS NULL")],
    [
      .number("list"), .text("key"), .number("occasion"), .text("revision"), .text("command"),
      .number("run"), .number("at"), .text("author"), .maybeNumber("status"), .maybeText("message"),
    ])

  /// The runs of commands that claim rows of a list on a server; `beat` is renewed while the run is
  /// alive.
  static let run = Table(
    "run", key: ["list", "id"],
    [.number("list"), .number("id"), .text("author"), .number("started"), .number("beat")])
}

extension Table.Column {
  fileprivate static func prefixed(_ prefix: String, _ column: Table.Column) -> Table.Column {
    Table.Column(
      name: prefix + column.name, kind: column.kind, mayBeNull: true, byServer: nil)
  }
}
