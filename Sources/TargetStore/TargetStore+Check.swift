extension TargetStore {
  /// Checks a store: whether it can be reached, its version, its contents, and whether it is
  /// intact.
  ///
  /// - Throws: ``StoreError`` if it cannot be read at all.
  /// - Complexity: O(*n*) for *n* names: every row is read, and in a file every page.
  package func check() throws(StoreError) -> StoreReport {
    var report = StoreReport()
    let clock = ContinuousClock()
    let start = clock.now
    let mayEdit = try checkRights(&report)
    // Without it, nothing more can be found out.
    if !report.troubles.isEmpty { return report }
    let lists = try lists()
    report.facts.append(("lists", "\(lists.count)"))
    // The counts of a server are not trusted.
    let count = lists.reduce(0) { min($0 + $1.count, 1 << 60) }
    report.facts.append(("rows", "\(count)"))
    if mayEdit {
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

extension TargetStore {
  /// Reports the rights that the role lacks on a server, and returns whether it may edit.
  ///
  /// A table that the role cannot read is a problem.
  private func checkRights(_ report: inout StoreReport) throws(StoreError) -> Bool {
    guard let server = connection as? ServerConnection else { return true }
    let schema = server.address.schema
    // A role that may not read the version of the tables gets a report on the other tables as well.
    let (role, missing) = try server.survey { db in
      try schema.checkUsage(in: db)
      let role = try db.text("SELECT CAST(session_user AS text)") ?? ""
      return (role, try schema.missingRights(in: db))
    }
    report.facts.append(("role", role))
    let (reading, writing) = (missing[.reader] ?? [], missing[.writer] ?? [])
    let isReader = reading.isEmpty && writing == schema.rights(of: .writer)
    if !(reading + writing).isEmpty {
      let words =
        isReader ? " (read-only)" : ": " + schema.text(of: reading + writing, before: "no ")
      report.facts.append(("edits", "not allowed" + words))
    }
    for permission in Permission.allCases {
      guard let rights = missing[permission], !rights.isEmpty else { continue }
      report.facts.append(("\(permission.rawValue) lacks", schema.text(of: rights)))
    }
    report.troubles = reading.map { schema.text(of: [$0], before: "no ") }
    return (reading + writing).isEmpty
  }
}

extension Duration {
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    let tenths = (seconds * 10_000 + attoseconds / 100_000_000_000_000)
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
