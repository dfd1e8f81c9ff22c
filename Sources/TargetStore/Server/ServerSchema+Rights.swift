extension ServerSchema {
  /// What an edit, an undo or the run of a command needs on each table.
  private static let neededRights: [(table: String, rights: [String])] = [
    ("store", ["SELECT"]), ("list", ["SELECT", "INSERT", "UPDATE"]),
    ("entry", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
    ("remark", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
    ("operation", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
    ("change", ["SELECT", "INSERT", "DELETE"]), ("turn", ["SELECT", "INSERT", "DELETE"]),
    ("aspect", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
    ("outcome", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
  ]

  /// The rights that this role lacks, by table.
  static func missingRights(
    in db: any Database
  ) throws -> [(table: String, rights: [String])] {
    let questions = neededRights.flatMap { table, rights in
      rights.map { isMissing($0, on: "to_regclass('targets.\(table)')") }
    }
    let asking = try db.statement("SELECT \(questions.joined(separator: ", "))")
    let answers = try asking.first { row in questions.indices.map { row.number(at: CInt($0)) } }
    var rest = (answers ?? [])[...]
    return neededRights.compactMap { table, rights in
      let missing = rights.filter { _ in rest.popFirst() == 1 }
      return missing.isEmpty ? nil : (table, missing)
    }
  }

  /// Rights on each column are a right on the table; what is deleted has no columns.
  private static func isMissing(_ right: String, on table: String) -> String {
    if right == "DELETE" {
      return "CASE WHEN has_table_privilege(\(table), 'DELETE') THEN 0 ELSE 1 END"
    }
    return """
      CASE WHEN EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = \(table) AND attnum > 0
        AND NOT attisdropped AND NOT has_column_privilege(attrelid, attnum, '\(right)'))
      THEN 1 ELSE 0 END
      """
  }

  /// As in “no INSERT, DELETE on targets.turn”; “read-only” if all are missing but that to read.
  static func text(of missing: [(table: String, rights: [String])]) -> String {
    let writing = neededRights.map { ($0.table, $0.rights.filter { $0 != "SELECT" }) }
      .filter { !$0.1.isEmpty }
    if missing.elementsEqual(writing, by: { $0.table == $1.0 && $0.rights == $1.1 }) {
      return "read-only"
    }
    return missing.map { "no \($0.rights.joined(separator: ", ")) on targets.\($0.table)" }
      .joined(separator: ", ")
  }
}

// MARK: Tables of something else

extension ServerSchema {
  /// The columns of each table as ``statements`` make them: the name, the type, whether it may be
  /// NULL, and whether it belongs to the key.
  private static var columns: [String: [String]] {
    var columns: [String: [String]] = [:]
    for statement in statements {
      var lines = statement.split(separator: "\n")
      guard let first = lines.first, first.hasPrefix("CREATE TABLE"),
        let table = first.split(separator: " ").first(where: { $0.hasPrefix("targets.") })
      else { continue }
      lines = lines.dropFirst().dropLast().map { $0.drop { $0 == " " } }
      let keyLine = lines.first { $0.hasPrefix("PRIMARY KEY") } ?? ""
      let key = keyLine.split { !$0.isLetter }.dropFirst(2)
      columns[String(table.dropFirst("targets.".count))] =
        lines.filter { !$0.hasPrefix("PRIMARY KEY") }.map { line in
          let words = line.split { $0 == " " || $0 == "," }
          let isKey = key.contains(words[0]) || line.contains("PRIMARY KEY")
          let mayBeNull = !isKey && !line.contains("NOT NULL")
          return text(String(words[0]), String(words[1]), mayBeNull: mayBeNull, isKey: isKey)
        }
    }
    return columns
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
      WHERE n.nspname = 'targets' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
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
