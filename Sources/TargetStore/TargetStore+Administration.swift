extension TargetStore {
  /// Creates missing tables on a server, and the views.
  ///
  /// - Throws: ``StoreError/inapplicable(path:reason:)`` for a file, which needs no tables, and
  ///   ``StoreError/unusable(path:reason:)`` if other tables have these names; nothing was created.
  package func createTables() throws(StoreError) {
    guard let server = connection as? ServerConnection else {
      throw .inapplicable(
        path: path, reason: "the first edit creates a store in a file; there is nothing to do")
    }
    let (path, schema) = (path, server.address.schema)
    try server.administer { db in
      guard let table = try schema.foreignTable(in: db) else { return schema.statements }
      throw StoreError.unusable(
        path: path,
        reason: "\(schema.name).\(table) is not a table of a store: its columns differ; "
          + "use another schema (--schema)")
    }
  }
}

/// The result of an upgrade: the versions of the tables before and after it.
package struct UpgradeSummary: Sendable {
  package let from: Int
  package let to: Int

  package var isUpgraded: Bool { from != to }
}

extension TargetStore {
  /// Upgrades the tables of an older version to this program; other writers wait meanwhile, and
  /// older programs are refused afterwards.
  ///
  /// - Returns: `nil` for a file that does not exist.
  /// - Throws: ``StoreError``; nothing was changed, unless the error says so.
  package func upgradeTables() throws(StoreError) -> UpgradeSummary? {
    if let server = connection as? ServerConnection {
      return UpgradeSummary(
        from: try server.upgrade(), to: server.address.schema.tables.version)
    }
    guard let files = connection as? FileConnection, let found = try files.upgrade() else {
      return nil
    }
    return UpgradeSummary(from: found, to: files.schema.tables.version)
  }

  /// The SQL of ``upgradeTables()`` for the present tables; `nil` if there is nothing to upgrade.
  ///
  /// - Throws: ``StoreError``, for a file as well.
  package func scriptOfUpgrade() throws(StoreError) -> String? {
    guard let server = connection as? ServerConnection else {
      throw .inapplicable(path: path, reason: "--print requires a store on a server")
    }
    let (version, upgrades) = try server.pendingUpgrades()
    return upgrades.isEmpty
      ? nil : AdministrationScript(server.address.schema).upgrade(from: version, upgrades)
  }
}
