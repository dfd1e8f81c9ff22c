/// What a user may do with a store on a server; each permission includes the previous ones.
enum Permission: String, CaseIterable {
  case reader, writer, owner
}

/// A right on a table, or on some of its columns.
struct TableRight: Equatable {
  let table: String
  let verb: String
  let columns: [String]?
}

extension ServerSchema {
  /// The rights that a permission needs in addition to the previous ones.
  ///
  /// Only the server sets the time and the role of a log entry, and no one may change an entry.
  func rights(of permission: Permission) -> [TableRight] {
    tables.all.flatMap { table in
      Self.verbs(of: permission, on: table).map { verb in
        var columns: [String]?
        if verb == "INSERT", table.columns.contains(where: { $0.byServer != nil }) {
          columns = table.columns.filter { $0.byServer == nil }.map(\.name)
        }
        // The version is changed only by upgrades.
        if verb == "UPDATE", table.name == Table.store.name { columns = ["undo_steps"] }
        return TableRight(table: table.name, verb: verb, columns: columns)
      }
    }
  }

  private static func verbs(of permission: Permission, on table: Table) -> [String] {
    let isStore = table.name == Table.store.name
    let isList = table.name == Table.list.name
    return switch permission {
    case .reader: ["SELECT"]
    case .writer where isStore: []
    case .writer where isList: ["INSERT", "UPDATE"]
    case .writer: table.isLog ? ["INSERT"] : ["INSERT", "UPDATE", "DELETE"]
    case .owner where isStore: ["UPDATE"]
    case .owner: isList || table.isLog ? ["DELETE"] : []
    }
  }

  /// The rights of each permission that this role lacks, without those of the previous permissions.
  func missingRights(in db: any Database) throws -> [Permission: [TableRight]] {
    let rights = Permission.allCases.map { ($0, self.rights(of: $0)) }
    let questions = rights.flatMap(\.1).map { isMissing($0) }
    let asking = try db.statement("SELECT \(questions.joined(separator: ", "))")
    let answers = try asking.first { row in questions.indices.map { row.number(at: CInt($0)) } }
    var rest = (answers ?? [])[...]
    return Dictionary(
      uniqueKeysWithValues: rights.map { permission, rights in
        (permission, rights.filter { _ in rest.popFirst() == 1 })
      })
  }

  /// The first table of the log that this role may not delete from; `nil` if there is none.
  func tableOfArchiveWithoutDelete(in db: any Database) throws -> String? {
    let tables = [Table.fact, .event]
    let questions = tables.map {
      isMissing(TableRight(table: $0.name, verb: "DELETE", columns: nil))
    }
    let asking = try db.statement("SELECT \(questions.joined(separator: ", "))")
    return try asking.first { row in
      tables.indices.first { row.number(at: CInt($0)) == 1 }.map { "\(name).\(tables[$0].name)" }
    } ?? nil
  }

  /// Rights on each column count as a right on the table; DELETE has no columns.
  private func isMissing(_ right: TableRight) -> String {
    let place = "to_regclass('\(sql).\(right.table)')"
    if right.verb == "DELETE" {
      return "CASE WHEN has_table_privilege(\(place), 'DELETE') THEN 0 ELSE 1 END"
    }
    let names = right.columns.map { $0.map { "'\($0)'" }.joined(separator: ", ") }
    return """
      CASE WHEN EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = \(place) AND attnum > 0
        AND NOT attisdropped \(names.map { "AND attname IN (\($0))" } ?? "")
        AND NOT has_column_privilege(attrelid, attnum, '\(right.verb)'))
      THEN 1 ELSE 0 END
      """
  }

  /// A text such as “INSERT, DELETE on targets_store.step, UPDATE on targets_store.list”.
  func text(of missing: [TableRight], before: String = "") -> String {
    tables.all.compactMap { table in
      let verbs = missing.filter { $0.table == table.name }.map(\.verb)
      return verbs.isEmpty
        ? nil : "\(before)\(verbs.joined(separator: ", ")) on \(name).\(table.name)"
    }.joined(separator: ", ")
  }
}

// MARK: Tables of something else

extension ServerSchema {
  /// The columns of each table: the name, the type, whether it may be NULL, and whether it belongs to the
  /// key.
  private var columns: [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: tables.all.map { table in
        (
          table.name,
          table.columns.map { column in
            Self.text(
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

  /// The first table that has the name of a store's table but other columns; `nil` if there is
  /// none.
  ///
  /// The order of the columns does not matter: an upgrade can only add them at the end.
  func foreignTable(in db: any Database) throws -> String? {
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
      let column = Self.text(
        reading.text(at: 1) ?? "", reading.text(at: 2) ?? "",
        mayBeNull: reading.number(at: 3) == 1, isKey: reading.number(at: 4) == 1)
      found[reading.text(at: 0) ?? "", default: []].append(column)
    }
    let known = columns
    return found.keys.sorted().first {
      known[$0] != nil && known[$0]?.sorted() != found[$0]?.sorted()
    }
  }
}
