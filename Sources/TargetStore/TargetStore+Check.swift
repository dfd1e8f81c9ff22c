extension TargetStore {
  /// Checks a store: whether it is reached, of which version it is, what it holds, and whether it is
  /// whole.
  ///
  /// - Throws: ``StoreError`` if it cannot be read at all.
  /// - Complexity: O(*n*) for *n* names: every row is read, and in a file every page.
  package func check() throws(StoreError) -> StoreReport {
    var report = StoreReport()
    let clock = ContinuousClock()
    let start = clock.now
    let missing: [(table: String, rights: [String])] =
      try connection.read { db in
        try db.isServer ? ServerSchema.missingRights(in: db) : []
      } ?? []
    if !missing.isEmpty {
      report.facts.append(("edits", "not allowed: \(ServerSchema.text(of: missing))"))
      report.troubles = missing.filter { $0.rights.contains("SELECT") }.map {
        "no SELECT on \(ServerSchema.name).\($0.table)"
      }
      // Without it nothing more can be found out.
      if !report.troubles.isEmpty { return report }
    }
    let lists = try lists()
    report.facts.append(("lists", "\(lists.count)"))
    // A server may tell any numbers.
    let count = lists.reduce(0) { min($0 + $1.count, 1 << 60) }
    report.facts.append(("names", "\(count)"))
    if missing.isEmpty {
      report.facts.append(("edits", try isReadOnly() ? "not allowed (read-only)" : "allowed"))
    }
    guard let more = try StoreReport(of: connection) else {
      report.facts.append(("file", "does not exist; the first edit creates it"))
      return report
    }
    report.facts += more.facts
    report.troubles += more.troubles
    if let server = connection as? ServerConnection {
      report.facts.append(("round trip", try server.roundTrip().milliseconds))
    } else {
      report.facts.append(("checked in", (clock.now - start).milliseconds))
    }
    return report
  }
}

extension Duration {
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    let tenths = (seconds * 10_000 + attoseconds / 100_000_000_000_000)
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}

extension TargetStore {
  /// Makes the tables on a server, as far as they are not there.
  ///
  /// - Throws: ``StoreError/unusable(path:reason:)`` for a file, which needs no making, and where
  ///   other tables have these names; nothing was made then.
  package func createTables() throws(StoreError) {
    guard let server = connection as? ServerConnection else {
      throw .unusable(
        path: path, reason: "the first edit creates a store in a file; there is nothing to do")
    }
    try server.administer(ServerSchema.statements) { db in
      guard let table = try ServerSchema.foreignTable(in: db) else { return }
      throw StoreError.unusable(
        path: path,
        reason: "\(ServerSchema.name).\(table) is not a table of a store: its columns differ; "
          + "use another database")
    }
  }

  /// What ``createTables()`` tells a server.
  package static var statementsOfTables: [String] { ServerSchema.statements }
}
