// The statements before and after those of an upgrade; names are looked up in the schema first.

extension ServerSchema {
  /// Makes all other writers wait.
  ///
  /// An edit checks the version of the tables once it has locked the list's row. The table lock
  /// stops the creation of lists. SERIALIZABLE transactions would not see the new version, so all
  /// rows are updated: then these transactions fail and start again.
  static let lockingForUpgrade = [
    "SET LOCAL lock_timeout = '10s'", "LOCK TABLE list IN EXCLUSIVE MODE",
    "UPDATE list SET version = version",
  ]

  /// The statements after the lock, in the same transaction.
  func statements(of upgrades: [StoreUpgrade]) -> [String] {
    upgrades.flatMap(\.onServer) + ["UPDATE store SET version = \(tables.version)"]
      + statementsOfViews
  }
}

extension ServerConnection {
  /// Upgrades the tables of an older version to this program, in one transaction.
  ///
  /// - Returns: The version that they had.
  func upgrade() throws(StoreError) -> Int {
    let (found, upgrades) = try pendingUpgrades()
    guard !upgrades.isEmpty else { return found }
    let schema = address.schema
    try administer { db in
      db.expectWork(on: Self.mostWork)
      for statement in ServerSchema.lockingForUpgrade { try db.send(ServerSQL(statement)) }
      let version = try db.statement(ServerSchema.askingVersion).first { $0.number(at: 0) } ?? nil
      guard version == Int64(found) else {
        throw StoreError.refused(path: address.text, reason: "another upgrade was made meanwhile")
      }
      return schema.statements(of: upgrades)
    }
    return found
  }

  /// About an hour per statement, since every row may be written.
  private static var mostWork: Int64 { 36_000_000 }

  /// The version of the tables, and the upgrades from it to this program.
  ///
  /// - Throws: ``StoreError`` if there are no tables, or no upgrade.
  func pendingUpgrades() throws(StoreError) -> (version: Int, upgrades: [StoreUpgrade]) {
    let schema = address.schema
    return try survey { db in
      try schema.checkUsage(in: db)
      let found = try db.statement(ServerSchema.askingVersion).first { $0.number(at: 0) } ?? nil
      if let found, let upgrades = schema.tables.upgrades(from: Int(found)) {
        return (Int(found), upgrades)
      }
      try schema.check(version: found, path: db.path)
      return (schema.tables.version, [])
    }
  }
}
