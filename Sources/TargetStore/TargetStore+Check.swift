/// What was found when a store was looked over.
package struct StoreReport: Sendable {
  /// What is asked, and the answer, in the order in which they are told.
  package var facts: [(name: String, value: String)] = []

  /// What is wrong; the store can be used all the same if it is empty.
  package var troubles: [String] = []
}

extension TargetStore {
  /// Looks a store over: whether it is reached, of which version it is, what it holds, and whether it
  /// is whole.
  ///
  /// - Throws: ``StoreError`` if it cannot be read at all.
  /// - Complexity: O(*n*) for *n* names: in a file every page is read.
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
        "no SELECT on targets.\($0.table)"
      }
      // Without it nothing more can be found out.
      if !report.troubles.isEmpty { return report }
    }
    let lists = try lists()
    report.facts.append(("lists", "\(lists.count)"))
    report.facts.append(("names", "\(lists.reduce(0) { $0 + $1.count })"))
    if missing.isEmpty {
      report.facts.append(("edits", try isReadOnly() ? "not allowed: read-only" : "allowed"))
    }
    let more: StoreReport? = try connection.read { db in
      db.isServer ? try Self.checkServer(db) : try Self.checkFile(db)
    }
    guard let more else {
      report.facts.append(("file", "there is none; the first edit makes it"))
      return report
    }
    report.facts += more.facts
    report.troubles += more.troubles
    if let server = connection as? ServerConnection {
      report.facts.append(("round trip", try server.roundTrip().milliseconds))
    } else {
      report.facts.append(("looked over in", (clock.now - start).milliseconds))
    }
    return report
  }

  private static func checkFile(_ db: any Database) throws -> StoreReport {
    var report = StoreReport()
    let version = try db.tablesVersion
    let ofToday = version == Schema.version ? "" : "; the first edit makes it \(Schema.version)"
    report.facts.append(("version", "\(version)\(ofToday)"))
    let (pages, size) = (try db.number("PRAGMA page_count"), try db.number("PRAGMA page_size"))
    report.facts.append(("bytes", "\((pages ?? 0) * (size ?? 0))"))
    let checking = try db.statement("PRAGMA integrity_check(10)")
    while try checking.step() {
      if let trouble = checking.text(at: 0), trouble != "ok" { report.troubles.append(trouble) }
    }
    return report
  }

  private static func checkServer(_ db: any Database) throws -> StoreReport {
    var report = StoreReport()
    let version = try db.number("SELECT max(version) FROM store")
    report.facts.append(("version", version.map { "\($0)" } ?? "unknown"))
    if let server = try db.text("SELECT version()") { report.facts.append(("server", server)) }
    // What refers to a list that is not there is never shown, and so would never be missed.
    for table in ["entry", "remark", "operation", "outcome"] {
      let orphans = try db.number(
        """
        SELECT count(*) FROM (SELECT DISTINCT list FROM \(table)) AS used
        WHERE list NOT IN (SELECT id FROM list)
        """)
      if let orphans, orphans > 0 {
        report.troubles.append("\(table) has rows of \(orphans) lists that are not there")
      }
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
      throw .unusable(path: path, reason: "a store in a file is made by its first edit")
    }
    try server.administer(ServerSchema.statements) { db in
      guard let table = try ServerSchema.foreignTable(in: db) else { return }
      throw StoreError.unusable(
        path: path,
        reason: "targets.\(table) is not a table of a store: its columns differ; "
          + "use another database")
    }
  }

  /// What ``createTables()`` tells a server.
  package static var statementsOfTables: [String] { ServerSchema.statements }
}
