extension ServerSchema {
  /// What an edit, an undo or the run of a command needs on each table.
  private static let neededRights: [(table: Table, rights: [String])] = Table.all.map { table in
    switch table.name {
    case Table.store.name: (table, ["SELECT"])
    case Table.list.name: (table, ["SELECT", "INSERT", "UPDATE"])
    case Table.row.name, Table.step.name, Table.image.name:
      (table, ["SELECT", "INSERT", "UPDATE", "DELETE"])
    case _ where table.isLog: (table, ["SELECT", "INSERT"])
    default: (table, ["SELECT", "INSERT", "UPDATE", "DELETE"])
    }
  }

  /// The rights that this role lacks, by table.
  static func missingRights(
    in db: any Database
  ) throws -> [(table: String, rights: [String])] {
    let questions = neededRights.flatMap { table, rights in
      rights.map { isMissing($0, on: table) }
    }
    let asking = try db.statement("SELECT \(questions.joined(separator: ", "))")
    let answers = try asking.first { row in questions.indices.map { row.number(at: CInt($0)) } }
    var rest = (answers ?? [])[...]
    return neededRights.compactMap { table, rights in
      let missing = rights.filter { _ in rest.popFirst() == 1 }
      return missing.isEmpty ? nil : (table.name, missing)
    }
  }

  /// The first table of the log that this role may not delete from, as all but its owner; `nil` if it may.
  static func tableOfArchiveWithoutDelete(in db: any Database) throws -> String? {
    let tables = [Table.fact, .event]
    let asking = try db.statement(
      "SELECT \(tables.map { isMissing("DELETE", on: $0) }.joined(separator: ", "))")
    return try asking.first { row in
      tables.indices.first { row.number(at: CInt($0)) == 1 }.map { "\(name).\(tables[$0].name)" }
    } ?? nil
  }

  /// Rights on each column are a right on the table; what is deleted has no columns.
  private static func isMissing(_ right: String, on table: Table) -> String {
    let place = "to_regclass('\(name).\(table.name)')"
    if right == "DELETE" {
      return "CASE WHEN has_table_privilege(\(place), 'DELETE') THEN 0 ELSE 1 END"
    }
    // Nobody writes what the server fills in.
    let own = table.columns.filter { $0.byServer != nil }.map { "'\($0.name)'" }
    let isNeeded =
      own.isEmpty || right != "INSERT" ? "" : "AND attname NOT IN (\(own.joined(separator: ", ")))"
    return """
      CASE WHEN EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = \(place) AND attnum > 0
        AND NOT attisdropped \(isNeeded) AND NOT has_column_privilege(attrelid, attnum, '\(right)'))
      THEN 1 ELSE 0 END
      """
  }

  /// As in “no INSERT, DELETE on targets.turn”; “read-only” if all are missing but that to read.
  static func text(of missing: [(table: String, rights: [String])]) -> String {
    let writing = neededRights.map { ($0.table.name, $0.rights.filter { $0 != "SELECT" }) }
      .filter { !$0.1.isEmpty }
    if missing.elementsEqual(writing, by: { $0.table == $1.0 && $0.rights == $1.1 }) {
      return "read-only"
    }
    return missing.map { "no \($0.rights.joined(separator: ", ")) on \(name).\($0.table)" }
      .joined(separator: ", ")
  }
}

// MARK: Tables of something else

extension ServerSchema {
  /// The columns of each table: the name, the type, whether it may be NULL, and whether it belongs to the
  /// key.
  private static var columns: [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: Table.all.map { table in
        (
          table.name,
          table.columns.map { column in
            text(
              column.name, column.typeOnServerAlone, mayBeNull: column.mayBeNull,
              isKey: table.key.contains(column.name))
          }
        )
      })
  }

  private static func text(
    _ name: String, _ type: String, mayBeNull: Bool, isKey: Bool
  ) -> String {
    "\(name) \(type)\(mayBeNull ? "" : " NOT NULL")\(isKey ? " KEY" : "")"
  }

  /// The first table that has the name of one of a store, and other columns; `nil` if there is none.
  static func foreignTable(in db: any Database) throws -> String? {
    let reading = try db.statement(
      """
      SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN 0 ELSE 1 END,
        CASE WHEN EXISTS (SELECT 1 FROM pg_index AS i
          WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey))
        THEN 1 ELSE 0 END
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        LEFT JOIN pg_attribute AS a
          ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE n.nspname = '\(name)' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      ORDER BY c.relname, a.attnum
      """)
    var found: [String: [String]] = [:]
    while try reading.step() {
      let column = text(
        reading.text(at: 1) ?? "", reading.text(at: 2) ?? "",
        mayBeNull: reading.number(at: 3) == 1, isKey: reading.number(at: 4) == 1)
      found[reading.text(at: 0) ?? "", default: []].append(column)
    }
    let known = columns
    return found.keys.sorted().first { known[$0] != nil && known[$0] != found[$0] }
  }
}
