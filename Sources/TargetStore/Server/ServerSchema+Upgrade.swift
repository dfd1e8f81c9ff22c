// The frame around the statements of an upgrade; names are looked up in the schema first.

extension ServerSchema {
  /// Has all others wait who write.
  ///
  /// Whoever edits a list looks at the version of the tables once the list's row is held. The lock is for those
  /// who make a list; new versions of the rows are for transactions that would not see the new tables'
  /// version: where each is SERIALIZABLE, the server makes them begin again.
  static let lockingForUpgrade = [
    "SET LOCAL lock_timeout = '10s'", "LOCK TABLE list IN EXCLUSIVE MODE",
    "UPDATE list SET version = version",
  ]

  /// What comes after that, in the same transaction.
  func statements(of upgrades: [StoreUpgrade]) -> [String] {
    upgrades.flatMap(\.onServer) + ["UPDATE store SET version = \(tables.version)"]
      + statementsOfViews
  }
}

extension ServerConnection {
  /// Makes the tables of an older version those of this program, in one transaction.
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

  /// About an hour for each statement: every row may be written.
  private static var mostWork: Int64 { 36_000_000 }

  /// The version of the tables, and the upgrades that lead from there to those of this program.
  ///
  /// - Throws: ``StoreError`` if there are no tables, or no way.
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
