import Substrings

/// The SQL that an administrator runs with `psql`, as text.
package struct AdministrationScript {
  private let schema: ServerSchema

  /// - Parameter name: The schema, if not the usual one; ``TargetStore/isSchemaName(_:)`` must accept it.
  package init?(schema name: String?) {
    guard let schema = name.map({ ServerSchema(named: $0) }) ?? .standard else { return nil }
    self.schema = schema
  }

  init(_ schema: ServerSchema) { self.schema = schema }

  /// The default roles that get rights: for readers, writers and owners.
  package static let usualRoles = ["targets_readers", "targets_writers", "targets_owners"]

  /// Whether a text can be the name of a role: names that PostgreSQL reserves cannot, for example.
  package static func isRole(_ name: String) -> Bool {
    1...63 ~= name.utf8.count && !name.hasPrefix("pg_") && !["public", "none"].contains(name)
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "$" }
  }

  /// Creates missing tables, and the views.
  package var tables: String { Self.script(schema.statements) }

  /// Upgrades the tables of one version to this program; fails for tables of another version.
  func upgrade(from version: Int, _ upgrades: [StoreUpgrade]) -> String {
    let check = """
      DO $$ BEGIN
        IF (SELECT max(version) FROM store) <> \(version) THEN
          RAISE EXCEPTION 'the tables are not of version \(version)';
        END IF;
      END $$
      """
    return Self.script(
      ["BEGIN", "SET LOCAL search_path = \(schema.sql), pg_catalog, pg_temp"]
        + ServerSchema.lockingForUpgrade + [check] + schema.statements(of: upgrades) + ["COMMIT"])
  }

  /// The statements that create missing roles and grant them their rights.
  ///
  /// - Parameter roles: The role of readers, then perhaps that of writers, then perhaps that of
  ///   owners; for each of them ``isRole(_:)`` must be true.
  /// - Returns: One transaction.
  package func grants(to roles: [String]) -> String {
    let given = Array(zip(Permission.allCases, roles))
    var parts = ["BEGIN"] + roles.map { Self.making($0) }
    let all = given.map { Self.name($1) }.joined(separator: ", ")
    parts.append("GRANT USAGE ON SCHEMA \(schema.sql) TO \(all)")
    for (place, permission) in given.map(\.0).enumerated() {
      // Roles with more rights include these rights.
      let names = given[place...].map { Self.name($1) }.joined(separator: ", ")
      parts += grants(of: permission).map { "\($0) TO \(names)" }
    }
    return Self.script(parts + ["COMMIT"])
  }

  /// `GRANT … ON …`, combining tables with equal rights.
  private func grants(of permission: Permission) -> [String] {
    let rights = schema.rights(of: permission)
    var (tables, verbs): ([[String]], [[String]]) = ([], [])
    for table in schema.tables.all.map(\.name) {
      let own = rights.filter { $0.table == table }.map { right in
        right.verb + (right.columns.map { " (\($0.joined(separator: ", ")))" } ?? "")
      }
      if own.isEmpty { continue }
      let place = "\(schema.sql).\(table)"
      if let known = verbs.firstIndex(of: own) {
        tables[known].append(place)
      } else {
        verbs.append(own)
        tables.append([place])
      }
    }
    if permission == .reader { tables[0] += schema.views.map { "\(schema.sql).\($0.name)" } }
    return zip(verbs, tables).map { verbs, tables in
      "GRANT \(verbs.joined(separator: ", "))\n  ON \(tables.joined(separator: ", "))\n "
    }
  }

  private static func making(_ role: String) -> String {
    """
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(role.replacing(text: "'", by: "''"))') THEN
        CREATE ROLE \(name(role));
      END IF;
    END $$
    """
  }

  /// The role as an SQL identifier, quoted unless it is a default role.
  private static func name(_ role: String) -> String {
    usualRoles.contains(role) ? role : "\"\(role.replacing(text: "\"", by: "\"\""))\""
  }

  private static func script(_ statements: [String]) -> String {
    statements.map { "\($0);\n" }.joined()
  }
}
